package import MetschedTime

/// What `clock:` says: which clock runs the file, from when and for how long.
package struct ClockSettings: Sendable {
  package enum Kind: Hashable, Sendable {
    case virtual
    case system
  }

  package var kind: Setting<Kind>
  /// The first instant of a virtual run; 2026-01-01T00:00 in the file's zone where nothing is said.
  package var start: Setting<Instant>
  /// How long a run lasts, on the wall clock of the file's zone; nil: until it is stopped.
  package var length: Setting<Step>?
  /// How many seconds of the schedule pass in a second of a system clock.
  package var speed: Setting<Double>
  /// What latency is drawn from.
  package var seed: Setting<UInt64>

  package init(
    kind: Setting<Kind>, start: Setting<Instant>, length: Setting<Step>?,
    speed: Setting<Double>, seed: Setting<UInt64>
  ) {
    self.kind = kind
    self.start = start
    self.length = length
    self.speed = speed
    self.seed = seed
  }
}

extension ClockSettings {
  /// Returns when a virtual run begins that says nothing: 2026-01-01T00:00 on the zone's clock.
  package static func defaultStart(in zone: ZoneTable) -> Instant {
    // The epoch is day 0, and 2026-01-01 is day 20,454.
    zone.startOfDay(CivilDate(daysSinceEpoch: 20_454))
  }

  /// Sets which clock runs the file.
  ///
  /// A virtual run without a length lasts a day, one on the system's clock until it is stopped.
  package mutating func choose(_ kind: Kind, _ origin: Origin) {
    self.kind = Setting(kind, origin)
    if kind == .virtual, length == nil { length = Setting(.day, .builtIn) }
    if kind == .system, length?.origin == .builtIn { length = nil }
  }
}
