package import MetschedEngine
package import MetschedTime

/// One value of a saved run, under its name.
///
/// | name | what the bytes hold |
/// |---|---|
/// | empty | the machine, the clock, and what of the file's events is under way |
/// | `written` | what events have written over the files of containers |
/// | `read` | which contents of containers were last read |
/// | `list/N` | a list of items that timelines show |
/// | `user/Kind/id/family` | a placement |
///
/// All of a checkpoint belong together: what keeps them writes all or none.
package struct SavedRow: Hashable, Sendable {
  package var name: String
  /// Nil where the row is to be deleted.
  package var bytes: [UInt8]?

  package init(name: String, bytes: [UInt8]?) {
    self.name = name
    self.bytes = bytes
  }

  static let machine = ""
  static let written = "written"
  static let read = "read"
  static let listPrefix = "list/"
}

/// How far a run has come on its clock.
package struct SavedClock: Hashable, Sendable {
  /// The first instant of the run.
  package var start: Instant
  /// The last instant that was played.
  package var through: Instant
  /// How far events have set the schedule's clock from the one that it runs on, in milliseconds.
  package var offset: Int64
  /// The first instant that is not played; nil for none.
  package var end: Instant?

  package init(start: Instant, through: Instant, offset: Int64 = 0, end: Instant? = nil) {
    self.start = start
    self.through = through
    self.offset = offset
    self.end = end
  }

  /// The last instant that was played, on the clock that the run sleeps on.
  package var slept: Instant { through - offset }

  /// Reads how far the run has come of which rows were saved.
  package init(of rows: [SavedRow]) throws(StateError) {
    guard let bytes = rows.first(where: { $0.name == SavedRow.machine })?.bytes else {
      throw StateError("there is no state of the machine")
    }
    var reader = try StateReader(bytes)
    self = try reader.read()
  }
}

/// A zone and its rules, which another version of metsched may know better.
struct SavedZone: StateCodable {
  var identifier: String
  var rules: UInt64

  init(_ identifier: String, rules: UInt64) {
    self.identifier = identifier
    self.rules = rules
  }

  func write(to writer: inout StateWriter) {
    writer.write(identifier)
    writer.write(rules)
  }

  init(from reader: inout StateReader) throws(StateError) {
    identifier = try reader.read()
    rules = try reader.read()
  }
}
