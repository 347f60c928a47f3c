import MetschedDiagnostics
import Testing

struct NearestTests {
  private static let keys = [
    "interval", "limit", "families", "reload", "reload-on", "query", "on-error",
  ]

  @Test(arguments: [
    ("inverval", "interval"), ("intervall", "interval"), ("Interval", "interval"),
    ("INTERVAL", "interval"), ("itnerval", "interval"), ("reload_on", "reload-on"),
    ("reloadOn", "reload-on"), ("limt", "limit"), ("familys", "families"), ("qery", "query"),
  ])
  func `a slip finds the word`(_ written: String, _ meant: String) {
    #expect(Nearest.match(written, among: Self.keys) == meant)
  }

  @Test(arguments: ["", "x", "colour", "zzzzzz", "lamp", String(repeating: "interval", count: 20)])
  func `what is far from all finds none`(_ written: String) {
    #expect(Nearest.match(written, among: Self.keys) == nil)
  }

  @Test func `of equals the first wins, and the word itself is no answer`() {
    #expect(Nearest.match("bat", among: ["cat", "hat"]) == "cat")
    #expect(Nearest.match("bat", among: ["hat", "cat"]) == "hat")
    #expect(Nearest.match("cat", among: ["cat"]) == nil)
  }
}
