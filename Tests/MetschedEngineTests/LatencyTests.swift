import MetschedTime
import SchedulerReference
import Testing

@testable import MetschedEngine

struct LatencyTests {
  private func draw(
    _ range: ClosedRange<Int64> = 2_000...60_000, seed: UInt64 = 1, name: String = "me/A/main",
    generation: UInt32 = 1
  ) -> Int64 {
    Latency.draw(range, seed: seed, nameHash: nameHash(of: name), generation: generation)
  }

  @Test func `latency is the same for the same seed, name and generation`() {
    #expect(draw() == draw())
    #expect(draw() != draw(seed: 2))
    #expect(draw() != draw(name: "me/A/hall"))
    #expect(draw() != draw(generation: 2))
  }

  @Test func `latency covers its range, and no more`() {
    let drawn = (1...2_000).map { draw(3...7, generation: $0) }
    #expect(Set(drawn) == [3, 4, 5, 6, 7])
    #expect((1...100).allSatisfy { draw(9...9, generation: $0) == 9 })
  }

  @Test(arguments: ["", "a", "anna@example.org", "kōgō"])
  func `parts of a name have the hash of the whole`(name: String) {
    var hash = NameHash()
    for part in [name, "/", "Kind", "/", name] { hash.combine(part) }
    #expect(hash.value == nameHash(of: "\(name)/Kind/\(name)"))
  }

  @Test func `a hash is that of FNV-1a`() {
    #expect(nameHash(of: "") == 0xCBF2_9CE4_8422_2325)
    #expect(nameHash(of: "a") == 0xAF63_DC4C_8601_EC8C)
    #expect(nameHash(of: "foobar") == 0x8594_4171_F739_67E8)
  }

  @Test func `a grant's latency is that of its own generation`() {
    let host = Host.budgeted(nil, spacing: 0, latency: 2_000...60_000)
    let script = Script(
      hosts: [host], seed: 7,
      placements: [ScriptedPlacement(replies: [.entries(1, every: 1, .after(.hours(1)))])],
      steps: [.init(at: "0:00:00", action: .add(a))], length: .hours(9))
    let granted = Playback<Machine>(script).asks.map(\.elapsed)
    var expected: [Int64] = [0]
    for generation in UInt32(2)...9 {
      let latency = Latency.draw(
        host.latency, seed: 7, nameHash: nameHash(of: "a"), generation: generation)
      expected.append(expected[expected.count - 1] + .hours(1) + latency)
    }
    #expect(granted == expected.filter { $0 < .hours(9) })
  }
}
