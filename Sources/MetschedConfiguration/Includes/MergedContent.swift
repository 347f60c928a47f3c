internal import MetschedDiagnostics
internal import MetschedYAML

/// What a mapping or a list holds once `include` is carried out: entries of several files, each
/// with the place where it is written.
final class MergedContent: Sendable {
  struct Entry: Sendable {
    /// The key's text; nil where the key is no scalar.
    var name: String?
    var keyRange: SourceRange
    /// The value; nil where only `--set` says something below the key.
    var value: Node?
    /// What the value holds, where that comes of several files too.
    var merged: MergedContent?
  }

  /// The entries of a mapping.
  let entries: [Entry]
  /// The elements of a list.
  let elements: [Node]

  init(entries: [Entry] = [], elements: [Node] = []) {
    self.entries = entries
    self.elements = elements
  }
}
