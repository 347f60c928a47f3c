import MetschedConfiguration
import MetschedDiagnostics
import MetschedTime
import MetschedYAML
import Testing
import WidgetFamilies

/// A load of texts, with what a test asks of it.
struct Loading {
  let sources: SourceMap
  let result: ConfigurationLoader.Result

  init(
    _ text: String, overrides: [String] = [], set: [String] = [], options: [Assignment] = [],
    path: String = "widget.yaml", files: [String: String] = [:], limits: IncludeLimits? = nil,
    takesShortCuts: Bool = true, readAhead: Bool = false
  ) {
    self.init(
      bytes: Array(text.utf8), overrides: overrides, set: set, options: options, path: path,
      files: files, limits: limits, takesShortCuts: takesShortCuts,
      readAhead: readAhead)
  }

  init(
    bytes: [UInt8], overrides: [String] = [], set: [String] = [], options: [Assignment] = [],
    path: String = "widget.yaml", files: [String: String] = [:], limits: IncludeLimits? = nil,
    takesShortCuts: Bool = true, readAhead: Bool = false
  ) {
    var sources = SourceMap()
    let file = sources.add(path: path, bytes: bytes)
    var others: [FileID] = []
    for text in overrides {
      others.append(
        sources.add(path: "override\(others.count + 1).yaml", bytes: Array(text.utf8)))
    }
    var loader = ConfigurationLoader(
      file: file, overrides: others,
      assignments: set.map { Assignment(set: $0) } + options, files: MemoryFiles(files: files))
    if let limits { loader.includeLimits = limits }
    loader.takesShortCuts = takesShortCuts
    if readAhead {
      loader.readAhead.smallestFile = 0
      loader.readAhead.events = 16
    }
    result = loader.load(&sources)
    self.sources = sources
  }

  /// All diagnostics as people see them.
  var output: String {
    DiagnosticRenderer(sources: sources).text(result.diagnostics)
  }

  /// The configuration; a test without one fails with the diagnostics.
  func configuration(
    _ location: SourceLocation = #_sourceLocation
  ) throws -> Configuration {
    try #require(result.configuration, "\(output)", sourceLocation: location)
  }

  /// A place as `file:line:column`, or `built in`.
  func place(_ range: SourceRange?) -> String {
    guard let range else { return "built in" }
    let file = sources[range.file]
    let position = file.position(at: Int(range.start))
    return "\(file.path):\(position.line):\(position.column)"
  }

  /// Each placement with its interval, query and limit, in order.
  func table(_ location: SourceLocation = #_sourceLocation) throws -> [String] {
    let configuration = try configuration(location)
    return configuration.placements.map { placement in
      let plan = configuration.plans[Int(placement.plan)]
      let user = configuration.users[Int(placement.user)].name
      let kind = configuration.widgets[Int(placement.widget)].kind
      let query = plan.query.map { " " + $0 } ?? ""
      return "\(user)/\(kind)/\(placement.id)/\(placement.family.name) \(plan.interval)\(query)"
    }
  }
}

/// Files that exist only in memory, by their paths.
struct MemoryFiles: FileSource {
  var files: [String: String]

  func read(_ path: String) throws(FileSourceFailure) -> [UInt8] {
    guard let text = files[path] else {
      throw FileSourceFailure(message: "`\(path)` does not exist")
    }
    return Array(text.utf8)
  }

  func entries(of folder: String) throws(FileSourceFailure) -> [FolderEntry] {
    let inside = files.keys.filter { $0.hasPrefix(folder) }.map { $0.dropFirst(folder.count) }
    guard !inside.isEmpty else {
      throw FileSourceFailure(message: "the folder `\(folder)` does not exist")
    }
    let entries = inside.map { rest in
      FolderEntry(name: String(rest.prefix { $0 != "/" }), isFolder: rest.contains("/"))
    }
    return Array(Set(entries))
  }
}

/// Checks that each diagnostic points at its marker and that there is no other.
///
/// Markers stand in the text, right before the character that the diagnostic points at: `1️⃣` for
/// the first of the messages, `2️⃣` for the second, and so on. A message is the identifier, a
/// colon, and a part of the sentence.
func expectDiagnostics(
  _ marked: String, _ expected: String..., overrides: [String] = [], set: [String] = [],
  files: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
) {
  var text = ""
  var places: [Int: Int] = [:]
  for character in marked {
    if let number = markers.firstIndex(of: character) {
      places[number] = text.utf8.count
    } else {
      text.append(character)
    }
  }
  let loading = Loading(text, overrides: overrides, set: set, files: files)
  let found = loading.result.diagnostics.all
  for (index, message) in expected.enumerated() {
    let isThere = found.contains { diagnostic in
      guard let range = diagnostic.range else { return false }
      let isPlace = places[index].map { Int(range.start) == $0 && range.file.index == 0 } ?? true
      return isPlace && "\(diagnostic.id.rawValue): \(diagnostic.message)".contains(message)
    }
    #expect(
      isThere, "expected \(message); found\n\(loading.output)", sourceLocation: sourceLocation)
  }
  #expect(
    found.count == expected.count, "unexpected diagnostics:\n\(loading.output)",
    sourceLocation: sourceLocation)
}

private let markers: [Character] = ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣"]
