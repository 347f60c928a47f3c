internal import MetschedDiagnostics
internal import MetschedYAML

/// An assignment of the command line: a path into the file, and the value that is put there.
///
/// `widgets.TheMetWidget.interval=3s` is shown as a source of its own, so that a diagnostic or
/// an origin can point into it. A segment with a dot in it is quoted: `users."ann.lee".…`.
package struct Assignment: Sendable {
  /// The option that people see as the source, such as `--set`.
  package var option: String
  /// The path that an option stands for, such as `clock.virtual.start`; nil for `--set` itself.
  package var path: String?
  /// The text after the option: `path=value`, or the value alone where the path is given.
  package var text: String

  /// Creates the assignment of `--set path=value`.
  package init(set text: String) {
    option = "--set"
    path = nil
    self.text = text
  }

  /// Creates the assignment that an option of its own stands for.
  ///
  /// `--start 2026-01-05T09:00` is `clock.virtual.start` with that value.
  package init(option: String, path: String, value: String) {
    self.option = option
    self.path = path
    text = value
  }

  /// One name of a path, and where it stands.
  struct Segment {
    var name: String
    var range: SourceRange
  }

  /// Adds the assignment to a tree of patches, and its text to the sources.
  func apply(to root: Patch, in sources: inout SourceMap, diagnostics: inout Diagnostics) {
    let bytes = Array(text.utf8)
    let splits = path == nil
    let equals = splits ? Self.equalsSign(in: bytes) : 0
    // The value is parsed at its own place: what stands before it is blanked out.
    var blanked = bytes
    let valueStart = splits ? (equals ?? 0) + 1 : 0
    for index in 0..<min(valueStart, bytes.count) { blanked[index] = UInt8(ascii: " ") }
    var scratch = sources
    _ = scratch.add(path: option, bytes: blanked)
    let file = sources.add(path: option, bytes: bytes)
    let whole = SourceRange(file: file, 0..<bytes.count)
    guard let equals else {
      diagnostics.append(.assignmentWithoutEquals(at: whole))
      return
    }
    let segments =
      path.map { Self.segments(Array($0.utf8), end: nil, at: whole) }
      ?? Self.segments(bytes, end: equals, at: whole)
    guard let segments else {
      diagnostics.append(.assignmentWithoutPath(at: whole))
      return
    }
    var found = Diagnostics()
    let document = YAMLParser.parse(file, in: scratch, diagnostics: &found)
    diagnostics.append(contentsOf: found)
    guard let document else { return }
    let rest = SourceRange(file: file, min(valueStart, bytes.count)..<bytes.count)
    root.assign(
      Patch.Replacement(node: document.root, range: document.root?.place ?? rest),
      at: segments[...])
  }

  /// Returns the offset of the first `=` outside quotes.
  private static func equalsSign(in bytes: [UInt8]) -> Int? {
    var isQuoted = false
    for (offset, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: "="), !isQuoted { return offset }
    }
    return nil
  }

  /// Returns the names of a path, or nil where one is empty.
  ///
  /// A path that is not written in the source itself has the place of the whole.
  private static func segments(
    _ bytes: [UInt8], end: Int?, at whole: SourceRange
  ) -> [Segment]? {
    var result: [Segment] = []
    var name: [UInt8] = []
    var start = 0
    var isQuoted = false
    let last = end ?? bytes.count
    for offset in 0...last {
      let byte = offset < last ? bytes[offset] : UInt8(ascii: ".")
      if offset < last, byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: "."), !isQuoted || offset == last {
        let text = String(decoding: name, as: UTF8.self)
        guard !text.isEmpty, !isQuoted else { return nil }
        let range = end == nil ? whole : SourceRange(file: whole.file, start..<offset)
        result.append(Segment(name: text, range: range))
        name = []
        start = offset + 1
      } else {
        name.append(byte)
      }
    }
    return result
  }
}
