/// The difference between two texts of as many lines, as `patch` and `git apply` read it.
///
/// Edits that put no line breaks keep the number of lines, so lines are compared one by one.
enum UnifiedDiff {
  /// The lines shown around a change.
  private static let context = 3

  /// Returns the difference, or nothing where there is none.
  ///
  /// - Precondition: both texts have the same number of line breaks.
  static func text(_ path: String, from old: [UInt8], to new: [UInt8]) -> String {
    let (old, new) = (lines(old), lines(new))
    precondition(old.count == new.count, "an edit has put a line break")
    let changes = old.indices.filter { old[$0] != new[$0] }
    guard !changes.isEmpty else { return "" }
    var output = "--- \(path)\n+++ \(path)\n"
    var rest = changes[...]
    while let first = rest.first {
      var last = first
      while let next = rest.first, next - last <= 2 * context {
        last = next
        rest.removeFirst()
      }
      let range = max(0, first - context)..<min(old.count, last + context + 1)
      output += hunk(range, old, new)
    }
    return output
  }

  private static func hunk(
    _ range: Range<Int>, _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]
  ) -> String {
    let place = "\(range.lowerBound + 1),\(range.count)"
    var output = "@@ -\(place) +\(place) @@\n"
    var index = range.lowerBound
    while index < range.upperBound {
      guard old[index] != new[index] else {
        output += line(" ", old[index])
        index += 1
        continue
      }
      let first = index
      while index < range.upperBound, old[index] != new[index] { index += 1 }
      for changed in first..<index { output += line("-", old[changed]) }
      for changed in first..<index { output += line("+", new[changed]) }
    }
    return output
  }

  private static func line(_ mark: String, _ line: ArraySlice<UInt8>) -> String {
    let text = mark + String(decoding: line, as: UTF8.self)
    return text.utf8.last == 0x0A ? text : text + "\n\\ No newline at end of file\n"
  }

  /// The lines with their ends.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }
}
