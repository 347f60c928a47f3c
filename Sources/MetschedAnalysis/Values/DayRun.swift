internal import MetschedConfiguration
internal import MetschedEngine
internal import MetschedRuntime
internal import MetschedTime
internal import MetschedWidgets

/// What a day of a schedule comes to.
package struct DayCount: Hashable, Sendable {
  /// The entries shown.
  package var entries = 0
  /// The reloads granted, the one of the placement's addition among them.
  package var reloads = 0
  /// The reloads that failed; they are among `reloads`.
  package var failures = 0
  /// Whether there are more than were counted.
  package var isCut = false
}

/// A day of a few placements by themselves: from the file's start, without events and without
/// anybody else.
struct DayRun {
  /// Where counting ends: an entry each millisecond would keep people waiting for minutes.
  static let limit = 1_000_000

  let configuration: Configuration
  /// What brings the items of sources over the network; nil for none.
  let remote: (any RemoteItems)?

  /// Plays the first day and counts it.
  ///
  /// - Parameters:
  ///   - placements: the placements, with plans of the configuration.
  ///   - plans: plans that are put behind those of the configuration.
  /// - Returns: what the day came to.
  func count(_ placements: [Placement], plans: [WidgetPlan] = []) async -> DayCount {
    var alone = configuration
    alone.events = []
    alone.plans += plans
    alone.placements = placements
    let start = alone.clock.start.value
    let end = alone.timezone.value.adding(1, .day, to: start)
    let schedule = Schedule(alone)
    var driver = VirtualDriver(
      conductor: schedule.conductor(remote: remote), clock: VirtualClock(at: start))
    var events = schedule.events(in: start..<end)
    var count = DayCount()
    // NB: nothing in the closures throws, but the driver's `run` may be cancelled.
    try? await driver.run(
      &events, until: end,
      emit: { record, _ in
        switch record.what {
        case .show(let show): if show.content == .entry { count.entries += 1 }
        case .reload: count.reloads += 1
        case .fail:
          count.reloads += 1
          count.failures += 1
        case .deferred, .drop, .state: break
        }
      },
      progress: { _ in
        count.isCut = count.entries + count.reloads >= Self.limit
        return !count.isCut
      })
    return count
  }
}
