/// Replacements in one text, none of which touches another.
package struct TextEdits: Sendable {
  /// Bytes that are replaced; an empty range inserts.
  package struct Edit: Hashable, Sendable {
    package var range: Range<Int>
    package var replacement: String

    package init(_ range: Range<Int>, _ replacement: String) {
      self.range = range
      self.replacement = replacement
    }
  }

  /// The edits, by place.
  package private(set) var all: [Edit] = []

  package init() {}

  /// Adds an edit, unless it touches one that is there.
  ///
  /// - Returns: whether it was added; one that is there already is as good as added.
  package mutating func insert(_ edit: Edit) -> Bool {
    if all.contains(edit) { return true }
    let touches = all.contains {
      $0.range.lowerBound <= edit.range.upperBound && edit.range.lowerBound <= $0.range.upperBound
    }
    guard !touches else { return false }
    let index = all.firstIndex { edit.range.lowerBound < $0.range.lowerBound } ?? all.count
    all.insert(edit, at: index)
    return true
  }

  /// Returns the bytes with the edits made, and all others as they are.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in all {
      result += bytes[position..<edit.range.lowerBound]
      result += edit.replacement.utf8
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }
}
