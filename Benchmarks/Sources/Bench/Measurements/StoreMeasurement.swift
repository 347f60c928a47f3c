import Foundation
import MetschedEngine
import MetschedRecords
import MetschedTime

/// Records into a database, from the record of the machine to the closed file.
///
/// `Reference/sqlite-rows.c` writes the same rows into the same tables.
enum StoreMeasurement {
  private static let start = Instant(milliseconds: 1_767_603_600_000)
  private static let placements = 1_000

  static func run(rows: Int, _ path: String) throws -> Measurement {
    for tail in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + tail) }
    let store = try RunStore(path) { print("notice", $0.text) }
    let layout = RecordText.Layout(
      nameWidth: 20, showsDay: true, showsMilliseconds: false, usesColor: false)
    let writer = try store.begin(
      StoredRun(
        file: "bench.yaml", clock: .system, start: start, wall: start, origin: start, seed: 0,
        zone: .utc, version: "bench", layout: layout))
    let labels = (0..<placements).map { number in
      RecordLabel(
        user: "user\(number)", kind: "BenchmarkWidget", id: "main", family: "systemMedium",
        zone: .utc, name: "user\(number)/BenchmarkWidget")
    }
    let titles = (0..<200).map { "The title of entry \($0)" }
    let links = (0..<200).map { "themet://\(435_000 + $0)" }
    var failure: StoreError?
    let taken = seconds {
      var sequence = 0
      while sequence < rows {
        var records: [StoredRecord] = []
        let last = min(rows, sequence + 4_096)
        while sequence < last {
          sequence += 1
          records.append(record(sequence, labels, titles, links))
        }
        do throws(StoreError) {
          try writer.submitWaiting(
            StoreBatch(records: records, through: records[records.count - 1].record.at))
        } catch {
          failure = error
          return
        }
      }
      writer.close(isOver: true)
    }
    if let failure { throw failure }
    var result = Measurement()
    result["seconds"] = taken
    result["per-second"] = Double(writer.figures.written) / taken
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Double ?? 0
    result["bytes"] = size / Double(rows)
    return result
  }

  /// A reload, then the four entries that it brings.
  private static func record(
    _ sequence: Int, _ labels: [RecordLabel], _ titles: [String], _ links: [String]
  ) -> StoredRecord {
    let group = (sequence - 1) / 5
    let place = (sequence - 1) % 5
    let number = group % placements
    let at = start + Int64(group) * 100 + Int64(place)
    let scope = Scope.placement(PlacementNumber(number))
    guard place > 0 else {
      var stored = StoredRecord(
        record: Record(
          sequence: Int64(sequence), at: at, scope: scope,
          what: .reload(
            Reload(
              isCounted: true, eligible: at - 1_000, granted: at, reason: .latency, left: 17,
              entries: 4, first: at, last: at + 3_000, policy: .atEnd, next: at + 4_000,
              expected: at + 5_000, tag: 0)), causes: CauseList(.policy)), label: labels[number])
      stored.origin = "bench.yaml:12:5"
      return stored
    }
    var stored = StoredRecord(
      record: Record(
        sequence: Int64(sequence), at: at, scope: scope,
        what: .show(Show(content: .entry, timeline: TimelineID(0), index: place, date: at))),
      label: labels[number])
    stored.text = ShownText(
      isEmpty: false, title: titles[sequence % 200], link: links[sequence % 200])
    return stored
  }
}
