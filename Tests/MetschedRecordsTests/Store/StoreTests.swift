import Foundation
import MetschedEngine
import MetschedRecords
import MetschedTime
import Testing

/// What is kept comes back as it was, and belongs together.
@Suite(.enabled(if: RunStore.isAvailable)) struct StoreTests {
  @Test func `every kind of record prints the same lines again`() throws {
    let folder = try StoreFolder()
    let records = Sample.records(1...2_000)
    let writer = try folder.store().begin(Sample.run())
    writer.submit(StoreBatch(records: records, through: records[1_999].record.at))
    #expect(writer.close(isOver: true) == .init(written: 2_000, waiting: 0, dropped: 0))
    #expect(try folder.lines() == records.map(Sample.line))

    let text = RecordText(layout: Sample.layout, zone: .utc)
    var position = StoreReader.Position()
    var kept: [String] = []
    try folder.reader().records(RecordFilter(), from: &position) { found in
      var stored = found.record
      kept.append(text.line(stored.record, name: stored.label.name, &stored))
    }
    let printed = records.map { record in
      var details = record
      return text.line(record.record, name: record.label.name, &details)
    }
    #expect(kept == printed)
    #expect(folder.notices.isEmpty)
  }

  @Test func `a run is continued with its numbers, inputs and states`() throws {
    let folder = try StoreFolder()
    var run = Sample.run()
    let first = try folder.store().begin(run)
    first.submit(
      StoreBatch(
        records: Sample.records(1...10),
        inputs: [StoredInput(at: run.start, kind: "start", payload: "{}")],
        states: [
          StoredState(name: "", bytes: [1, 2]), StoredState(name: "a/K", bytes: [3]),
          StoredState(name: "b/K", bytes: []),
        ], statesAreWhole: true, through: Sample.start + 4_000))
    first.close(isOver: false)

    let store = try folder.store()
    var known = try #require(try store.unfinishedRun())
    #expect(known.run == run)
    #expect(known.lastSequence == 10)
    #expect(known.inputs == 1)
    #expect(known.through == Sample.start + 4_000)
    #expect(
      try store.states(of: known) == [
        StoredState(name: "", bytes: [1, 2]), StoredState(name: "a/K", bytes: [3]),
        StoredState(name: "b/K", bytes: []),
      ])
    run.speed = 60
    known.run.speed = 60
    let second = try store.resume(known)
    second.submit(
      StoreBatch(
        records: Sample.records(11...20),
        inputs: [StoredInput(at: run.start, kind: "edit", payload: "[1]")],
        states: [StoredState(name: "a/K", bytes: nil), StoredState(name: "b/K", bytes: [9])],
        through: Sample.start + 9_000))
    second.close(isOver: true)

    let reader = try folder.reader()
    let kept = try #require(try reader.runs().first)
    #expect(try reader.runs().count == 1)
    #expect(kept.run == run)
    #expect(kept.isOver)
    #expect(try reader.inputs(of: 1).map(\.kind) == ["start", "edit"])
    #expect(
      try reader.states(of: 1) == [
        StoredState(name: "", bytes: [1, 2]), StoredState(name: "b/K", bytes: [9]),
      ])
    #expect(try folder.lines() == Sample.records(1...20).map(Sample.line))
    #expect(try folder.store().unfinishedRun() == nil)
  }

  @Test func `a file holds several runs, and the last that is not over is continued`() throws {
    let folder = try StoreFolder()
    for (number, isOver) in [true, false, false].enumerated() {
      let writer = try folder.store().begin(Sample.run("\(number).yaml"))
      writer.submit(StoreBatch(records: Sample.records(1...3), through: Sample.start))
      writer.close(isOver: isOver)
    }
    #expect(try folder.store().unfinishedRun()?.number == 3)
    #expect(try folder.lines().count == 9)
    var filter = RecordFilter()
    filter.runs = [2]
    #expect(try folder.lines(filter) == Sample.records(1...3).map(Sample.line))
  }

  @Test func `one process writes to a file, and the second is told which one it is`() throws {
    let folder = try StoreFolder()
    let store = try folder.store()
    let error = #expect(throws: StoreError.self) { try folder.store() }
    #expect(error?.kind == .locked)
    #expect(
      error?.message == "`\(folder.path)` is the state of a service that is running (process "
        + "\(ProcessInfo.processInfo.processIdentifier))")
    withExtendedLifetime(store) {}
  }

  @Test func `the file is its owner's alone`() throws {
    let folder = try StoreFolder()
    let writer = try folder.store().begin(Sample.run())
    writer.submit(StoreBatch(records: Sample.records(1...1), through: Sample.start))
    writer.flush()
    for file in folder.files {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.url.appendingPathComponent(file).path)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
    #expect(folder.files == ["run.db", "run.db-shm", "run.db-wal", "run.db.lock"])
    writer.close(isOver: true)
  }

  @Test func `it is read while it is written`() throws {
    let folder = try StoreFolder()
    let writer = try folder.store().begin(Sample.run())
    let reader = try folder.reader()
    var position = StoreReader.Position()
    var count = 0
    for last in 1...20 {
      writer.submit(StoreBatch(records: Sample.records(last...last), through: Sample.start))
      writer.flush()
      try reader.records(RecordFilter(), from: &position) { _ in count += 1 }
      #expect(count == last)
    }
    writer.close(isOver: true)
  }
}
