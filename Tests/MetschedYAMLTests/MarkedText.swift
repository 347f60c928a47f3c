import MetschedDiagnostics
import MetschedYAML
import Testing

/// A text in which `1️⃣`, `2️⃣`, … mark places; the marks are taken out, their offsets kept.
struct MarkedText {
  let text: String
  /// The byte offset of each mark, by its number.
  let marks: [Int: Int]

  init(_ marked: String) {
    var text = ""
    var marks: [Int: Int] = [:]
    for character in marked {
      let scalars = Array(character.unicodeScalars)
      if scalars.count == 3, scalars[1].value == 0xFE0F, scalars[2].value == 0x20E3,
        let number = Int(String(scalars[0]))
      {
        marks[number] = text.utf8.count
      } else {
        text.append(character)
      }
    }
    self.text = text
    self.marks = marks
  }

  /// The bytes between marks 1 and 2; an empty range at mark 1 where there is no second.
  var range: Range<Int>? {
    marks[1].map { $0..<(marks[2] ?? $0) }
  }
}

/// What parsing one text gave.
struct Parsed {
  let document: YAMLDocument?
  let diagnostics: Diagnostics
  let sources: SourceMap

  init(_ text: String, limits: YAMLLimits = YAMLLimits()) {
    self.init(Array(text.utf8), limits: limits)
  }

  init(_ bytes: [UInt8], path: String = "widget.yaml", limits: YAMLLimits = YAMLLimits()) {
    var sources = SourceMap()
    var diagnostics = Diagnostics()
    let file = sources.add(path: path, bytes: bytes)
    document = YAMLParser.parse(file, in: sources, limits: limits, diagnostics: &diagnostics)
    self.diagnostics = diagnostics
    self.sources = sources
    expectSame(file, limits)
  }

  /// Parses again, with a second thread and few events at once: nothing may differ.
  private func expectSame(_ file: FileID, _ limits: YAMLLimits) {
    for count in [1, 5] {
      var found = Diagnostics()
      var readAhead = ReadAhead()
      readAhead.smallestFile = 0
      readAhead.events = count
      let again = YAMLParser.parse(
        file, in: sources, limits: limits, readAhead: readAhead, diagnostics: &found)
      #expect(DiagnosticRenderer(sources: sources).text(found) == rendered)
      #expect(again?.events == document?.events)
      #expect(again?.hasExplicitEnd == document?.hasExplicitEnd)
    }
  }

  /// All diagnostics as text.
  var rendered: String {
    DiagnosticRenderer(sources: sources).text(diagnostics)
  }

  /// The node at a path of keys and element numbers, such as `users/0/name`; `` is the root.
  func node(_ path: String) -> Node? {
    path.split(separator: "/").reduce(document?.root) { node, step in
      if let index = Int(step), node?.kind == .sequence {
        return node.flatMap { Array($0.elements) }.flatMap {
          $0.indices.contains(index) ? $0[index] : nil
        }
      }
      return node?.value(forKey: String(step))
    }
  }
}
