import Dispatch

/// How much time is left for a question, on a clock that nobody sets.
struct TimeAllowance: Sendable {
  /// When it is over, on the uptime clock.
  let end: UInt64

  init(_ limit: Duration) {
    end = Self.now + UInt64(max(limit.seconds, 0) * 1e9)
  }

  var left: Duration {
    let now = Self.now
    return .nanoseconds(end > now ? Int64(end - now) : 0)
  }

  /// The uptime clock, in nanoseconds.
  static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}
