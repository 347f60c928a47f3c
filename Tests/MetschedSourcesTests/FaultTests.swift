import Foundation
import MetServer
import MetschedConfiguration
import MetschedSources
import MetschedWidgets
import Testing

extension NetworkTests {
  /// What a question comes to when the server does not do as it should.
  @Suite struct FaultTests {
    struct Case: CustomTestStringConvertible {
      var fault: String
      var message: String
      /// How often the server was asked.
      var requests: ClosedRange<Int>
      var testDescription: String { fault }
    }

    static let search = "`SERVER/public/collection/v1/search?hasImages=true&q=peony`"

    static let cases = [
      Case(
        fault: "slow", message: "\(search) failed: nothing came for too long",
        requests: 1...4),
      Case(
        fault: "truncated",
        message: "\(search) failed: the connection broke before the answer was whole, 4 tries",
        requests: 4...4),
      Case(
        fault: "barred",
        message: "\(search) answers 429 (too many requests) and asks to wait 1h", requests: 1...1),
      Case(
        fault: "wrong", message: "\(search) is not JSON", requests: 1...1),
      Case(
        fault: "endless", message: "\(search): the answer is larger than 16 MiB", requests: 1...1),
      Case(fault: "reset", message: "\(search) failed: ", requests: 4...4),
      Case(
        fault: "broken", message: "\(search) answers 500 (internal server error), 4 tries",
        requests: 4...4),
      Case(
        fault: "gone",
        message: "`SERVER/public/collection/v1/` has no `search`; it is not the Collection API",
        requests: 1...1),
    ]

    @Test(arguments: cases)
    func `each fault has words of its own, and ends within the limit`(_ fault: Case) async throws {
      let asking = try await Asking(limit: .seconds(fault.fault == "slow" ? 10 : 20))
      try await asking.server.fault(fault.fault)
      let message = try #require(await asking.search("peony").fault(of: asking))
      // The limit may end the wait for another try, or a try.
      let words = message.replacing("no answer within 10s: ", with: "", maxReplacements: 1)
      #expect(words.hasPrefix(fault.message), "\(message)")
      #expect(fault.requests.contains(try await asking.server.statistics().requests))
    }

    @Test func `a server that asks to wait a second is asked again, and answers`() async throws {
      let asking = try await Asking()
      try await asking.server.fault("limited", times: 1)
      #expect(await asking.search("peony").titles?.count == 4)
      #expect(try await asking.server.statistics().searches == 2)
    }

    @Test func `a server that asks to be left alone is left alone`() async throws {
      let asking = try await Asking()
      try await asking.server.fault("barred", times: 1)
      #expect(await asking.search("peony").titles == nil)
      asking.pass(3_599_000)
      #expect(await asking.search("peony").titles == nil)
      #expect(try await asking.server.statistics().requests == 1)
      asking.pass(2_000)
      #expect(await asking.search("peony").titles?.count == 4)
    }

    @Test func `a fault that passes costs one answer nothing`() async throws {
      let asking = try await Asking()
      try await asking.server.fault("reset", times: 2)
      #expect(await asking.search("peony").titles?.count == 4)
    }

    @Test func `objects that are gone leave their place to the next ones`() async throws {
      let asking = try await Asking()
      try await asking.server.fault("gone", times: 1, only: "objects")
      // Which of the first three is gone is the network's; the fourth is in its place.
      let titles = try #require(await asking.search("peony", count: 3).titles)
      #expect(titles.count == 3)
      #expect(titles.last == "Bowl with Peonies, Narcissus, and Pomegranates")
    }

    @Test func `one object that fails is a failure, and the others are not asked again`()
      async throws
    {
      let asking = try await Asking()
      try await asking.server.fault("barred", times: 1, only: "objects")
      let message = try #require(await asking.search("peony").fault(of: asking))
      #expect(message.contains("/objects/"))
      asking.pass(3_601_000)
      #expect(await asking.search("peony").titles?.count == 4)
      #expect(try await asking.server.statistics().objects <= 6)
    }

    @Test func `an answer without end takes no more memory than its limit`() async throws {
      let asking = try await Asking()
      try await asking.server.fault("endless")
      let before = try Self.peakMemory()
      for word in ["peony", "lion", "rhino", "vase"] {
        let message = await asking.search(word).fault(of: asking)
        #expect(message?.hasSuffix("is larger than 16 MiB") == true)
      }
      #expect(try Self.peakMemory() - before < 100 << 20)
    }

    /// The most memory that this process has had, in bytes.
    private static func peakMemory() throws -> Int {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return try #require(Int(line.filter(\.isNumber))) << 10
    }

    @Test func `after a fault the last good content is there, with its age`() async throws {
      let asking = try await Asking()
      #expect(await asking.search("peony").titles?.count == 4)
      asking.pass(3_600_000)
      try await asking.server.fault("broken")
      let answer = await asking.search("peony")
      #expect(answer.titles == nil)
      #expect(answer.last?.items.count == 4)
      #expect(answer.last?.age == 3_600_000)
    }

    @Test func `nobody at the address says so`() async throws {
      let asking = try await Asking(limit: .seconds(5))
      let answer = await asking.ask(
        .met(.init(base: "http://127.0.0.1:9/", parameters: [.init("q", "peony")])))
      #expect(
        answer.fault(of: asking)
          == "`http://127.0.0.1:9/search?q=peony` failed: nobody answers at that address, 4 tries")
    }
  }
}
