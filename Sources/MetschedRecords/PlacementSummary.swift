package import MetschedEngine
import MetschedTime

/// What a run came to for one placement; kept only where the summary is written to a file.
package struct PlacementSummary: Sendable {
  private var entries: UInt32 = 0
  private var reloads: UInt32 = 0
  private var counted: UInt32 = 0
  private var coalesced: UInt32 = 0
  private var failures: UInt32 = 0
  /// Reloads by their first cause, at the raw value of `Cause`.
  private var causes = SIMD16<UInt32>()
  /// Deferrals at the raw value of `GrantReason`.
  private var deferrals = SIMD8<UInt32>()

  package init() {}

  /// Takes one of the placement's records in.
  package mutating func count(_ record: Record) {
    switch record.what {
    case .reload(let reload): count(reload, of: record)
    case .fail(let reload, _):
      failures += 1
      count(reload, of: record)
    case .show(let show): if show.content == .entry { entries += 1 }
    case .deferred(let deferral): deferrals[Int(deferral.reason.rawValue)] += 1
    case .drop, .state: break
    }
  }

  private mutating func count(_ reload: Reload, of record: Record) {
    reloads += 1
    if reload.isCounted { counted += 1 }
    coalesced += UInt32(record.causes.count - 1)
    if let first = record.causes.causes.first { causes[Int(first.rawValue)] += 1 }
  }

  /// The placement's object in the summary.
  func json(_ label: PlacementLabel, _ waits: SummaryWaits.Account?) -> JSONLine {
    var line = JSONLine()
    line.field("user", label.user)
    line.field("kind", label.kind)
    line.field("id", label.id)
    line.field("family", label.family)
    line.field("entries", Int(entries))
    line.field("reloads", Int(reloads))
    line.field("counted", Int(counted))
    var causes = JSONLine()
    for cause in Cause.allCases { causes.field(cause.name, Int(self.causes[Int(cause.rawValue)])) }
    line.field("causes", causes)
    var deferred = JSONLine()
    for reason in GrantReason.allCases where reason.isDeferral {
      deferred.field(reason.name, Int(deferrals[Int(reason.rawValue)]))
    }
    line.field("deferred", deferred)
    line.field("coalesced", Int(coalesced))
    line.field("failures", Int(failures))
    var wait = JSONLine()
    let longest = waits?.longest
    wait.field("milliseconds", longest.map { Int($0.milliseconds) } ?? 0)
    wait.field("from", longest?.from, in: label.zone)
    wait.field("granted", longest?.granted, in: label.zone)
    wait.field("reason", longest?.reason?.name)
    line.field("wait", wait)
    line.field("budgetGone", waits?.budgetGone, in: label.zone)
    return line
  }
}

extension PlacementSummary: StateCodable {
  package func write(to writer: inout StateWriter) {
    for count in [entries, reloads, counted, coalesced, failures] { writer.write(count) }
    for index in causes.indices { writer.write(causes[index]) }
    for index in deferrals.indices { writer.write(deferrals[index]) }
  }

  package init(from reader: inout StateReader) throws(StateError) {
    entries = try reader.read()
    reloads = try reader.read()
    counted = try reader.read()
    coalesced = try reader.read()
    failures = try reader.read()
    for index in causes.indices { causes[index] = try reader.read() }
    for index in deferrals.indices { deferrals[index] = try reader.read() }
  }
}
