import MetschedSystem

/// Where the records and the state of a live run are kept where nobody says.
enum StatePath {
  /// The folder for all files, as the XDG base directories say; nil where no home is known.
  static func folder(_ environment: (_ name: String) -> String?) -> String? {
    if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") {
      return folder + "/metsched"
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/state/metsched"
  }

  /// The file for a configuration: `widget-1a2b3c4d.db`, by the name and the whole path of that.
  ///
  /// - Parameters:
  ///   - configuration: the configuration's path; it is there.
  ///   - folder: the folder for all files.
  /// - Returns: the path.
  static func file(for configuration: String, in folder: String) -> String {
    let path = PathName.resolved(configuration) ?? configuration
    let digits = String(hash(path) >> 32, radix: 16)
    let name = PathName.stem(of: path)
    return "\(folder)/\(name)-\(String(repeating: "0", count: 8 - digits.count))\(digits).db"
  }

  /// Creates the folder, for its owner alone.
  static func create(_ folder: String) throws(FileAccess.Failure) {
    do {
      try Folder.create(folder, mode: 0o700)
    } catch {
      throw FileAccess.Failure(message: "the folder `\(folder)` cannot be made: \(error)")
    }
  }

  /// FNV-1a.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
