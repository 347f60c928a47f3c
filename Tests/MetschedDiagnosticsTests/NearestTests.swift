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

  @Test func `it is clear what is meant where nothing else is as near`() {
    #expect(Nearest.find("inverval", among: Self.keys) == .init("interval", isClear: true))
    #expect(Nearest.find("bat", among: ["cat", "hat"]) == .init("cat", isClear: false))
    #expect(Nearest.find("hat", among: ["cat", "Hat"]) == .init("Hat", isClear: false))
    #expect(Nearest.find("clokc", among: ["clock", "cloak"]) == .init("clock", isClear: true))
    // Three letters are still worth a question, but no more than that.
    #expect(
      Nearest.find("faxmxilixes", among: ["families", "x"]) == .init("families", isClear: false))
    #expect(Nearest.find("limt", among: ["limit", "limit"]) == .init("limit", isClear: true))
  }

  @Test func `of equals the first wins, and the word itself is no answer`() {
    #expect(Nearest.match("bat", among: ["cat", "hat"]) == "cat")
    #expect(Nearest.match("bat", among: ["hat", "cat"]) == "hat")
    #expect(Nearest.match("cat", among: ["cat"]) == nil)
  }
}
