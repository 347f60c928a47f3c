import Foundation
import TestSupport
import Testing

/// `compare` and `dst`, as the binary that people get.
@Suite("Comparisons")
struct ComparisonTests {
  private func objects(_ arguments: [String]) async throws -> [[String: Any]] {
    let outcome = try await Metsched.run(arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try outcome.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test func `a comparison is what it was when somebody last looked`() async throws {
    let outcome = try await Metsched.run([
      "compare", "examples/policies.yaml", "me/AfterWidget", "--set", "host=widgetkit",
    ])
    try Golden.expect(outcome.output, in: "compare-policies.txt")
    #expect(outcome.status == 0)
  }

  @Test func `a policy is granted what a run of the file with it is granted`() async throws {
    let file = "examples/widget.yaml"
    for (policy, value) in [("{after: 6h}", "{after: 6h}"), ("{after: end}", "{after: end}")] {
      let table = try await objects([
        "compare", file, "--set", "host=widgetkit", "--for", "3d", "--format", "json",
      ])
      let rows = try #require(table[0]["policies"] as? [[String: Any]])
      let row = try #require(rows.first { $0["policy"] as? String == policy })
      let run = try await objects([
        "run", file, "--set", "host=widgetkit", "--set", "widgets.WordWidget.reload=\(value)",
        "--for", "3d", "--format", "json",
      ])
      let reloads = run.filter { $0["what"] as? String == "reload" }.count
      let shown = run.filter { $0["what"] as? String == "show" }.count
      #expect(row["granted"] as? Int == reloads - 1)
      #expect(row["entries"] as? Int == shown)
    }
  }

  @Test func `a reload that changes nothing is wasted, one that brings the next item is not`()
    async throws
  {
    let table = try await objects([
      "compare", "Tests/Fixtures/warnings/nothing-changed.yaml", "--format", "json",
    ])
    let rows = try #require(table[0]["policies"] as? [[String: Any]])
    let hourly = try #require(rows.first { $0["policy"] as? String == "{after: 1h}" })
    #expect(hourly["wasted"] as? Int == hourly["granted"] as? Int)
    let words = try await objects([
      "compare", "examples/widget.yaml", "--for", "3d", "--format", "json",
    ])
    let others = try #require(words[0]["policies"] as? [[String: Any]])
    let end = try #require(others.first { $0["policy"] as? String == "{after: end}" })
    #expect(end["granted"] as? Int == 2)
    #expect(end["wasted"] as? Int == 0)
  }

  @Test func `a placement that is not there is named with the nearest`() async throws {
    let outcome = try await Metsched.run(["compare", "examples/day.yaml", "alise"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("did you mean `alice`?"))
  }

  // MARK: Clock changes

  @Test func `the clock changes of a year are what they were`() async throws {
    let outcome = try await Metsched.run(["dst", "examples/widget.yaml"])
    try Golden.expect(outcome.output, in: "dst-widget.txt")
    #expect(outcome.status == 0)
  }

  @Test func `a time that does not exist is shifted to the first after the gap`() async throws {
    let found = try await objects(["dst", "Tests/Fixtures/warnings/gap.yaml", "--format", "json"])
    #expect(found.count == 2)
    #expect(found[0]["dayLength"] as? Int == 23 * 3_600_000)
    #expect(found[1]["dayLength"] as? Int == 25 * 3_600_000)
    let placements = try #require(found[0]["placements"] as? [[String: Any]])
    let changes = try #require(placements[0]["changes"] as? [[String: Any]])
    let reload = try #require(changes.first { $0["what"] as? String == "reload" })
    #expect(reload["from"] as? String == "2026-03-08T02:30:00")
    #expect(reload["to"] as? String == "2026-03-08T03:00:00")
  }

  @Test func `hourly entries lose one in spring and have one more in autumn`() async throws {
    let folder = try TemporaryFolder()
    let items = (1...200).map { "{title: Item \($0)}" }.joined(separator: ", ")
    try folder.write(
      """
      timezone: Europe/Berlin
      clock: {virtual: {start: 2026-01-05T00:00}}
      widgets: {HourWidget: {source: {items: [\(items)]}, interval: 1h, reload: {after: end}}}
      """, to: "hours.yaml")
    let outcome = try await Metsched.run(["dst", "hours.yaml"], in: folder.url)
    #expect(outcome.output.contains("entry  2026-03-29 02:00 skipped"), "\(outcome.output)")
    #expect(outcome.output.contains("entry  2026-10-25 02:00 once more"), "\(outcome.output)")
    #expect(outcome.output.contains("0 shifted, 1 skipped, 1 once more"), "\(outcome.output)")
  }

  @Test func `a day without a midnight is told, and no rule is broken anywhere`() async throws {
    let found = try await objects([
      "dst", "examples/widget.yaml", "--all-zones", "--years", "2", "--format", "json",
    ])
    let havana = try #require(
      found.first { ($0["zones"] as? [String])?.contains("America/Havana") == true })
    #expect(havana["hasMidnight"] as? Bool == false)
    #expect(found.count > 40)
    for item in found {
      for placement in item["placements"] as? [[String: Any]] ?? [] {
        #expect((placement["broken"] as? [String]) == [])
      }
    }
  }

  @Test func `years are a whole number`() async throws {
    let outcome = try await Metsched.run(["dst", "examples/widget.yaml", "--years", "0"])
    #expect(outcome.status == 64)
  }
}
