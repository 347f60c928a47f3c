internal import MetschedDiagnostics
internal import MetschedYAML

/// How much `include` may ask for.
package struct IncludeLimits: Hashable, Sendable {
  /// The files inside each other: 16.
  package var depth = 16
  /// The files that a file and what it includes ask for: 10,000.
  package var files = 10_000
  /// The bytes of all of them: 256 MiB.
  package var bytes = 256 << 20

  /// Creates the limits described at each property.
  package init() {}
}

/// Carries out `include:` at the top of a file and in `intents`, `widgets` and `users`.
///
/// Files are parsed and their entries put in the place of the key; nothing is copied, so that
/// every place stays that of the file in which it is written.
struct Includer {
  let source: any FileSource
  let limits: IncludeLimits
  var sources: SourceMap
  var diagnostics = Diagnostics()
  var inputs = ConfigurationInputs()
  /// The main file, to which paths of the command line are relative.
  private let main: FileID
  /// The files that were read, so that those of the command line are told from them.
  private var read: Set<FileID>
  private var bytes = 0
  /// The files that each section of the file at hand has, and where they were included.
  var included: [Section: [String: SourceRange]] = [:]
  /// Where each file that was read is named.
  private(set) var includedAt: [FileID: SourceRange] = [:]

  /// A mapping that may include files.
  enum Section: Hashable {
    case root
    case names(FileKey)

    /// The mappings of the file that may include.
    static let keys: [FileKey] = [.intents, .widgets, .users]
  }

  /// Where a file stands that is being read.
  struct Place {
    var section: Section
    /// The files that are being read, each included by the one before.
    var chain: [(path: FilePath, range: SourceRange?)]
  }

  init(_ source: any FileSource, limits: IncludeLimits, sources: SourceMap, files: [FileID]) {
    self.source = source
    self.limits = limits
    self.sources = sources
    main = files[0]
    read = Set(files)
    inputs.files = files.map { sources[$0].path }
  }

  // MARK: The files of an `include`

  /// A file that was included: its root, if it holds a mapping.
  struct Included {
    var root: Node
    var place: Place
  }

  /// Reads the files that an `include` names.
  mutating func files(
    _ field: Field, at place: Place
  ) -> [Included] {
    let elements: [PatchedNode]
    switch field.value.kind {
    case .null, .broken: return []
    case .scalar: elements = [field.value]
    case .sequence: elements = field.value.elements
    case .mapping:
      diagnostics.append(.wrongType(field, expected: FileKey.include.shape.words))
      return []
    }
    var result: [Included] = []
    for element in elements {
      let field = field.element(element)
      guard element.kind == .scalar else {
        if element.kind != .broken {
          diagnostics.append(.wrongType(field, expected: "a path such as `users.yaml`"))
        }
        continue
      }
      for path in paths(field) {
        if let file = file(path, field, at: place) { result.append(file) }
      }
    }
    return result
  }

  /// Returns the one path of a text, or those that its pattern finds.
  private mutating func paths(_ field: Field) -> [FilePath] {
    let text = field.value.text
    guard !text.isEmpty else {
      diagnostics.append(.emptyText(field, example: "users.yaml"))
      return []
    }
    let writer = read.contains(field.range.file) ? field.range.file : main
    let path = FilePath(text, in: sources[writer].path)
    guard path.isPattern else { return [path] }
    guard !text.contains("**") else {
      diagnostics.append(.deepPattern(field))
      return []
    }
    do throws(FileSourceFailure) {
      var folders: [String] = []
      defer { for folder in folders { inputs.add(folder: folder) } }
      let own = FilePath(sources[writer].path, in: "").identity
      let found = try path.matches { (folder) throws(FileSourceFailure) in
        folders.append(folder)
        return try source.entries(of: folder)
      }.filter { $0.identity != own }
      if found.isEmpty { diagnostics.append(.emptyPattern(field)) }
      return found
    } catch {
      diagnostics.append(.unreadableInclude(error.message, field))
      return []
    }
  }

  private mutating func file(
    _ path: FilePath, _ field: Field, at place: Place
  ) -> Included? {
    let identity = path.identity
    if let first = place.chain.firstIndex(where: { $0.path.identity == identity }) {
      diagnostics.append(.includeCycle(field, path.text, place.chain[first...].map { $0 }))
      return nil
    }
    if let first = included[place.section]?[identity] {
      // A pattern means what is not there yet.
      if !FilePath(field.value.text, in: "").isPattern {
        diagnostics.append(.includedTwice(field, first: first))
      }
      return nil
    }
    included[place.section, default: [:]][identity] = field.range
    guard place.chain.count <= limits.depth else {
      diagnostics.append(
        .includeLimit("more than \(limits.depth) files include each other here", field))
      return nil
    }
    guard inputs.files.count < limits.files else {
      diagnostics.append(.includeLimit("more than \(limits.files) files are included", field))
      return nil
    }
    inputs.add(file: path.text)
    guard let root = root(of: path, field) else { return nil }
    var inside = place
    inside.chain.append((path, field.range))
    return Included(root: root, place: inside)
  }

  /// Reads and parses a file, and returns what it holds; nil where that is nothing, or no mapping.
  private mutating func root(of path: FilePath, _ field: Field) -> Node? {
    let content: [UInt8]
    do throws(FileSourceFailure) {
      content = try source.read(path.text)
    } catch {
      diagnostics.append(.unreadableInclude(error.message, field))
      return nil
    }
    bytes += content.count
    guard bytes <= limits.bytes else {
      diagnostics.append(
        .includeLimit("the included files have more than \(limits.bytes) bytes", field))
      return nil
    }
    let file = sources.add(path: path.text, bytes: content)
    read.insert(file)
    includedAt[file] = field.range
    let document = YAMLParser.parse(file, in: sources, diagnostics: &diagnostics)
    guard let root = document?.root, !root.isNull else { return nil }
    guard root.kind == .mapping else {
      let whole = Field(name: "the file", keyRange: root.place, value: PatchedNode(root))
      if root.kind != .alias {
        diagnostics.append(.includedNoMapping(whole, includedAt: field.range))
      }
      return nil
    }
    return root
  }
}

extension ConfigurationInputs {
  /// Adds a file once.
  mutating func add(file: String) {
    if !files.contains(file) { files.append(file) }
  }

  /// Adds a folder once.
  mutating func add(folder: String) {
    if !folders.contains(folder) { folders.append(folder) }
  }
}
