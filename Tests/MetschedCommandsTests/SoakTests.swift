import Foundation
import TestSupport
import Testing

/// A service whose file is written every simulated minute, one time in five wrongly.
///
/// `METSCHED_SOAK_MINUTES` says for how many, `METSCHED_SOAK_SPEED` how fast; `make soak` is a day.
@Suite(.serialized, .ownThreads) struct SoakTests {
  /// What the file says after some edits: values, policies, and who is there.
  private struct Home {
    var intervals = Array(repeating: 60, count: 500)
    var queries = Array(repeating: "vase", count: 500)
    var isThere = Array(repeating: true, count: 500)
    var policy = "atEnd"
    var zone = "UTC"

    /// Makes the edit of a minute.
    mutating func edit(_ minute: Int) {
      let user = minute * 7919 % 500
      switch minute % 7 {
      case 0, 1: intervals[user] = 30 + minute % 90
      case 2, 3: queries[user] = minute % 2 == 0 ? "bowl" : "jug"
      case 4: isThere[user].toggle()
      case 5: policy = minute % 2 == 0 ? "{after: 3h}" : "atEnd"
      default: zone = minute % 2 == 0 ? "UTC" : "Asia/Tokyo"
      }
    }

    var text: String {
      var text = """
        host: widgetkit
        intents:
          Search:
            parameters:
              query: {type: string, default: vase}
              interval: {type: duration, default: 1h, min: 5m}
        widgets:
          Search: {intent: Search, source: {items: [{title: vase}, {title: bowl}, {title: jug}]}}
          Clock: {source: {items: [{title: tick}, {title: tock}]}, interval: 2h, reload: \(policy)}
        users:

        """
      for user in intervals.indices where isThere[user] {
        let place = user % 100 == 0 ? "timezone: \(zone), " : ""
        text +=
          "  u\(user): {\(place)Clock: {family: systemSmall}, Search: "
          + "{family: systemSmall, query: \(queries[user]), interval: \(intervals[user])m}}\n"
      }
      return text
    }

    /// The same with a mistake.
    func wrongText(_ minute: Int) -> String {
      switch minute % 3 {
      case 0: text.replacing("widgets:", with: "wigdets:")
      case 1: text.replacing("interval: 2h", with: "interval: \(minute) parsecs")
      default: text + "  u1: ["
      }
    }
  }

  /// The resident memory of a process, in kB.
  private static func memory(_ process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(
      Int(line.split(separator: " ", omittingEmptySubsequences: true).dropFirst()[1]))
  }

  /// The values of all placements, by name.
  private static func values(_ run: LiveProcess) async throws -> [String: [String: String]] {
    let json = try await run.run("status", "--format", "json", "--in", "widget.yaml").output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let placements = try #require(object?["placements"] as? [[String: Any]])
    let named = placements.map { placement in
      let name = ["user", "kind", "id", "family"].map { placement[$0] as? String ?? "" }
      return (name.joined(separator: "/"), placement["values"] as? [String: String] ?? [:])
    }
    return Dictionary(uniqueKeysWithValues: named)
  }

  @Test func `edits without end change what they say, and memory stays where it is`() async throws {
    let minutes = TestEnvironment.number("METSCHED_SOAK_MINUTES", default: 20)
    let speed = TestEnvironment.number("METSCHED_SOAK_SPEED", default: 600)
    var home = Home()
    let run = try await LiveProcess(home.text, ["--speed", "\(speed)"], keepsRecords: true)
    var memory: [Int] = []
    var written = (right: 0, wrong: 0)
    let start = ContinuousClock.now
    for minute in 1...minutes {
      if minute % 5 == 0 {
        try run.edit(home.wrongText(minute))
        written.wrong += 1
      } else {
        home.edit(minute)
        try run.edit(home.text)
        written.right += 1
      }
      memory.append(try Self.memory(run.identifier))
      let next = start + .seconds(60) * minute / speed
      try await Task.sleep(until: next)
    }
    let length = ContinuousClock.now - start
    try run.edit(home.wrongText(1).replacing("parsecs", with: "leagues"))
    try await run.waitForErrors("leagues")
    home.edit(minutes + 1)
    home.isThere[1] = true
    home.queries[1] = "the last one"
    try run.edit(home.text)
    try await run.wait("the last edit") {
      try await Self.values(run)["u1/Search/main/systemSmall"]?["query"] == "the last one"
    }
    let errors = run.errors
    let taken = errors.components(separatedBy: "` changes:\n").count - 1
    let refused = errors.components(separatedBy: "the run goes on with").count - 1
    let quarter = max(memory.count / 4, 1)
    let means = (0..<4).map { index in
      let part = memory.dropFirst(index * quarter).prefix(quarter)
      return part.reduce(0, +) / max(part.count, 1)
    }
    print(
      """
      \(minutes) simulated minutes in \(length): \(written.right) right files written, \
      \(written.wrong) wrong ones; \(taken) taken, \(refused) refused, the others overtaken by the next
      resident memory by quarters: \(means.map { "\($0) kB" }.joined(separator: ", ")); \
      at most \(memory.max() ?? 0) kB
      """)
    #expect(taken > 0)
    #expect(refused > 0)
    // What a day of edits may leave behind: names and numbers of those who came and went.
    if minutes >= 600 { #expect(means[3] < means[1] * 11 / 10) }
    let values = try await Self.values(run)
    #expect(await run.end() == 0)
    let fresh = try await LiveProcess(home.text)
    #expect(try await Self.values(fresh) == values)
    #expect(values.count == 2 * home.isThere.count { $0 })
    #expect(await fresh.end() == 0)
  }
}
