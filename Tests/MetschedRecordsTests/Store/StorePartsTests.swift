#if SQLite
  import CSQLite
  import Foundation
  import MetschedEngine
  import MetschedTime
  import Testing

  @testable import MetschedRecords

  /// Instants that bring more than may wait for the disk.
  @Suite(.serialized) struct StorePartsTests {
    private static let memory = 1 << 15
    private static let part = 1 << 12

    private static func limits() -> StoreWriter.Limits {
      var limits = StoreWriter.Limits()
      limits.delay = 1
      limits.pause = 4
      limits.memory = memory
      limits.part = part
      return limits
    }

    /// A service whose instants bring records and states, and which knows what a restart needs.
    private struct Service {
      let writer: StoreWriter
      var instant: StoreInstant
      var sequence = 0
      var states: [String: [UInt8]] = [:]
      var time = Sample.start
      /// The most bytes that ever waited.
      var mostWaiting = 0

      init(_ writer: StoreWriter) {
        self.writer = writer
        instant = StoreInstant(partSize: writer.partSize)
      }

      mutating func play(records: Int, states changed: [(String, [UInt8]?)]) {
        for _ in 0..<records {
          sequence += 1
          if instant.add(Sample.record(sequence)) { handOver() }
        }
        time = max(time + 1, Sample.record(sequence).record.at)
        for (name, bytes) in changed { states[name] = bytes }
        let isWhole = writer.wantsWholeState || sequence == records
        instant.reach(time, statesAreWhole: isWhole)
        let rows = isWhole ? states.map { ($0.key, .some($0.value)) } : changed
        for (name, bytes) in rows {
          if instant.add(StoredState(name: name, bytes: bytes)) { handOver() }
        }
        if let last = instant.take() { writer.submit(last) }
      }

      private mutating func handOver() {
        writer.submitPart(instant.takePart())
        mostWaiting = max(mostWaiting, writer.state.withLock(\.queue.size))
      }
    }

    private static func states(_ count: Int, _ byte: UInt8) -> [(String, [UInt8]?)] {
      (0..<count).map { ("user\($0)/Kind/main/systemSmall", [byte, UInt8($0 & 255)]) }
    }

    @Test func `a large instant waits for the disk in parts and is there as a whole`() throws {
      let folder = try StoreFolder()
      var service = Service(try folder.store().begin(Sample.run(), limits: Self.limits()))
      // Far more than may wait, in records and in states.
      service.play(records: 3_000, states: Self.states(2_000, 1))
      service.play(records: 1, states: Self.states(1, 2))
      #expect(service.mostWaiting > Self.memory / 4)
      #expect(service.mostWaiting <= Self.memory)
      #expect(
        service.writer.close(isOver: false) == .init(written: 3_001, waiting: 0, dropped: 0))
      #expect(try folder.lines() == (1...3_001).map { Sample.line(Sample.record($0)) })
      let store = try folder.store()
      let known = try #require(try store.unfinishedRun())
      #expect(known.through == service.time)
      #expect(
        try Dictionary(uniqueKeysWithValues: store.states(of: known).map { ($0.name, $0.bytes) })
          == service.states)
      #expect(folder.notices.isEmpty)
    }

    @Test func `nothing of an instant is seen before its last part, nor after a kill`() throws {
      let folder = try StoreFolder()
      var service = Service(try folder.store().begin(Sample.run(), limits: Self.limits()))
      service.play(records: 10, states: Self.states(5, 1))
      service.writer.flush()
      for first in [11, 21] {
        service.writer.submitPart(
          StoreBatch(
            records: Sample.records(first...first + 9),
            states: Self.states(5, 9).map {
              StoredState(name: $0.0, bytes: $0.1)
            }, goesOn: true, through: Sample.start + 5_000))
        service.writer.flush()
        #expect(try folder.lines().count == 10)
      }
      // The service ends here without the rest of its instant.
      #expect(service.writer.close(isOver: false) == .init(written: 10, waiting: 20, dropped: 0))
      let store = try folder.store()
      let known = try #require(try store.unfinishedRun())
      #expect(known.lastSequence == 10)
      #expect(known.through == service.time)
      #expect(try store.states(of: known).allSatisfy { $0.bytes?.first == 1 })
    }

    @Test func `an instant whose disk fails is dropped whole, and all states are wanted`() throws {
      let disk = FaultyDisk(seed: 80)
      let folder = try StoreFolder()
      var service = Service(
        try folder.store(vfs: disk.name).begin(Sample.run(), limits: Self.limits()))
      service.play(records: 10, states: Self.states(2_000, 1))
      service.writer.flush()
      disk.fail(1_000, SQLITE_FULL)
      service.play(records: 2_000, states: Self.states(1, 2))
      for _ in 0..<2_000 where folder.notices.isEmpty { usleep(1_000) }
      disk.fail(0, SQLITE_FULL)
      service.play(records: 1, states: Self.states(1, 3))
      for _ in 0..<2_000 where !service.writer.wantsWholeState { usleep(1_000) }
      #expect(service.writer.wantsWholeState)
      // Records have gone on, so the states of before are nobody's.
      #expect(try folder.reader().states(of: 1).isEmpty)
      service.play(records: 1, states: Self.states(2, 4))
      #expect(!service.writer.wantsWholeState)
      let figures = service.writer.close(isOver: false)
      #expect(figures == .init(written: 12, waiting: 0, dropped: 2_000))
      let gap = try #require(try folder.reader().gaps(of: 1).first)
      #expect((gap.first, gap.last, gap.records, gap.reason) == (11, 2_010, 2_000, .memory))
      let states = try folder.reader().states(of: 1)
      #expect(
        Dictionary(uniqueKeysWithValues: states.map { ($0.name, $0.bytes) }) == service.states)
    }

    @Test(arguments: [SQLITE_FULL, SQLITE_IOERR_WRITE])
    func `whatever fails, records are written or counted, and states are theirs`(
      _ code: Int32
    ) throws {
      var failures = 0
      var dropped = 0
      for seed in 1...6 as ClosedRange<UInt64> {
        let disk = FaultyDisk(seed: UInt64(code) << 8 | seed | 128)
        let folder = try StoreFolder()
        var service = Service(
          try folder.store(vfs: disk.name).begin(Sample.run(), limits: Self.limits()))
        var random = seed
        for round in 0..<60 {
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          disk.fail(round % 20 < 10 ? Int(random >> 50 % 100) : 0, code)
          let isLarge = random >> 40 % 5 == 0
          service.play(
            records: Int(random >> 33 % (isLarge ? 600 : 20)) + 1,
            states: Self.states(isLarge ? 300 : 3, UInt8(round)))
          usleep(300)
        }
        disk.fail(0, code)
        // What was lost is asked for anew as soon as the disk takes anything.
        for round in 60..<64 {
          service.play(records: 1, states: Self.states(2, UInt8(round)))
          service.writer.flush()
          usleep(20_000)
        }
        let figures = service.writer.close(isOver: false)
        failures += disk.failures
        dropped += figures.dropped
        #expect(service.mostWaiting <= Self.memory + Self.part)

        let reader = try folder.reader()
        let gaps = try reader.gaps(of: 1)
        let missing = gaps.reduce(into: IndexSet()) { set, gap in
          if gap.records > 0 { set.insert(integersIn: Int(gap.first)...Int(gap.last)) }
        }
        let written = (1...service.sequence).filter { !missing.contains($0) }
        #expect(try folder.lines() == written.map { Sample.line(Sample.record($0)) })
        #expect(figures == .init(written: written.count, waiting: 0, dropped: missing.count))
        #expect(gaps.reduce(0) { $0 + Int($1.records) } == missing.count)
        let run = try #require(try reader.runs().first)
        #expect(run.through == service.time)
        #expect(
          try Dictionary(
            uniqueKeysWithValues: reader.states(of: 1).map { ($0.name, $0.bytes) })
            == service.states)
      }
      #expect(failures > 0)
      #expect(dropped > 0)
    }
  }
#endif
