import MetschedConfiguration
import MetschedDiagnostics

/// The file and the override file that `set` works on, in memory.
struct EditedFiles {
  let path: String
  let overridePath: String?
  private var sources = SourceMap()
  /// The files with those that they include, as they were loaded last.
  private(set) var known = SourceMap()
  private let main: FileID
  private let override: FileID?

  /// The file that is edited.
  var target: FileID { override ?? main }
  var isOverride: Bool { override != nil }
  var targetPath: String { overridePath ?? path }

  /// Reads the files; an override file that is not there is empty.
  init(_ path: String, overrides: String?) throws(FileAccess.Failure) {
    self.path = path
    overridePath = overrides
    main = sources.add(path: path, bytes: try FileAccess.read(path))
    var override: FileID?
    if let overrides {
      let bytes = FileAccess.exists(overrides) ? try FileAccess.read(overrides) : []
      override = sources.add(path: overrides, bytes: bytes)
    }
    self.override = override
  }

  /// The bytes of the file that is edited.
  var bytes: [UInt8] { sources[target].bytes }

  /// Puts other bytes in the place of those of the file that is edited.
  mutating func replace(by bytes: [UInt8]) {
    sources = sources.replacing(target, by: bytes)
  }

  /// Decodes both files, with what they include.
  mutating func load() -> ConfigurationLoader.Result {
    known = sources
    let overrides = override.map { [$0] } ?? []
    // Included files are read from the disk; what is edited is never one of them.
    return ConfigurationLoader(file: main, overrides: overrides, files: DiskFiles()).load(&known)
  }
}
