/// The difference between two texts, as `patch` and `git apply` read it.
enum UnifiedDiff {
  /// The lines shown around a change.
  private static let context = 3
  /// The pairs of lines that are compared at most; larger changes are shown as one.
  private static let longestComparison = 4_000_000

  private typealias Line = ArraySlice<UInt8>

  private enum Part {
    case same(Line)
    case removed(Line)
    case inserted(Line)
  }

  /// Returns the difference, or nothing where there is none.
  ///
  /// Texts of as many lines are compared line by line, which is how edits without line breaks
  /// change them.
  static func text(_ path: String, from old: [UInt8], to new: [UInt8]) -> String {
    let (old, new) = (lines(old), lines(new))
    let parts = old.count == new.count ? paired(old, new) : aligned(old, new)
    let hunks = hunks(parts)
    return hunks.isEmpty ? "" : "--- \(path)\n+++ \(path)\n" + hunks
  }

  // MARK: Parts

  private static func paired(_ old: [Line], _ new: [Line]) -> [Part] {
    var parts: [Part] = []
    var index = 0
    while index < old.count {
      guard old[index] != new[index] else {
        parts.append(.same(old[index]))
        index += 1
        continue
      }
      let first = index
      while index < old.count, old[index] != new[index] { index += 1 }
      parts += old[first..<index].map { .removed($0) }
      parts += new[first..<index].map { .inserted($0) }
    }
    return parts
  }

  private static func aligned(_ old: [Line], _ new: [Line]) -> [Part] {
    var head = 0
    while head < min(old.count, new.count), old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < min(old.count, new.count) - head,
      old[old.count - 1 - tail] == new[new.count - 1 - tail]
    { tail += 1 }
    let (left, right) = (old[head..<old.count - tail], new[head..<new.count - tail])
    var parts: [Part] = old[..<head].map { .same($0) }
    if left.count * right.count <= longestComparison {
      parts += changed(Array(left), Array(right))
    } else {
      parts += left.map { .removed($0) } + right.map { .inserted($0) }
    }
    return parts + old[(old.count - tail)...].map { .same($0) }
  }

  private static func changed(_ old: [Line], _ new: [Line]) -> [Part] {
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for case .remove(let offset, _, _) in difference { removed.insert(offset) }
    for case .insert(let offset, _, _) in difference { inserted.insert(offset) }
    var parts: [Part] = []
    var (index, other) = (0, 0)
    while index < old.count || other < new.count {
      if removed.contains(index) {
        parts.append(.removed(old[index]))
        index += 1
      } else if inserted.contains(other) {
        parts.append(.inserted(new[other]))
        other += 1
      } else {
        parts.append(.same(old[index]))
        (index, other) = (index + 1, other + 1)
      }
    }
    return parts
  }

  // MARK: Hunks

  private static func hunks(_ parts: [Part]) -> String {
    let changes = parts.indices.filter { if case .same = parts[$0] { false } else { true } }
    var output = ""
    var (done, oldLine, newLine) = (0, 1, 1)
    var rest = changes[...]
    while let first = rest.first {
      var last = first
      while let next = rest.first, next - last <= 2 * context {
        last = next
        rest.removeFirst()
      }
      let range = max(done, first - context)..<min(parts.count, last + context + 1)
      for part in parts[done..<range.lowerBound] { advance(part, &oldLine, &newLine) }
      let (oldStart, newStart) = (oldLine, newLine)
      var body = ""
      for part in parts[range] {
        body += text(part)
        advance(part, &oldLine, &newLine)
      }
      let old = place(oldStart, oldLine - oldStart)
      output += "@@ -\(old) +\(place(newStart, newLine - newStart)) @@\n" + body
      done = range.upperBound
    }
    return output
  }

  /// A range without lines names the line before it.
  private static func place(_ start: Int, _ count: Int) -> String {
    "\(count == 0 ? start - 1 : start),\(count)"
  }

  private static func advance(_ part: Part, _ old: inout Int, _ new: inout Int) {
    switch part {
    case .same: (old, new) = (old + 1, new + 1)
    case .removed: old += 1
    case .inserted: new += 1
    }
  }

  private static func text(_ part: Part) -> String {
    switch part {
    case .same(let line): text(" ", line)
    case .removed(let line): text("-", line)
    case .inserted(let line): text("+", line)
    }
  }

  private static func text(_ mark: String, _ line: Line) -> String {
    let text = mark + String(decoding: line, as: UTF8.self)
    return text.utf8.last == 0x0A ? text : text + "\n\\ No newline at end of file\n"
  }

  /// The lines with their ends.
  private static func lines(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }
}
