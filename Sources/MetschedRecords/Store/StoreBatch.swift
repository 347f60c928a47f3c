package import MetschedTime

/// A run as a database knows it, from its start on.
package struct StoredRun: Hashable, Sendable {
  package enum Clock: String, Sendable {
    case virtual
    case system
  }

  /// The configuration's path, as it was given.
  package var file: String
  package var clock: Clock
  /// The first instant of the schedule.
  package var start: Instant
  /// The wall clock's time at `origin`.
  package var wall: Instant
  /// The schedule's time at `wall`; with `speed` it gives the schedule's time at any other.
  package var origin: Instant
  /// Seconds of the schedule in a second of the wall clock; 1 on a virtual clock.
  package var speed: Double
  package var seed: Int64
  /// The file's zone, which lines of text are written in.
  package var zone: ZoneTable
  /// The version of metsched that began it.
  package var version: String
  /// The columns of its lines of text.
  package var layout: RecordText.Layout

  package init(
    file: String, clock: Clock, start: Instant, wall: Instant, origin: Instant, speed: Double = 1,
    seed: Int64, zone: ZoneTable, version: String, layout: RecordText.Layout
  ) {
    self.file = file
    self.clock = clock
    self.start = start
    self.wall = wall
    self.origin = origin
    self.speed = speed
    self.seed = seed
    self.zone = zone
    self.version = version
    self.layout = layout
  }

  package static func == (one: StoredRun, other: StoredRun) -> Bool {
    one.file == other.file && one.clock == other.clock && one.start == other.start
      && one.wall == other.wall && one.origin == other.origin && one.speed == other.speed
      && one.seed == other.seed && one.zone.identifier == other.zone.identifier
      && one.version == other.version && one.layout == other.layout
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(start)
  }
}

/// A run that is in a database, and how far it has come.
package struct KeptRun: Hashable, Sendable {
  /// Its number in the file, from 1.
  package var number: Int64
  package var run: StoredRun
  /// Everything up to and at this instant is in the file; nil where nothing is yet.
  package var through: Instant?
  /// The number of its last record; 0 where it has none.
  package var lastSequence: Int64
  /// How many inputs it has.
  package var inputs: Int64
  /// Whether it reached its end; a run that was stopped or killed has not, and is continued.
  package var isOver: Bool
}

/// One thing that came from outside, as `replay` needs it; what its text means is its writer's.
package struct StoredInput: Hashable, Sendable {
  package var at: Instant
  package var kind: String
  /// JSON.
  package var payload: String

  package init(at: Instant, kind: String, payload: String) {
    self.at = at
    self.kind = kind
    self.payload = payload
  }

  var size: Int { 64 + payload.utf8.count }
}

/// What a restart needs to know of one placement or of the machine; opaque here.
package struct StoredState: Hashable, Sendable {
  /// The placement's whole name; empty for the machine's own.
  package var name: String
  /// Nil takes it out of the database.
  package var bytes: [UInt8]?

  package init(name: String, bytes: [UInt8]?) {
    self.name = name
    self.bytes = bytes
  }

  var size: Int { 64 + name.utf8.count + (bytes?.count ?? 0) }
}

/// What one settled instant or more brought, or a part of a large one; what settles together goes into
/// one transaction.
package struct StoreBatch: Sendable {
  package var records: [StoredRecord]
  package var inputs: [StoredInput]
  /// States that have changed; a later one of the same name replaces an earlier one.
  package var states: [StoredState]
  /// Whether `states` are all there are, with those of later parts, so that what else is kept goes
  /// away.
  package var statesAreWhole: Bool
  /// Whether the instant goes on with the next batch.
  package var goesOn: Bool
  /// The last instant that was played.
  package var through: Instant

  package init(
    records: [StoredRecord] = [], inputs: [StoredInput] = [], states: [StoredState] = [],
    statesAreWhole: Bool = false, goesOn: Bool = false, through: Instant
  ) {
    self.records = records
    self.inputs = inputs
    self.states = states
    self.statesAreWhole = statesAreWhole
    self.goesOn = goesOn
    self.through = through
  }

  /// The bytes that it takes in memory, about.
  var size: Int {
    records.reduce(0) { $0 + $1.size } + inputs.reduce(0) { $0 + $1.size }
      + states.reduce(0) { $0 + $1.size }
  }
}
