import MetschedConfiguration
import MetschedDiagnostics

/// The files that `set` works on, in memory: one is edited, the others stay as they were read.
struct EditedFiles {
  private let path: String
  private let overridePath: String?
  /// What was read of each file, and then what is to be written.
  private var files = DiskFiles()
  /// The files with those that they include, as they were loaded last.
  private(set) var known = SourceMap()
  private static let main = FileID(index: 0)

  private var override: FileID? { overridePath == nil ? nil : FileID(index: 1) }

  /// Reads the files; an override file that is not there is empty.
  init(_ path: String, overrides: String?) throws(FileAccess.Failure) {
    self.path = path
    overridePath = overrides
    files.edited[path] = try FileAccess.read(path)
    if let overrides {
      files.edited[overrides] = FileAccess.exists(overrides) ? try FileAccess.read(overrides) : []
    }
  }

  /// Puts other bytes in the place of those of a file.
  mutating func replace(_ file: FileID, by bytes: [UInt8]) {
    files.edited[known[file].path] = bytes
  }

  /// Decodes all files; those that are included are read from the disk once.
  mutating func load() -> ConfigurationLoader.Result {
    known = SourceMap()
    let paths = [path] + (overridePath.map { [$0] } ?? [])
    let given = paths.map { known.add(path: $0, bytes: files.edited[$0] ?? []) }
    let result = ConfigurationLoader(
      file: given[0], overrides: Array(given.dropFirst()), files: files
    ).load(&known)
    for file in known.files where files.edited[file.path] == nil {
      files.edited[file.path] = file.bytes
    }
    return result
  }

  /// Returns the file in which a placement's values stand, or are to stand.
  func target(of placement: Placement, _ result: ConfigurationLoader.Result) -> EditTarget {
    result.target(of: placement, main: Self.main, override: override)
  }

  /// What is wrong with editing a file that is read in two places; nil where it is not.
  func sharing(
    of file: FileID, _ result: ConfigurationLoader.Result
  ) -> Diagnostic? {
    guard let identity = FileAccess.identity(of: known[file].path) else { return nil }
    let other = known.files.indices.map { FileID(index: UInt32($0)) }.first { other in
      other != file && FileAccess.identity(of: known[other].path) == identity
    }
    guard let other else { return nil }
    let readings = [file, other].map { file in
      let path = known[file].path
      if let range = result.includedAt[file] {
        return Diagnostic.Note("`\(path)` is included here", at: range)
      }
      let role = file == Self.main ? "the file" : "the override file"
      return Diagnostic.Note("`\(path)` is \(role) of the command line")
    }
    return .error(
      .sharedValue,
      "`\(known[file].path)` is read in two places, so an edit would change both",
      at: result.includedAt[file] ?? result.includedAt[other], notes: readings)
  }
}
