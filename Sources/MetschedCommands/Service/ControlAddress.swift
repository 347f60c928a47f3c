import MetschedSystem

/// Where the control sockets of services lie: one socket a service, named after its file.
enum ControlAddress {
  /// The longest path that a socket can have; `sun_path` is 108 bytes with the zero at its end.
  static let longestPath = 107

  /// The folders in which sockets may lie, the first of which takes new ones.
  ///
  /// `$XDG_RUNTIME_DIR/metsched`; where there is none, the folder of the state files.
  static func folders(_ environment: [String: String]) -> [String] {
    var folders: [String] = []
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      folders.append(runtime + "/metsched")
    }
    if let state = StatePath.folder({ environment[$0] }) { folders.append(state) }
    return folders
  }

  /// Returns the path of the socket for a configuration: `widget-1a2b3c4d.sock`.
  static func path(for configuration: String, in folder: String) -> String {
    StatePath.file(for: configuration, in: folder).dropLast(3) + ".sock"
  }

  /// Returns the sockets that lie there, whether or not somebody answers, in order of name.
  static func sockets(_ environment: [String: String]) -> [String] {
    folders(environment).flatMap { folder in
      let names = (try? Folder.names(in: folder)) ?? []
      return names.filter { $0.hasSuffix(".sock") }.sorted().map { "\(folder)/\($0)" }
    }
  }
}
