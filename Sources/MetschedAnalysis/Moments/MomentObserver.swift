package import MetschedConfiguration
internal import MetschedEngine
internal import MetschedRuntime
package import MetschedTime
package import MetschedWidgets

/// Watches one placement in a virtual run of its file, events included, until what was asked is
/// known.
///
/// The run goes on where the file's own would end, since a person wants to know what comes next;
/// up to that end it is the same. Other users are left out, as `run --user` does: no placement
/// has a say in another's schedule.
package struct MomentObserver {
  private let configuration: Configuration
  private let placement: Placement
  private let host: Host
  private let count: Int
  private var moment: PlacementMoment
  private var hasPassed = false
  private var wallOffset: Int64 = 0
  /// The counted grants, in elapsed time.
  private var counted: [Int64] = []
  private var hasWoken: Instant?
  private var states: [Scope: Bool] = [:]
  /// The entries of the timeline that shows.
  private var entries: Int?

  /// How far a run looks for what comes next, beyond what a policy has announced.
  private static let reach = Step(days: 8)
  private static let longest = Step(days: 400)

  /// Plays a file until an instant and what comes next.
  ///
  /// - Parameters:
  ///   - placement: who is watched; it may be one that an event adds.
  ///   - configuration: the whole file.
  ///   - instant: the instant that is asked about; nil for the start.
  ///   - count: how many entries and reloads are kept of what comes.
  ///   - remote: what brings the items of sources over the network; nil for none.
  /// - Returns: what was so, and what comes.
  package static func moment(
    of placement: Placement, in configuration: Configuration, at instant: Instant?, next count: Int,
    remote: (any RemoteItems)? = nil
  ) async -> PlacementMoment {
    var own = configuration
    own.select(users: [placement.user])
    let start = own.clock.start.value
    let instant = instant ?? start
    var watcher = MomentObserver(own, placement, instant, count)
    let zone = own.timezone.value
    let end = zone.adding(1, longest, to: max(start, instant))
    let schedule = Schedule(own)
    var driver = VirtualDriver(
      conductor: schedule.conductor(remote: remote), clock: VirtualClock(at: start))
    var events = schedule.events(in: start..<end)
    // NB: nothing in the closures throws, but the driver's `run` may be cancelled.
    try? await driver.run(
      &events, until: end,
      emit: { record, provider in watcher.take(record, &provider) },
      progress: { time in watcher.goesOn(to: time) })
    if !watcher.hasPassed { watcher.pass() }
    return watcher.moment
  }

  private init(
    _ configuration: Configuration, _ placement: Placement, _ instant: Instant, _ count: Int
  ) {
    self.configuration = configuration
    self.placement = placement
    self.count = count
    host = Host(configuration.host(of: placement))
    let zone = configuration.zones[configuration.users[Int(placement.user)].zone]
    moment = PlacementMoment(
      at: instant, zone: zone, horizon: zone.adding(1, Self.reach, to: instant))
  }

  // MARK: The run

  /// Told before each instant is played; false when everything is known.
  private mutating func goesOn(to time: Instant) -> Bool {
    if !hasPassed {
      guard time > moment.at else { return true }
      pass()
    }
    let isKnown =
      moment.nextShown != nil && moment.nextReload != nil && moment.coming.count >= count
    return !isKnown && time <= moment.horizon && moment.removed == nil
  }

  /// Notes what is so at the instant, which has been played.
  private mutating func pass() {
    hasPassed = true
    if let expected = moment.reload?.reload.expected {
      // What the policy has announced is worth waiting for.
      moment.horizon = max(moment.horizon, moment.zone.adding(1, .day, to: expected))
    }
    moment.isInForeground = states.values.contains(true)
    guard let limit = host.budget else { return }
    let now = moment.at.milliseconds - wallOffset
    let recent = counted.filter { $0 + Host.day > now }
    moment.budget = PlacementMoment.Budget(
      limit: limit, left: max(0, limit - recent.count),
      returns: recent.min().map { Instant(milliseconds: $0 + Host.day + wallOffset) })
  }

  private mutating func take(_ record: Record, _ provider: inout WidgetProvider) {
    if !hasPassed { moment.zone = provider.zones[Int(placement.user)] }
    switch record.scope {
    case .placement(let number):
      let other = provider.configuration.placements[Int(number.index)]
      guard other.user == placement.user, other.widget == placement.widget,
        other.id == placement.id, other.family == placement.family
      else { return }
      takeOwn(record, other, &provider)
    case .user, .everybody:
      if case .state(let state) = record.what { take(state, of: record) }
    }
  }

  private mutating func take(_ state: State, of record: Record) {
    switch state {
    case .clock(let by): wallOffset += by
    case .foreground(let isOn):
      if !hasPassed { states[record.scope] = isOn }
    case .suspended(false): hasWoken = record.at
    default: break
    }
  }

  private mutating func takeOwn(
    _ record: Record, _ placement: Placement, _ provider: inout WidgetProvider
  ) {
    switch record.what {
    case .show(let show):
      take(PlacementMoment.Shown(show, at: record.at, of: entries, &provider))
    case .reload(let reload):
      if reload.entries != 0 { entries = reload.entries }
      take(PlacementMoment.Reloaded(reload, record, error: nil, provider))
    case .fail(let reload, let error):
      if reload.entries != nil { entries = reload.entries }
      take(
        PlacementMoment.Reloaded(reload, record, error: provider.error(error), provider))
    case .state(.removed):
      moment.removed = record.at
      if !hasPassed { (moment.shown, moment.reload) = (nil, nil) }
    case .state(let state): take(state, of: record)
    case .deferred, .drop: break
    }
  }

  private mutating func take(_ shown: PlacementMoment.Shown) {
    guard hasPassed else {
      (moment.shown, moment.removed) = (shown, nil)
      return
    }
    if moment.nextShown == nil { moment.nextShown = shown }
    if moment.coming.count < count { moment.coming.append(.show(shown)) }
  }

  private mutating func take(_ reloaded: PlacementMoment.Reloaded) {
    if reloaded.reload.isCounted {
      counted.append(reloaded.reload.granted.milliseconds - wallOffset)
    }
    guard hasPassed else {
      (moment.reload, moment.removed) = (reloaded, nil)
      return
    }
    if moment.nextReload == nil {
      moment.nextReload = reloaded
      moment.sleptUntilReload = hasWoken == reloaded.reload.granted
    }
    if moment.coming.count < count { moment.coming.append(.reload(reloaded)) }
  }
}
