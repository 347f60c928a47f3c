import MetschedConfiguration
import MetschedDiagnostics

/// Makes the edits of a file, its override files and what they include that can mean nothing else.
///
/// Every edit is proved: the files are read again with it, and it stays only if less is wrong.
/// Nothing is written.
struct AutomaticFixes {
  /// An edit that was made.
  struct Fix {
    var id: DiagnosticID
    var path: String
    var position: SourcePosition
    /// What stood there.
    var text: String
    var replacement: String
  }

  private let path: String
  private let arguments: ParsedArguments
  /// The files that were changed as they stand on disk, by path.
  private(set) var originals: [String: [UInt8]] = [:]
  /// The files that were changed, by path.
  private(set) var changed: [String: [UInt8]] = [:]
  private(set) var fixes: [Fix] = []
  /// The files as they are with the edits.
  private(set) var loaded: LoadedConfiguration
  /// Whether there was an error before any edit.
  let hadErrors: Bool

  /// Reads a file and makes all edits, until there are no more.
  init(_ path: String, _ arguments: ParsedArguments) throws(FileAccess.Failure) {
    self.path = path
    self.arguments = arguments
    loaded = try LoadedConfiguration(path, arguments)
    hadErrors = loaded.diagnostics.hasErrors
    // Each round makes an edit and takes an error away, so there is an end; a syntax error hides
    // all others, and a file of nothing but slips has no more than this.
    for _ in 0..<1000 {
      guard try fixOnce() else { return }
    }
  }

  /// The paths that were changed, in the order in which they were read.
  var changedPaths: [String] {
    loaded.sources.files.map(\.path).filter { changed[$0] != nil }
  }

  // MARK: One round

  /// Makes all edits that are known, or where they do not go together those that do.
  private mutating func fixOnce() throws(FileAccess.Failure) -> Bool {
    let candidates = candidates
    guard !candidates.isEmpty else { return false }
    let all = try attempt(candidates)
    if Self.isBetter(all.loaded, than: loaded) {
      keep(all)
      return true
    }
    var best: Attempt?
    for candidate in candidates {
      let trial = try attempt((best?.candidates ?? []) + [candidate])
      if Self.isBetter(trial.loaded, than: best?.loaded ?? loaded) { best = trial }
    }
    guard let best else { return false }
    keep(best)
    return true
  }

  private mutating func keep(_ attempt: Attempt) {
    for path in attempt.contents.keys where originals[path] == nil {
      originals[path] = bytes(of: path)
    }
    changed = attempt.contents
    loaded = attempt.loaded
    fixes += attempt.fixes
  }

  /// What some edits give.
  private struct Attempt {
    var candidates: [Candidate]
    var fixes: [Fix]
    var contents: [String: [UInt8]]
    var loaded: LoadedConfiguration
  }

  private typealias Candidate = (fix: Fix, edit: TextEdits.Edit)

  private var candidates: [Candidate] {
    loaded.diagnostics.sorted.compactMap { diagnostic in
      guard let suggestion = diagnostic.suggestion, suggestion.isAutomatic else { return nil }
      let range = suggestion.range
      let file = loaded.sources[range.file]
      guard loaded.inputs.files.contains(file.path) else { return nil }
      let fix = Fix(
        id: diagnostic.id, path: file.path,
        position: file.position(at: range.offsets.lowerBound),
        text: loaded.sources.text(in: range), replacement: suggestion.replacement)
      return (fix, TextEdits.Edit(range.offsets, suggestion.replacement))
    }
  }

  /// Reads the files with edits made.
  private func attempt(_ candidates: [Candidate]) throws(FileAccess.Failure) -> Attempt {
    var edits: [String: TextEdits] = [:]
    var made: [Fix] = []
    for (fix, edit) in candidates where edits[fix.path, default: TextEdits()].insert(edit) {
      let isKnown = made.contains { $0.path == fix.path && $0.position == fix.position }
      if !isKnown { made.append(fix) }
    }
    var contents = changed
    for (path, edits) in edits {
      contents[path] = edits.applied(to: bytes(of: path))
    }
    return Attempt(
      candidates: candidates, fixes: made, contents: contents,
      loaded: try LoadedConfiguration(path, arguments, files: DiskFiles(edited: contents)))
  }

  /// The bytes of a file as it is with the edits.
  private func bytes(of path: String) -> [UInt8] {
    loaded.sources.files.first { $0.path == path }?.bytes ?? []
  }

  /// Whether less is wrong: fewer errors or, with as many, fewer warnings; and nothing more that
  /// is there twice.
  ///
  /// A syntax error hides all others, so there it is enough that it is gone.
  private static func isBetter(
    _ new: LoadedConfiguration, than old: LoadedConfiguration
  ) -> Bool {
    let (before, after) = (places(of: [.yamlSyntax], old), places(of: [.yamlSyntax], new))
    guard before.isEmpty else {
      return after.count < before.count
        || zip(before, after).contains { ($0.file, $0.start) < ($1.file, $1.start) }
    }
    let doubled: Set<DiagnosticID> = [
      .duplicateKey, .duplicateValue, .duplicatePlacement, .conflictingKeys,
    ]
    let (now, then) = (new.diagnostics, old.diagnostics)
    return after.isEmpty
      && (now.errorCount, now.warningCount) < (then.errorCount, then.warningCount)
      && places(of: doubled, new).count <= places(of: doubled, old).count
  }

  private static func places(
    of ids: Set<DiagnosticID>, _ loaded: LoadedConfiguration
  ) -> [SourceRange] {
    loaded.diagnostics.sorted.filter { ids.contains($0.id) }.compactMap(\.range)
  }
}
