#if SQLite
  import CSQLite
  import Foundation
  import MetschedEngine
  import MetschedRecords
  import MetschedTime
  import Testing

  /// Filters find what they say, by an index where that is faster; older files are taken over.
  @Suite struct StoreQueryTests {
    private static let count = 1_000

    private static func filled() throws -> StoreFolder {
      let folder = try StoreFolder()
      let writer = try folder.store().begin(Sample.run())
      writer.submit(
        StoreBatch(records: Sample.records(1...count), through: Sample.start + 9_999_000))
      writer.close(isOver: true)
      return folder
    }

    /// What a filter means, said once more.
    private static func fits(_ stored: StoredRecord, _ filter: RecordFilter) -> Bool {
      let record = stored.record
      var reason: String?
      var policy: ChosenPolicy?
      switch record.what {
      case .reload(let reload), .fail(let reload, _):
        reason = reload.reason.map { "\($0)" }
        policy = reload.policy
      case .deferred(let deferral): reason = "\(deferral.reason)"
      case .drop(let drop): reason = "\(drop.reason)"
      case .show, .state: break
      }
      if !filter.users.isEmpty, !filter.users.contains(stored.label.user ?? "") { return false }
      if !filter.kinds.isEmpty, !filter.kinds.contains(stored.label.kind ?? "") { return false }
      if !filter.whats.isEmpty, !filter.whats.contains(record.what.word.name) { return false }
      if !filter.causes.isEmpty, !record.causes.causes.contains(where: filter.causes.contains) {
        return false
      }
      if !filter.reasons.isEmpty, !filter.reasons.contains(reason ?? "") { return false }
      if !filter.policies.isEmpty, !(policy.map(filter.policies.contains) ?? false) { return false }
      if let since = filter.since, record.at < since { return false }
      if let until = filter.until, record.at >= until { return false }
      return true
    }

    @Test func `every filter and every pair of them finds what it says`() throws {
      let folder = try Self.filled()
      let changes: [(inout RecordFilter) -> Void] = [
        { $0.users = ["user2"] }, { $0.users = ["user3", "user1"] },
        { $0.kinds = ["Kind1Widget"] }, { $0.whats = ["show"] },
        { $0.whats = ["fail", "state"] }, { $0.whats = ["reload", "drop"] },
        { $0.causes = [.push] }, { $0.causes = [.policy, .clock] }, { $0.reasons = ["budget"] },
        { $0.reasons = ["past", "end"] }, { $0.policies = [.never] },
        { $0.since = Sample.start + 200_000 }, { $0.until = Sample.start + 30_000 },
        { $0.runs = [1] },
      ]
      let all = Sample.records(1...Self.count)
      for first in changes {
        for second in changes {
          var filter = RecordFilter()
          first(&filter)
          second(&filter)
          let expected = all.filter { Self.fits($0, filter) }.map(Sample.line)
          #expect(try folder.lines(filter) == expected)
          filter.limit = 7
          #expect(try folder.lines(filter) == expected.suffix(7))
        }
      }
    }

    @Test func `a rare value is found by its index, and everything by the table`() throws {
      let folder = try Self.filled()
      let reader = try folder.reader()
      var filter = RecordFilter()
      #expect(try reader.plan(filter) == ["SCAN record"])
      filter.users = ["user2"]
      #expect(
        try reader.plan(filter).first == "SEARCH record USING INDEX record_label (label=?)")
      filter.causes = [.push]
      filter.policies = [.never]
      #expect(
        try reader.plan(filter).first == "SEARCH record USING INDEX record_causes (causes=?)")
      filter = RecordFilter()
      filter.since = Sample.start + 320_000
      #expect(try reader.plan(filter).first == "SEARCH record USING INDEX record_at (at>?)")
      filter = RecordFilter()
      filter.whats = ["fail"]
      #expect(try reader.plan(filter).first == "SEARCH record USING INDEX record_rare (what=?)")
      filter.whats = []
      filter.reasons = ["visible"]
      #expect(
        try reader.plan(filter).first == "SEARCH record USING INDEX record_reason (reason=?)")
    }

    @Test func `the summary counts by placement and cause, and how stale each was`() throws {
      let folder = try StoreFolder()
      let writer = try folder.store().begin(Sample.run())
      func reload(_ number: Int, _ eligible: Int64, _ granted: Int64, _ reason: GrantReason?)
        -> Reload
      {
        Reload(
          isCounted: number != 1, eligible: Sample.start + eligible,
          granted: Sample.start + granted,
          reason: reason, left: 40 - number, entries: 1, policy: .atEnd, tag: 0)
      }
      func record(_ number: Int, _ what: Record.What, _ causes: Cause...) -> StoredRecord {
        var list = CauseList()
        for cause in causes { list.append(cause) }
        return StoredRecord(
          record: Record(
            sequence: Int64(number), at: Sample.start + Int64(number),
            scope: .placement(PlacementNumber(0)), what: what, causes: list), label: Sample.label(1)
        )
      }
      writer.submit(
        StoreBatch(
          records: [
            record(1, .reload(reload(1, 0, 0, nil)), .added),
            // Its turn, and no wait.
            record(2, .reload(reload(2, 1_000, 5_000, .end)), .policy),
            record(3, .reload(reload(3, 10_000, 14_000, .spacing)), .policy, .reload),
            // Stale from the first failure to the success.
            record(4, .fail(reload(4, 20_000, 20_000, nil), error: 0), .container),
            record(5, .fail(reload(5, 50_000, 50_000, nil), error: 0), .retry),
            record(6, .reload(reload(6, 80_000, 81_000, .latency)), .retry),
            record(7, .fail(reload(7, 90_000, 90_000, nil), error: 0), .policy),
          ], through: Sample.start))
      writer.close(isOver: true)
      let tally = try #require(try folder.reader().tallies(RecordFilter()).first)
      #expect(try folder.reader().tallies(RecordFilter()).count == 1)
      #expect((tally.reloads, tally.counted, tally.failures, tally.left) == (7, 6, 3, 33))
      #expect(tally.stale == 4_000 + 61_000)
      #expect(tally.longest?.milliseconds == 61_000)
      #expect(tally.longest?.from == Sample.start + 20_000)
      #expect(tally.staleSince == Sample.start + 90_000)
      let causes = Dictionary(
        uniqueKeysWithValues: zip(Cause.allCases, tally.causes).filter { $0.1 > 0 })
      #expect(causes == [.added: 1, .policy: 3, .container: 1, .retry: 2])
    }

    // MARK: Versions

    /// Changes a file behind the store's back.
    private static func change(_ folder: StoreFolder, _ sql: String) throws {
      var connection: OpaquePointer?
      defer { sqlite3_close_v2(connection) }
      try #require(
        sqlite3_open_v2(folder.path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
      try #require(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
    }

    @Test func `a file of version 1 is read as it is, and taken over by who writes to it`() throws {
      let folder = try Self.filled()
      // What version 2 brought is all that version 1 has not.
      try Self.change(
        folder,
        "DROP TABLE input; DROP TABLE state; UPDATE run SET over = 0; PRAGMA user_version = 1")
      #expect(try folder.lines().count == Self.count)
      #expect(try folder.reader().states(of: 1).isEmpty)
      #expect(try folder.reader().inputs(of: 1).isEmpty)
      let store = try folder.store()
      let known = try #require(try store.unfinishedRun())
      #expect(try store.states(of: known).isEmpty)
      let writer = try store.resume(known)
      writer.submit(
        StoreBatch(
          records: Sample.records(Self.count + 1...Self.count + 2),
          states: [StoredState(name: "", bytes: [7])], statesAreWhole: true, through: Sample.start))
      writer.close(isOver: false)
      #expect(try folder.reader().states(of: 1) == [StoredState(name: "", bytes: [7])])
      #expect(try folder.lines() == Sample.records(1...Self.count + 2).map(Sample.line))
    }

    @Test func `a file of a later version is refused, and so is one of another program`() throws {
      let folder = try Self.filled()
      try Self.change(folder, "PRAGMA user_version = 3")
      var error = #expect(throws: StoreError.self) { try folder.store() }
      let newer =
        "`\(folder.path)` has version 3, from a later metsched; this one knows versions up to 2"
      #expect(error?.message == newer)
      error = #expect(throws: StoreError.self) { try folder.reader() }
      #expect(error?.message == newer)
      try Self.change(folder, "PRAGMA application_id = 5")
      error = #expect(throws: StoreError.self) { try folder.store() }
      #expect(
        error?.message == "`\(folder.path)` is a database of another program, not metsched's")
      #expect(folder.notices.isEmpty)
    }
  }
#endif
