import MetschedConfiguration
import MetschedTime

/// Which clock runs a file, from when and until when.
struct RunClock {
  var start: Instant
  /// The first instant that is not played; nil for a run that goes on until it is stopped.
  var end: Instant?
  var isLive: Bool
  private var length: Step?
  private var speed: Double

  /// Takes what a file says; a live run begins now, at the second.
  init(_ settings: ClockSettings, now: Instant?, in zone: ZoneTable) {
    isLive = now != nil
    start = now.map { $0 - $0.milliseconds % 1_000 } ?? settings.start.value
    length = settings.length?.value ?? (isLive ? nil : .day)
    speed = settings.speed.value
    // The end is a date like any other: 1d keeps the wall time of the file's zone.
    end = length.map { [start] in zone.adding(1, $0, to: start) }
  }

  /// The clock as the header names it.
  func description(in zone: ZoneTable) -> String {
    let pace = isLive && speed != 1 ? " × \(speed.formatted)" : ""
    let span = length.map { " for \($0)" } ?? ", until stopped"
    return "\(isLive ? "system" : "virtual") clock\(pace) from \(start.rfc3339(in: zone))\(span)"
  }
}

extension Double {
  fileprivate var formatted: String { self == rounded() ? String(Int64(self)) : String(self) }
}
