import Foundation
import MetschedAnalysis
import MetschedConfiguration
import Testing

/// What is another in one configuration than in another, without a run.
@Suite("Differences of configurations")
struct ConfigurationDifferenceTests {
  private static let intents = """
    intents:
      Search:
        parameters:
          query: {type: string, default: lily}
          interval: {type: integer, unit: s, default: 5, min: 2}
          frame: {type: choice, default: oak, options: [oak, pine]}

    """
  private static let widgets = """
    widgets:
      Clock: {source: sample}
      Met: {intent: Search, source: {file: a.json}, where: {frame: "${frame}"}}

    """
  private static let users = """
    users:
      ann: {Clock: , Met: {query: vase}}
      bob: {Met: {families: [systemSmall, systemLarge]}}

    """
  private static let file = "container: c\n" + intents + widgets + users

  private func text(_ old: String, _ new: String) throws -> String {
    ConfigurationDifference(
      old: try LoadedText(old).configuration(), new: try LoadedText(new).configuration()
    ).text()
  }

  /// Returns what differs once some words of the file are others.
  private func text(_ edits: (old: String, new: String)...) throws -> String {
    let new = edits.reduce(Self.file) { text, edit in
      text.replacingOccurrences(of: edit.old, with: edit.new)
    }
    return try text(Self.file, new)
  }

  @Test func `a file does not differ from itself, nor from one with other comments`() throws {
    #expect(try text().isEmpty)
    #expect(try text(("users:", "# who has what\nusers:")).isEmpty)
  }

  @Test func `a value of one user is one line`() throws {
    #expect(try text(("query: vase", "query: bowl")) == "~ ann/Met  query vase → bowl\n")
    #expect(
      try text(("query: vase", "interval: 1m")) == """
        ~ ann/Met  interval 5s → 1m, query vase → lily

        """)
  }

  @Test func `placements that change alike are one line`() throws {
    #expect(
      try text(("default: 5", "default: 10")) == """
        ~ 3 placements (ann/Met, bob/Met/main/systemSmall, bob/Met/main/systemLarge)  \
        interval 5s → 10s

        """)
  }

  @Test func `placements come and go`() throws {
    #expect(
      try text(("ann: {Clock: , ", "carl: {Clock: }\n  ann: {")) == """
        - ann/Clock
        + carl/Clock

        """)
  }

  @Test func `a parameter that turns no knob is compared, and what the widget does with it`() throws
  {
    #expect(
      try text(("{query: vase}", "{query: vase, frame: pine}"))
        == "~ ann/Met  frame oak → pine, where {frame: oak} → {frame: pine}\n")
  }

  @Test func `a kind and a parameter that are renamed are the same ones`() throws {
    #expect(
      try text(
        ("Met: {intent", "Museum: {was: Met, intent"), ("frame: {type", "wood: {was: frame, type"),
        ("${frame}", "${wood}"), ("Met:", "Museum:")
      ).isEmpty)
  }

  @Test func `a kind that is renamed without a word is another`() throws {
    #expect(
      try text(("Clock:", "Watch:")) == """
        - ann/Clock
        + ann/Watch

        """)
  }

  @Test func `what the widget says is compared key by key`() throws {
    #expect(
      try text(
        ("Clock: {source: sample}", "Clock: {source: {items: [{a: 1}]}, reload: {after: 6h}}"))
        == "~ ann/Clock  source sample → 1 item, reload atEnd → {after: 6h}\n")
    let one = Self.file.replacingOccurrences(
      of: "source: sample", with: "source: {items: [{a: 1}]}")
    #expect(
      try text(one, one.replacingOccurrences(of: "a: 1", with: "a: 2"))
        == "~ ann/Clock  source 1 item → other 1 item\n")
  }

  @Test func `zones, hosts and the clock are compared`() throws {
    #expect(
      try text(("ann: {", "ann: {timezone: Europe/Paris, host: {spacing: 5m}, "))
        == "~ 2 placements (ann/Clock, ann/Met)  timezone UTC → Europe/Paris, host.spacing 0s → 5m\n"
    )
    let clock = try text(("container: c", "container: c\nclock: {virtual: {seed: 7}}"))
    #expect(
      clock == """
        ~ clock system → virtual
        ~ clock.start nothing → 2026-01-01T00:00:00Z
        ~ clock.for nothing → 1d
        ~ clock.seed 0 → 7

        """)
  }

  @Test func `many users with the same edit are one line`() throws {
    func file(_ interval: Int) -> String {
      Self.intents + Self.widgets.replacingOccurrences(of: "{file: a.json}", with: "sample")
        + "users:\n" + (0..<2_000).map { "  u\($0): {Met: {interval: \(interval)}}\n" }.joined()
    }
    #expect(
      try text(file(5), file(6))
        == "~ 2,000 placements (u0/Met, u1/Met, u2/Met, …)  interval 5s → 6s\n")
  }
}
