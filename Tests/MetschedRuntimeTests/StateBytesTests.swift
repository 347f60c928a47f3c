import MetschedConfiguration
@testable import MetschedEngine
import MetschedRuntime
import MetschedTime
import MetschedWidgets
import TestSupport
import Testing

/// Rows that the disk, or another program, has changed.
@Suite struct StateBytesTests {
  private static let file = """
    timezone: Europe/Paris
    clock: {virtual: {start: 2026-01-05T09:00, for: 2h}}
    host: {profile: widgetkit, budget: 3}
    intents: {Every: {parameters: {interval: {type: duration, default: 10m}}}}
    widgets:
      A: {intent: Every, source: {items: [{title: a}, {title: b, when: {deep: [1, true, null]}}]}}
      B: {source: {file: b.json}, on-error: {show: sample, retry: 10m}}
      C: {source: {items: [{title: c, at: 2026-01-05T09:10Z}]}, entry: {date: "${.at}"}}
    users: {ann: {A: {interval: 5m}, B: , C: }, bob: {A: }}
    container: nowhere
    events:
      - {at: "09:05", for: 3h, slow: A, user: bob}
      - {at: "09:06", for: 3h, fail: C}
      - {at: "09:07", for: 3h, foreground: true, user: ann}
      - {at: "09:08", for: 3h, timezone: Asia/Tokyo, user: bob}
      - {at: "09:09", write: {b.json: [{title: x}]}}
      - {at: "09:12", edit: {A: {interval: 7m}}, user: ann}

    """

  /// The rows of a run, one of each kind at least.
  private static func rows() async throws -> (Schedule, [SavedRow]) {
    let configuration = try EventRun.configuration(file)
    let schedule = Schedule(configuration)
    let start = configuration.clock.start.value
    var events = schedule.events(in: start..<start + 7_200_000)
    var driver = VirtualDriver(conductor: schedule.conductor(), clock: VirtualClock(at: start))
    try await driver.run(&events, until: start + 3_000_000, emit: { _, _ in })
    var checkpoints = RunCheckpoints()
    var rows: [SavedRow] = []
    checkpoints.save(
      &driver.conductor, events, at: SavedClock(start: start, through: start + 3_000_000)
    ) { rows.append($0) }
    return (schedule, rows)
  }

  private static func restores(_ schedule: Schedule, _ rows: [SavedRow]) -> Bool {
    do throws(StateError) {
      _ = try schedule.restored(from: rows)
      return true
    } catch {
      #expect(!error.description.isEmpty)
      return false
    }
  }

  @Test func `any changed byte is found`() async throws {
    let (schedule, rows) = try await Self.rows()
    #expect(Self.restores(schedule, rows))
    #expect(rows.count >= 7)
    for index in rows.indices {
      let bytes = try #require(rows[index].bytes)
      for position in bytes.indices {
        var changed = rows
        changed[index].bytes?[position] ^= 0x10
        #expect(!Self.restores(schedule, changed))
      }
      for count in [0, 1, 4, 5, bytes.count / 2, bytes.count - 1] where count < bytes.count {
        var cut = rows
        cut[index].bytes = Array(bytes.prefix(count))
        #expect(!Self.restores(schedule, cut))
      }
    }
  }

  @Test func `bytes that another program has sealed never trap`() async throws {
    let (schedule, rows) = try await Self.rows()
    var random = SplitMix64(seed: 17)
    var refused = 0
    for _ in 0..<4_000 {
      var changed = rows
      let index = Int.random(in: rows.indices, using: &random)
      var bytes = try #require(rows[index].bytes)
      let payload = 1..<bytes.count - StateWriter.checksumCount
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: payload, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let checksum = StateWriter.checksum(of: bytes[..<payload.upperBound])
      for byte in 0..<StateWriter.checksumCount {
        bytes[payload.upperBound + byte] = UInt8(truncatingIfNeeded: checksum >> (8 * byte))
      }
      changed[index].bytes = bytes
      if !Self.restores(schedule, changed) { refused += 1 }
    }
    #expect(refused > 1_000)
  }

  @Test func `a row that is missing is missed, and one of a later version is not read`()
    async throws
  {
    let (schedule, rows) = try await Self.rows()
    for index in rows.indices where !["written", "read"].contains(rows[index].name) {
      var without = rows
      without.remove(at: index)
      #expect(!Self.restores(schedule, without), "without `\(rows[index].name)`")
    }
    var later = rows
    later[0].bytes?[0] = StateWriter.version + 1
    #expect(throws: StateError.self) { try schedule.restored(from: later) }
  }

  @Test func `values come back as they were`() throws {
    var writer = StateWriter()
    let numbers: [Int64] = [0, 1, -1, 63, 64, -64, -65, .max, .min, 1 << 40]
    writer.write(numbers)
    writer.write(UInt64.max)
    writer.write("a\u{0}ü\u{1F600}")
    writer.write([Double.pi, -.infinity])
    writer.write(nil as String?)
    writer.write(Step(days: 3, milliseconds: 4))
    var reader = try StateReader(writer.finished())
    #expect(try reader.read([Int64].self) == numbers)
    #expect(try reader.read(UInt64.self) == .max)
    #expect(try reader.read(String.self) == "a\u{0}ü\u{1F600}")
    #expect(try reader.read([Double].self) == [Double.pi, -.infinity])
    #expect(try reader.read(String?.self) == nil)
    #expect(try reader.read(Step.self) == Step(days: 3, milliseconds: 4))
    try reader.finish()
  }
}
