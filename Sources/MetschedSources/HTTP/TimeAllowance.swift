import Dispatch

/// How much time is left for a question, on a clock that nobody sets.
struct TimeAllowance: Sendable {
  private let end: UInt64

  init(_ limit: Duration) {
    end = DispatchTime.now().uptimeNanoseconds + UInt64(max(limit.seconds, 0) * 1e9)
  }

  var left: Duration {
    let now = DispatchTime.now().uptimeNanoseconds
    return .nanoseconds(end > now ? Int64(end - now) : 0)
  }
}
