import MetschedConfiguration
import MetschedText
import MetschedYAML

/// A resolved configuration as YAML: one value a line, two spaces a level, lists of scalars in
/// brackets.
struct ConfigurationYAML {
  /// Returns the comment behind a value; nil for none.
  let comment: (Origin) -> String?
  private var lines: [(text: String, comment: String?)] = []

  init(comment: @escaping (Origin) -> String?) {
    self.comment = comment
  }

  /// Returns the whole file.
  mutating func text(of node: ResolvedNode) -> String {
    lines.removeAll()
    write(node, indentation: "", after: "")
    let width = lines.reduce(0) { width, line in
      // A long line does not push the comments of all others away.
      let own = DisplayWidth.of(line.text)
      return line.comment == nil || own > 44 ? width : max(width, own)
    }
    return lines.map { line in
      guard let comment = line.comment else { return line.text + "\n" }
      let space = String(repeating: " ", count: max(0, width - DisplayWidth.of(line.text)))
      return "\(line.text)\(space)  # \(comment)\n"
    }.joined()
  }

  /// Writes a value behind what stands before it on its line, such as `interval:` or `-`.
  private mutating func write(_ node: ResolvedNode, indentation: String, after head: String) {
    if node.isSingleValue {
      let gap = head.isEmpty ? "" : " "
      lines.append((head + gap + Self.inline(node), node.origin.flatMap(comment)))
      return
    }
    switch node.content {
    case .mapping(let entries):
      // A mapping in a list begins behind the dash.
      let isElement = head.hasSuffix("-")
      if !head.isEmpty, !isElement { lines.append((head, nil)) }
      for (index, entry) in entries.enumerated() {
        let key = ScalarText.scalar(entry.name) + ":"
        let start = isElement && index == 0 ? head + " " : indentation
        write(entry.node, indentation: indentation + "  ", after: start + key)
      }
    case .list(let elements):
      if head.hasSuffix("-") {
        // A list in a list has a line of its own for each element.
        for (index, element) in elements.enumerated() {
          let start = index == 0 ? head + " -" : indentation + "-"
          write(element, indentation: indentation + "  ", after: start)
        }
        return
      }
      lines.append((head, nil))
      for element in elements {
        write(element, indentation: indentation + "  ", after: indentation + "-")
      }
    case .scalar, .null: break
    }
  }

  private static func inline(_ node: ResolvedNode) -> String {
    switch node.content {
    case .null: "null"
    case .scalar(let text, let isText): ScalarText.scalar(text, isText: isText)
    case .list(let elements): "[" + elements.map(inline).joined(separator: ", ") + "]"
    case .mapping: "{}"
    }
  }
}
