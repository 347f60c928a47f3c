import Foundation
import MetschedConfiguration
import Testing

@Suite("docs/configuration.md")
struct DocumentationTests {
  /// The YAML of the document; the lines of a widget are put into one.
  static let examples: [String] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/configuration.md")
    guard let data = try? Data(contentsOf: file) else { return [] }
    var examples: [String] = []
    var open: (text: String, isWidget: Bool)?
    for line in String(decoding: data, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("```") {
        if let example = open {
          examples.append(example.text)
          open = nil
        } else {
          let isWidget = line == "```yaml widget"
          open = (isWidget ? "widgets:\n  Clock:\n" : "", isWidget)
        }
      } else if let example = open {
        open?.text = example.text + (example.isWidget ? "    " : "") + line + "\n"
      }
    }
    return examples
  }()

  @Test("has examples")
  func hasExamples() {
    #expect(Self.examples.count > 10)
  }

  @Test("has examples that are read without a word", arguments: examples)
  func isRead(_ example: String) throws {
    let isWhole = example.contains("widgets:")
    let loading = Loading(example + (isWhole ? "" : "widgets: {Clock: {source: sample}}\n"))
    #expect(loading.output == "")
    _ = try loading.configuration()
  }

  @Test("names every key")
  func namesEveryKey() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/configuration.md")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    for name in KeyTable.all.flatMap(\.names) where !text.contains(name) {
      Issue.record("docs/configuration.md says nothing of `\(name)`")
    }
  }
}
