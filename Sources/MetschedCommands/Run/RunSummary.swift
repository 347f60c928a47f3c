import MetschedConfiguration
import MetschedEngine
import MetschedRecords
import MetschedRuntime

/// The summary of a run that goes on: what a row of its state has counted, and the records since.
struct RunSummary {
  /// The name of the row; no placement has a name without slashes.
  static let name = "summary"

  private(set) var summary: Summary
  private var numbers: [String: PlacementNumber] = [:]

  init(_ summary: Summary, _ configuration: Configuration) {
    self.summary = summary
    numbers.reserveCapacity(configuration.placements.count)
    for (index, placement) in configuration.placements.enumerated() {
      numbers[configuration.name(of: placement)] = PlacementNumber(index)
    }
  }

  /// The last record that was counted.
  var lastSequence: Int64 { summary.lastSequence }

  /// Takes in a row; one that cannot be read, or lacks something, is as none.
  mutating func restore(_ row: [UInt8]?) {
    guard let row else { return }
    _ = try? summary.restore(row) { numbers[$0] }
  }

  /// Counts a record of the database, which has names in the place of numbers.
  mutating func count(_ stored: StoredRecord) {
    var record = stored.record
    let label = stored.label
    if let user = label.user, let kind = label.kind, let id = label.id, let family = label.family {
      // What has gone is counted for the run alone.
      let number = numbers["\(user)/\(kind)/\(id)/\(family)"]
      record.scope = number.map(Scope.placement) ?? .everybody
    }
    summary.count(record)
  }
}
