import Foundation
import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import Testing

/// What new definitions do to what users have stored.
@Suite("Stored values")
struct StoredValuesTests {
  private static let file = """
    intents:
      Search:
        parameters:
          query: {type: string, default: lily, max-length: 20}
          interval: {type: integer, unit: s, default: 60, min: 2}
          frame: {type: choice, default: oak, options: [oak, pine]}
          rows: {type: integer, default: 3}
          families: {type: families, default: [systemSmall], options: [systemSmall, systemLarge]}
    widgets:
      Met: {intent: Search, source: sample, where: {frame: "${frame}", rows: "${rows}"}}
    users:
      ann: {Met: {query: vase, interval: 30, frame: pine, rows: 5}}
      bob: {Met: {families: [systemSmall, systemLarge], interval: 45s}}
      eve: {Met: }

    """

  /// Returns what becomes of what is stored once some words of the definitions are others: `-` before
  /// what breaks and `+` before what is taken along, then the number of placements.
  private func changes(_ edits: (old: String, new: String)...) throws -> [String] {
    var definitions = Self.file
    let users = definitions.range(of: "users:").map { String(definitions[$0.lowerBound...]) } ?? ""
    definitions.removeLast(users.count)
    for edit in edits {
      #expect(definitions.contains(edit.old))
      definitions = definitions.replacingOccurrences(of: edit.old, with: edit.new)
    }
    let old = LoadedText(Self.file)
    let new = LoadedText(definitions + users)
    let difference = ConfigurationDifference(
      old: try old.configuration(),
      new: try #require(new.result.configuration ?? new.result.remainder))
    let stored = StoredValues(difference) { old.sources.text(in: $0) }
    for error in new.result.diagnostics.all where error.severity == .error {
      #expect(stored.explains(error) { new.sources.text(in: $0) }, "\(error.message)")
    }
    #expect((new.result.configuration == nil) == !stored.broken.isEmpty)
    return stored.changes.map {
      "\($0.isBreak ? "-" : "+") \($0.text) \($0.values) \($0.placements.count)"
    }
  }

  @Test func `definitions that are as before break nothing`() throws {
    #expect(try changes().isEmpty)
    #expect(try changes(("default: lily", "default: rose"), ("min: 2", "min: 30")).isEmpty)
  }

  @Test func `a kind that is gone breaks its placements, one that is renamed takes them along`()
    throws
  {
    #expect(try changes(("Met:", "Museum:")) == ["- `Met` is gone [] 4"])
    #expect(
      try changes(("Met: {", "Museum: {was: Met, ")) == ["+ `Met` is `Museum` now [] 4"])
  }

  @Test func `a family that is dropped breaks those who have it`() throws {
    let fewer = try changes(
      ("Met: {", "Met: {families: [systemSmall, systemMedium], "),
      ("options: [systemSmall, systemLarge]", "options: [systemSmall, systemMedium]"))
    #expect(
      fewer == [
        "- `Met` does not support `systemLarge` any more [] 1"
      ])
  }

  @Test func `a family that is no option any more breaks those who picked it`() throws {
    let found = try changes(
      ("options: [systemSmall, systemLarge]", "options: [systemSmall, systemMedium]"))
    #expect(
      found == [
        "- `Met`: `families` names `systemLarge`, but only `systemSmall` or `systemMedium` is allowed "
          + "[\"systemLarge\"] 1"
      ])
  }

  @Test func `a parameter that is gone breaks its values, one that is renamed takes them along`()
    throws
  {
    #expect(
      try changes(("      query: {type: string, default: lily, max-length: 20}\n", "")) == [
        "- `query` of `Met` is gone [\"vase\"] 1"
      ])
    #expect(
      try changes(("query: {", "words: {was: query, ")) == [
        "+ `query` of `Met` is `words` now [\"vase\"] 1"
      ])
    #expect(
      try changes(
        ("intent: Search, ", ""), (", where: {frame: \"${frame}\", rows: \"${rows}\"}", "")
      )
      .count == 4)
  }

  @Test func `a parameter of another type breaks the values that it cannot read`() throws {
    let changes = try changes(
      (
        "interval: {type: integer, unit: s, default: 60, min: 2}",
        "interval: {type: duration, default: 1m}"
      ))
    #expect(changes.count == 1)
    #expect(changes[0].hasPrefix("- `Met`: "))
    #expect(changes[0].hasSuffix(", which was integer and is duration now [\"30\"] 1"))
  }

  @Test func `a range that is narrower breaks the values outside of it, once for all users`() throws
  {
    let narrower = try changes(("min: 2", "min: 50"))
    #expect(
      narrower == [
        "- `Met`: `interval` is 30s, but at least 50s is allowed [\"30\", \"45s\"] 3"
      ])
    #expect(
      try changes(("min: 2", "min: 40, invalid: default")).map { $0.prefix(16) } == [
        "+ `Met`: `interv"
      ])
    #expect(
      try changes(("lily, max-length: 20", "a, max-length: 3")).map { $0.suffix(11) } == [
        " [\"vase\"] 1"
      ])
  }

  @Test func `an option that is gone breaks its values, one that is renamed takes them along`()
    throws
  {
    #expect(
      try changes(("[oak, pine]", "[oak, fir]")).map { $0.prefix(30) } == [
        "- `Met`: `frame` is `pine`, bu"
      ])
    #expect(
      try changes(("[oak, pine]", "[oak, {name: fir, was: pine}]")) == [
        "+ `pine` of `frame` in `Met` is `fir` now [\"pine\"] 1"
      ])
  }

  @Test func `a condition breaks the values of families without the parameter`() throws {
    #expect(
      try changes(
        ("rows: {type: integer, ", "rows: {type: integer, when: {families: [systemLarge]}, "))
        == ["- `Met`: `rows` exists in `systemLarge` only [\"5\"] 1"])
    #expect(
      try changes(
        ("rows: {type: integer, ", "rows: {type: integer, when: {families: [systemSmall]}, ")
      ).isEmpty)
  }
}
