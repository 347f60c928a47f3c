import MetschedText

/// The source line of a diagnostic and the carets under it, laid out in terminal cells.
///
/// Tabs run to the next multiple of 4 in both lines; a line wider than `width` is cut around the
/// range with `…`; a range of several lines shows its first; an empty range gets one caret.
struct Snippet {
  /// The cells between two tab stops.
  static let tabWidth = 4
  /// The bytes read on either side of a range, so that a line of megabytes costs nothing.
  static let reach = 2_000

  /// The number of the line, from 1.
  let line: Int
  /// The line as it is shown.
  let text: String
  /// The blanks before the carets.
  let indent: Int
  /// The cells under which carets stand, at least 1.
  let length: Int

  private struct Cell {
    var text: String
    var width: Int
  }

  /// Lays out the first line of a range of bytes.
  init(of offsets: Range<Int>, in file: SourceFile, width: Int) {
    let start = min(offsets.lowerBound, file.bytes.count)
    line = file.position(at: start).line
    let bounds = file.byteRange(ofLine: line)
    let from = min(max(start, bounds.lowerBound), bounds.upperBound)
    let to = min(max(offsets.upperBound, from), bounds.upperBound)
    let left = Self.boundary(from: max(bounds.lowerBound, from - Self.reach), to: from, in: file)
    let right = min(bounds.upperBound, max(to, from + 1) + Self.reach, from + 2 * Self.reach)

    var cells: [Cell] = []
    var column = 0
    Self.append(file.bytes[left..<from], to: &cells, column: &column)
    let first = cells.count
    Self.append(file.bytes[from..<min(to, right)], to: &cells, column: &column)
    let last = cells.count
    Self.append(file.bytes[min(to, right)..<right], to: &cells, column: &column)

    let window = Self.window(
      cells, around: first, isCutLeft: left > bounds.lowerBound,
      isCutRight: right < bounds.upperBound, width: width)
    var shown = window.lowerBound > 0 || left > bounds.lowerBound ? "…" : ""
    let lead = shown.isEmpty ? 0 : 1
    for cell in cells[window] { shown += cell.text }
    if window.upperBound < cells.count || right < bounds.upperBound { shown += "…" }
    text = shown
    indent = lead + cells[window.lowerBound..<first].reduce(0) { $0 + $1.width }
    let marked = cells[first..<min(max(last, first), window.upperBound)]
    length = max(1, marked.reduce(0) { $0 + $1.width })
  }

  /// The carets: `^` under the first cell, `~` under the rest.
  var carets: String {
    "^" + String(repeating: "~", count: length - 1)
  }

  /// Moves an offset forward to the beginning of a UTF-8 sequence, but not past a limit.
  private static func boundary(from offset: Int, to limit: Int, in file: SourceFile) -> Int {
    var offset = offset
    while offset < limit, file.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }

  private static func append(_ bytes: ArraySlice<UInt8>, to cells: inout [Cell], column: inout Int)
  {
    for character in String(decoding: bytes, as: UTF8.self) {
      var cell = Cell(text: String(character), width: DisplayWidth.of(character))
      if character == "\t" {
        cell.width = tabWidth - column % tabWidth
        cell.text = String(repeating: " ", count: cell.width)
      } else {
        let visible = VisibleText.of(cell.text)
        if visible != cell.text {
          cell = Cell(text: visible, width: DisplayWidth.of(visible))
        }
      }
      column += cell.width
      cells.append(cell)
    }
  }

  /// Returns the cells to show: all, or as many as fit around the one where the range begins.
  private static func window(
    _ cells: [Cell], around first: Int, isCutLeft: Bool, isCutRight: Bool, width: Int
  ) -> Range<Int> {
    let total = cells.reduce(0) { $0 + $1.width }
    if total <= width, !isCutLeft, !isCutRight { return 0..<cells.count }
    var room = width - 2
    var lower = first
    var before = 0
    while lower > 0, before + cells[lower - 1].width <= room / 3 {
      lower -= 1
      before += cells[lower].width
    }
    room -= before
    var upper = first
    while upper < cells.count, cells[upper].width <= room {
      room -= cells[upper].width
      upper += 1
    }
    while lower > 0, cells[lower - 1].width <= room {
      lower -= 1
      room -= cells[lower].width
    }
    return lower..<upper
  }
}
