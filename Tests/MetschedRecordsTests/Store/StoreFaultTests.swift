#if SQLite
  import CSQLite
  import Foundation
  import MetschedEngine
  import MetschedRecords
  import MetschedTime
  import TestSupport
  import Testing

  /// Disks that fail: the schedule does not wait, and nothing is lost beyond what is counted.
  @Suite(.serialized, .ownThreads) struct StoreFaultTests {
    /// What `PRAGMA integrity_check` says of a file.
    private static func integrity(_ path: String) throws -> String? {
      var connection: OpaquePointer?
      defer { sqlite3_close_v2(connection) }
      try #require(sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      sqlite3_prepare_v2(connection, "PRAGMA integrity_check", -1, &statement, nil)
      guard sqlite3_step(statement) == SQLITE_ROW else { return nil }
      return sqlite3_column_text(statement, 0).map { String(cString: $0) }
    }

    private static func limits(memory: Int = 64 << 20) -> StoreWriter.Limits {
      var limits = StoreWriter.Limits()
      limits.delay = 1
      limits.pause = 4
      limits.memory = memory
      return limits
    }

    /// The records that a file has or says it lacks are all there are, once each.
    private static func account(
      _ folder: StoreFolder, _ last: Int, _ figures: StoreWriter.Figures
    ) throws {
      let lines = try folder.lines()
      let gaps = try folder.reader().gaps(of: 1)
      let missing = gaps.reduce(into: IndexSet()) { set, gap in
        if gap.records > 0 { set.insert(integersIn: Int(gap.first)...Int(gap.last)) }
      }
      #expect(missing.count == gaps.reduce(0) { $0 + Int($1.records) })
      #expect(figures == .init(written: lines.count, waiting: 0, dropped: missing.count))
      let expected = (1...last).filter { !missing.contains($0) }
      #expect(lines == expected.map { Sample.line(Sample.record($0)) })
      #expect(try integrity(folder.path) == "ok")
    }

    @Test(arguments: [SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC])
    func `writes that fail at random moments lose nothing but what is counted`(
      _ code: Int32
    ) throws {
      var failures = 0
      for seed in 1...5 as ClosedRange<UInt64> {
        let disk = FaultyDisk(seed: UInt64(code) << 8 | seed)
        let folder = try StoreFolder()
        // Every third run has no room to wait, so that records are dropped as well.
        let writer = try folder.store(vfs: disk.name).begin(
          Sample.run(), limits: Self.limits(memory: seed % 3 == 0 ? 1 << 14 : 64 << 20))
        var random = seed
        var sequence = 0
        for batch in 0..<120 {
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let count = Int(random >> 33 % 40) + 1
          disk.fail(batch % 30 < 15 ? Int(random >> 50 % 300) : 0, code)
          writer.submit(
            StoreBatch(
              records: Sample.records(sequence + 1...sequence + count),
              inputs: [StoredInput(at: Sample.start, kind: "k", payload: "\(batch)")],
              states: [
                StoredState(name: "", bytes: [UInt8(batch)]),
                StoredState(name: "p\(batch % 5)", bytes: batch % 7 == 0 ? nil : [UInt8(batch)]),
              ], statesAreWhole: batch == 0, through: Sample.start + Int64(batch)))
          sequence += count
          usleep(200)
        }
        disk.fail(0, code)
        let figures = writer.close(isOver: true)
        failures += disk.failures
        try Self.account(folder, sequence, figures)
        let reader = try folder.reader()
        let run = try #require(try reader.runs().first)
        #expect(run.through == Sample.start + 119)
        #expect(run.isOver)
        // The states are those of the last batches, whatever became of their records.
        var states: [String: [UInt8]] = [:]
        for batch in 0..<120 { states["p\(batch % 5)"] = batch % 7 == 0 ? nil : [UInt8(batch)] }
        states[""] = [119]
        #expect(
          try reader.states(of: 1)
            == states.map { StoredState(name: $0.key, bytes: $0.value) }.sorted {
              $0.name < $1.name
            })
        // Inputs too are all there or counted.
        let lost = try reader.gaps(of: 1).reduce(0) { $0 + Int($1.inputs) }
        #expect(try reader.inputs(of: 1).count + lost == 120)
      }
      #expect(failures > 0)
    }

    @Test func `people are told once that it fails and once that it goes again`() async throws {
      let disk = FaultyDisk(seed: 77)
      let folder = try StoreFolder()
      let writer = try folder.store(vfs: disk.name).begin(Sample.run(), limits: Self.limits())
      disk.fail(1_000, SQLITE_FULL)
      for sequence in 1...50 {
        writer.submit(
          StoreBatch(records: [Sample.record(sequence)], through: Sample.start))
      }
      try await Waiting.wait(for: "several failures") { disk.failures > 5 }
      disk.fail(0, SQLITE_FULL)
      writer.close(isOver: true)
      #expect(
        folder.notices == [
          .failing(StoreError(.full, "the disk of `\(folder.path)` is full")),
          .recovered(dropped: 0),
        ])
    }

    @Test func `the oldest records make room when memory is full, and are counted`() async throws {
      let disk = FaultyDisk(seed: 79)
      let folder = try StoreFolder()
      let writer = try folder.store(vfs: disk.name).begin(
        Sample.run(), limits: Self.limits(memory: 1 << 15))
      disk.fail(1_000, SQLITE_FULL)
      for batch in 0..<50 {
        writer.submit(
          StoreBatch(
            records: Sample.records(batch * 10 + 1...batch * 10 + 10),
            through: Sample.start + Int64(batch)))
      }
      try await Waiting.wait(for: "a second notice") { folder.notices.count >= 2 }
      disk.fail(0, SQLITE_FULL)
      let figures = writer.close(isOver: true)
      try Self.account(folder, 500, figures)
      // Whole batches go, and the newest stay.
      #expect(figures.dropped > 300)
      #expect(figures.dropped % 10 == 0)
      #expect(try folder.lines().last == Sample.line(Sample.record(500)))
      #expect(
        folder.notices == [
          .failing(StoreError(.full, "the disk of `\(folder.path)` is full")), .dropping,
          .recovered(dropped: figures.dropped),
        ])
    }

    @Test func `a disk that never comes back ends the run with what is lost`() throws {
      let disk = FaultyDisk(seed: 78)
      let folder = try StoreFolder()
      let writer = try folder.store(vfs: disk.name).begin(Sample.run(), limits: Self.limits())
      writer.submit(StoreBatch(records: Sample.records(1...5), through: Sample.start))
      writer.flush()
      disk.fail(1_000, SQLITE_IOERR_WRITE)
      writer.submit(StoreBatch(records: Sample.records(6...8), through: Sample.start))
      #expect(writer.close(isOver: true) == .init(written: 5, waiting: 3, dropped: 0))
      #expect(try folder.lines().count == 5)
      #expect(try folder.reader().runs().first?.isOver == false)
    }

    @Test func `a file that is taken away is begun anew, with all states`() throws {
      let folder = try StoreFolder()
      let writer = try folder.store().begin(Sample.run(), limits: Self.limits())
      writer.submit(
        StoreBatch(
          records: Sample.records(1...6), states: [StoredState(name: "a", bytes: [1])],
          statesAreWhole: true, through: Sample.start))
      writer.flush()
      for file in folder.files {
        try FileManager.default.removeItem(atPath: folder.url.path + "/" + file)
      }
      writer.submit(
        StoreBatch(
          records: Sample.records(7...8), states: [StoredState(name: "b", bytes: [2])],
          through: Sample.start + 1_000))
      writer.flush()
      #expect(writer.wantsWholeState)
      #expect(try folder.reader().states(of: 1).isEmpty)
      writer.submit(
        StoreBatch(
          records: [],
          states: [StoredState(name: "a", bytes: [1]), StoredState(name: "b", bytes: [2])],
          statesAreWhole: true, through: Sample.start + 2_000))
      #expect(!writer.wantsWholeState)
      #expect(writer.close(isOver: true) == .init(written: 8, waiting: 0, dropped: 6))
      #expect(folder.notices == [.begunAnew(path: folder.path)])
      let reader = try folder.reader()
      #expect(try reader.states(of: 1).map(\.name) == ["a", "b"])
      #expect(try folder.lines() == Sample.records(7...8).map(Sample.line))
      let gap = try #require(try reader.gaps(of: 1).first)
      #expect((gap.first, gap.last, gap.records, gap.reason) == (1, 6, 6, .removed))
    }

    @Test func `a damaged file is kept, and the run goes on in a new one`() throws {
      let folder = try StoreFolder()
      let first = try folder.store().begin(Sample.run())
      first.submit(StoreBatch(records: Sample.records(1...900), through: Sample.start))
      first.close(isOver: false)
      // The first pages are as they were, so that it is noticed while the run goes on.
      let handle = try #require(FileHandle(forUpdatingAtPath: folder.path))
      try handle.seek(toOffset: 4_096 * 3)
      try handle.write(contentsOf: Data(repeating: 0x5A, count: 4_096 * 12))
      try handle.close()
      let store = try folder.store()
      let writer: StoreWriter
      let known = try store.unfinishedRun()
      if let known {
        writer = try store.resume(known, limits: Self.limits())
      } else {
        writer = try store.begin(Sample.run(), limits: Self.limits())
      }
      writer.submit(StoreBatch(records: Sample.records(901...1_200), through: Sample.start))
      writer.close(isOver: true)
      #expect(
        folder.notices.contains(.movedAside(path: folder.path, kept: folder.path + ".corrupt-1")))
      #expect(folder.files.contains("run.db.corrupt-1"))
      #expect(try Self.integrity(folder.path) == "ok")
      #expect(try folder.lines() == Sample.records(901...1_200).map(Sample.line))
    }

    @Test func `what is no database of ours is left as it is`() throws {
      let folder = try StoreFolder()
      try Data("version: 1\n".utf8).write(to: URL(fileURLWithPath: folder.path))
      var error = #expect(throws: StoreError.self) { try folder.store() }
      #expect(error?.message == "`\(folder.path)` is not a database, and is left as it is")
      error = #expect(throws: StoreError.self) { try folder.reader() }
      #expect(error?.kind == .noDatabase)
      #expect(try String(contentsOfFile: folder.path, encoding: .utf8) == "version: 1\n")
      #expect(folder.files == ["run.db"])
    }

    @Test func `a file of zeros, as a power cut leaves it, is kept and begun anew`() throws {
      let folder = try StoreFolder()
      try Data(repeating: 0, count: 8_192).write(to: URL(fileURLWithPath: folder.path))
      let writer = try folder.store().begin(Sample.run())
      writer.submit(StoreBatch(records: Sample.records(1...3), through: Sample.start))
      writer.close(isOver: true)
      #expect(try folder.lines().count == 3)
      #expect(folder.files == ["run.db", "run.db.corrupt-1"])
    }

    @Test func `another program's lock is waited for`() async throws {
      let folder = try StoreFolder()
      let writer = try folder.store().begin(Sample.run(), limits: Self.limits())
      var connection: OpaquePointer?
      defer { sqlite3_close_v2(connection) }
      try #require(
        sqlite3_open_v2(folder.path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
      try #require(sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
      writer.submit(StoreBatch(records: Sample.records(1...3), through: Sample.start))
      try await Waiting.wait(for: "a notice") { !folder.notices.isEmpty }
      sqlite3_exec(connection, "COMMIT", nil, nil, nil)
      #expect(writer.close(isOver: true) == .init(written: 3, waiting: 0, dropped: 0))
      #expect(
        folder.notices == [
          .failing(StoreError(.busy, "`\(folder.path)` is held by another program")),
          .recovered(dropped: 0),
        ])
    }
  }
#endif
