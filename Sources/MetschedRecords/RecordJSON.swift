package import MetschedEngine
import MetschedTime

/// Records as JSON lines: every field of a record's kind, in one order, null where none applies.
///
/// The fields and their order are version 1 of the schema in `docs/records.md`.
package struct RecordJSON {
  package static let schemaVersion = 1

  package init() {}

  /// Returns a record as one line with its end.
  package func line(_ record: Record, _ details: inout some RecordDetails) -> String {
    var line = JSONLine()
    write(record, to: &line, &details)
    return line.line
  }

  /// Writes the fields of a record, in order.
  func write(
    _ record: Record, to line: inout some RecordFieldWriter, _ details: inout some RecordDetails
  ) {
    let zone = begin(&line, record, &details)
    switch record.what {
    case .reload(let reload):
      write(reload, of: record, isRetry: false, to: &line, zone, &details)
    case .fail(let reload, let error):
      write(reload, of: record, isRetry: true, to: &line, zone, &details)
      line.field("error", details.message(ofError: error))
    case .show(let show):
      let text = show.timeline == nil ? nil : details.text(of: show)
      line.field("shows", ShowsWord(show.content, isEmpty: text?.isEmpty == true).name)
      line.field("date", show.date, in: zone)
      line.field("title", text?.title)
      line.field("link", text?.link)
    case .deferred(let deferral):
      line.field("cause", record.causes.causes.map(\.name))
      line.field("eligible", deferral.eligible, in: zone)
      line.field("granted", deferral.granted, in: zone)
      line.field("reason", deferral.reason.name)
      line.field("left", deferral.left)
    case .drop(let drop):
      line.field("reason", drop.reason.name)
      line.field("count", drop.count)
    case .state(let state):
      line.field("state", state.word.name)
      line.field("value", state.value(&details))
    }
  }

  /// Writes what all records have, and returns the zone of the instants.
  private func begin(
    _ line: inout some RecordFieldWriter, _ record: Record, _ details: inout some RecordDetails
  ) -> ZoneTable {
    let label: PlacementLabel? =
      if case .placement(let placement) = record.scope { details.label(of: placement) } else { nil }
    let zone = label?.zone ?? details.fileZone
    line.field("seq", Int(record.sequence))
    line.field("at", record.at, in: zone)
    switch record.scope {
    case .everybody: line.field("user", nil as String?)
    case .user(let user): line.field("user", details.name(ofUser: user))
    case .placement: line.field("user", label?.user)
    }
    line.field("kind", label?.kind)
    line.field("id", label?.id)
    line.field("family", label?.family)
    line.field("what", record.what.word.name)
    return zone
  }

  private func write(
    _ reload: Reload, of record: Record, isRetry: Bool, to line: inout some RecordFieldWriter,
    _ zone: ZoneTable, _ details: inout some RecordDetails
  ) {
    line.field("cause", record.causes.causes.map(\.name))
    line.field("counted", reload.isCounted)
    line.field("eligible", reload.eligible, in: zone)
    line.field("granted", reload.granted, in: zone)
    line.field("reason", reload.reason?.name)
    line.field("left", reload.left)
    line.field("entries", reload.entries)
    line.field("first", reload.first, in: zone)
    line.field("last", reload.last, in: zone)
    line.field("policy", reload.policy.name)
    line.field("next", reload.next, in: zone)
    line.field("why", reload.why?.text)
    line.field("origin", details.origin(of: reload.tag, isRetry: isRetry))
  }
}
