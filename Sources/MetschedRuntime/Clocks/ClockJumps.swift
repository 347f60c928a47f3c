/// What has happened to the kernel's clocks and has not been told yet.
struct ClockJumps {
  /// The clocks, as if nothing had happened but what was told.
  private var told: SystemTime
  private let noticesSetting: Bool

  /// Differences below this are a small correction, and rounding.
  ///
  /// In milliseconds. What is not told adds up.
  private static let noise: Int64 = 100

  /// Begins at a reading.
  ///
  /// - Parameters:
  ///   - time: the reading.
  ///   - noticesSetting: whether the wall clock matters.
  init(since time: SystemTime, noticesSetting: Bool) {
    told = time
    self.noticesSetting = noticesSetting
  }

  /// Returns a jump that a reading shows, in the clocks' milliseconds, and takes it as told.
  ///
  /// A suspension comes first: of a machine that wakes with another time of day, the sleep is what
  /// happened before.
  mutating func take(at time: SystemTime) -> Wake? {
    let suspension = time.suspension(since: told)
    if milliseconds(suspension) >= Self.noise {
      told.awake -= suspension
      return .suspended(for: milliseconds(suspension))
    }
    let wall = time.wallJump(since: told)
    if noticesSetting, milliseconds(wall).magnitude >= Self.noise.magnitude {
      told.wall += wall
      return .set(by: milliseconds(wall))
    }
    return nil
  }

  private func milliseconds(_ nanoseconds: Int64) -> Int64 {
    let half = Int64.nanosecondsPerMillisecond / 2
    return (nanoseconds + (nanoseconds < 0 ? -half : half)) / .nanosecondsPerMillisecond
  }
}
