import Foundation
import MetschedConfiguration
import TestSupport
import Testing

@Suite("docs/configuration.md")
struct DocumentationTests {
  /// The YAML of the document; the lines of a widget are put into one.
  static let examples: [String] = {
    guard let text = try? Project.text(of: "docs/configuration.md") else { return [] }
    var examples: [String] = []
    var open: (text: String, isWidget: Bool)?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
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

  /// The files that the example of `include` includes.
  static let included = [
    "intents.yaml": "Timing: {parameters: {interval: {type: duration, default: 1h}}}\n",
    "clocks.yaml": "Clock: {intent: Timing, source: sample}\n",
    "kinds/day.yaml": "DayWidget: {source: sample}\n",
    "users/ann.yaml": "ann: {TheMetWidget: , Clock: {interval: 5m}, DayWidget: }\n",
    "events.yaml": "events: [{at: 2026-01-01T09:00, reload: Clock}]\n",
  ]

  @Test("has examples")
  func hasExamples() {
    #expect(Self.examples.count > 10)
  }

  @Test("has examples that are read without a word", arguments: examples)
  func isRead(_ example: String) throws {
    let isWhole = example.contains("widgets:")
    let loading = Loading(
      example + (isWhole ? "" : "widgets: {Clock: {source: sample}}\n"), files: Self.included)
    #expect(loading.output == "")
    _ = try loading.configuration()
  }

  @Test("names every key")
  func namesEveryKey() throws {
    let text = try Project.text(of: "docs/configuration.md")
    for name in KeyTable.all.flatMap(\.names) where !text.contains(name) {
      Issue.record("docs/configuration.md says nothing of `\(name)`")
    }
  }
}
