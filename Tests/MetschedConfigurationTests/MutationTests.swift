import MetschedConfiguration
import MetschedDiagnostics
import TestSupport
import Testing

@Suite("A broken file")
struct MutationTests {
  @Test(
    "gives a configuration or an error, and never both", arguments: 1...4 as ClosedRange<UInt64>)
  func neverBoth(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let lines = ExampleTests.text.split(separator: "\n", omittingEmptySubsequences: false)
    let words = [
      "5", "-1", "null", "[]", "{}", "${x}", "\"${.x}\"", "1h", "*a", "&a b", "9999999d",
      "{include: a.yaml}", "{include: [\"?.yaml\"]}",
    ]
    for _ in 0..<150 {
      var changed = lines.map(String.init)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: changed.indices, using: &random)
        let word = words.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changed.remove(at: index)
        case 1: changed.insert(changed[index], at: index)
        case 2 where Bool.random(using: &random):
          let indentation = changed[index].prefix { $0 == " " }
          changed.insert(indentation + "include: [a.yaml, b.yaml]", at: index)
        case 2:
          changed[index] = String(changed[index].dropLast(Int.random(in: 0...9, using: &random)))
        default:
          let key = changed[index].prefix { $0 != ":" }
          changed[index] = key + ": " + word
        }
      }
      let text = changed.joined(separator: "\n")
      let loading = Loading(
        text, overrides: seed.isMultiple(of: 2) ? [text] : [],
        set: ["users.alice.MetSearchWidget.interval=1h"],
        files: ["a.yaml": text, "b.yaml": ExampleTests.text])
      let hasErrors = loading.result.diagnostics.hasErrors
      #expect((loading.result.configuration == nil) == hasErrors, "seed \(seed)\n\(text)")
    }
  }
}
