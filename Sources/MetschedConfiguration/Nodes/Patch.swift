internal import MetschedDiagnostics
internal import MetschedYAML

/// What `--set` changes at one node and below it.
///
/// A tree beside the file's own: a patch either replaces the node's value or changes some of its
/// children. The decoder walks both at once, so the file's text and places stay as they are.
// SAFETY: patches change while assignments are applied, which is before any node is read, and then
// never again.
final class Patch: @unchecked Sendable {
  /// The path segment that names the node in its parent.
  let name: String
  /// Where the segment stands in the assignment.
  let range: SourceRange
  /// The new value; nil where only children change.
  private(set) var replacement: Replacement?
  /// The changes below, in the order in which they were first named.
  private(set) var children: [Patch] = []

  /// A new value, and where it stands; an assignment of nothing has no node.
  struct Replacement {
    var node: Node?
    var range: SourceRange
  }

  init(name: String, range: SourceRange) {
    self.name = name
    self.range = range
  }

  /// Returns the change of a child, or nil.
  func child(named name: String) -> Patch? {
    children.first { $0.name == name }
  }

  /// Returns the same changes, which further assignments leave as they are.
  func copy() -> Patch {
    let copy = Patch(name: name, range: range)
    copy.replacement = replacement
    copy.children = children.map { $0.copy() }
    return copy
  }

  /// Replaces the value below a path; what was assigned there before is gone.
  func assign(_ replacement: Replacement, at path: ArraySlice<Assignment.Segment>) {
    guard let segment = path.first else {
      self.replacement = replacement
      children = []
      return
    }
    let next: Patch
    if let known = child(named: segment.name) {
      next = known
    } else {
      next = Patch(name: segment.name, range: segment.range)
      children.append(next)
    }
    next.assign(replacement, at: path.dropFirst())
  }
}
