/// The placements that every queue is measured on, the same as in `Reference/workload.hpp`.
///
/// Each has an interval and a phase below it, in whole seconds; it is due at its phase and then at
/// every interval, and of one second the lower number comes first.
struct Workload {
  enum Intervals: String {
    /// Every placement hourly.
    case same
    /// From 15 minutes to a day, most of them hourly.
    case mixed
  }

  private(set) var intervals: [UInt32] = []
  private(set) var phases: [UInt32] = []
  /// The first second that is not played.
  let end: UInt32

  private static let mixture: [UInt32] = [900, 1800, 3600, 3600, 3600, 7200, 21600, 86400]

  init(placements: Int, hours: Int, _ kind: Intervals) {
    end = UInt32(hours * 3600)
    intervals.reserveCapacity(placements)
    phases.reserveCapacity(placements)
    var generator = Xorshift()
    for _ in 0..<placements {
      let interval = kind == .same ? 3600 : Self.mixture[Int(generator.next() & 7)]
      intervals.append(interval)
      phases.append(UInt32(generator.next() % UInt64(interval)))
    }
  }
}

/// Marsaglia's xorshift64, as in the reference programs.
struct Xorshift: RandomNumberGenerator {
  private var state: UInt64 = 88_172_645_463_325_252

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// How many decisions were made, and a hash of which in what order.
struct Decisions {
  private(set) var count = 0
  private(set) var order: UInt64 = 14_695_981_039_346_656_037

  @inline(__always)
  mutating func add(_ placement: Int32, second: UInt32) {
    count += 1
    let key = UInt64(second) << 32 | UInt64(UInt32(bitPattern: placement))
    order = (order ^ key) &* 1_099_511_628_211
  }
}
