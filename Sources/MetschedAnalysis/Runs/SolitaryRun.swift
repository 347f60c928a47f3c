internal import MetschedConfiguration
internal import MetschedEngine
internal import MetschedRuntime
internal import MetschedTime
internal import MetschedWidgets

/// One placement by itself, with what people and apps ask for: no placement has a say in another's
/// schedule.
///
/// Unless all events are asked for, edits and removals are left out, since they make another
/// placement of it, and so is what disturbs a run for a while: failing and slow providers, sleep, and
/// a clock that is set. Additions always are: what they add is somebody else.
struct SolitaryRun {
  /// Where a run ends early, since nothing more is learnt from it.
  static let recordLimit = 20_000

  private var configuration: Configuration
  private var range: Range<Instant>

  /// What brings the items of sources over the network; nil for none.
  private let remote: (any RemoteItems)?

  init(
    _ placement: Placement, in configuration: Configuration, over range: Range<Instant>,
    remote: (any RemoteItems)?, playsAllEvents: Bool = false
  ) {
    self.remote = remote
    var alone = configuration
    // Its plan alone: a run looks at every plan that there is.
    alone.plans = [configuration.plans[Int(placement.plan)]]
    alone.placements = [placement]
    alone.placements[0].plan = 0
    alone.events = configuration.events.filter { event in
      (event.verb.isWish || playsAllEvents && !event.isAddition)
        && (event.isWrite || event.concerns(placement.user))
    }
    self.configuration = alone
    self.range = range
  }

  /// Returns the same on another host.
  func on(_ host: HostSettings) -> SolitaryRun {
    var other = self
    let user = Int(other.configuration.placements[0].user)
    other.configuration.hosts[other.configuration.users[user].host] = host
    return other
  }

  /// Returns the same over another time.
  func over(_ range: Range<Instant>) -> SolitaryRun {
    var other = self
    other.range = range
    return other
  }

  /// Returns the same in another zone.
  func `in`(_ zone: ZoneTable) -> SolitaryRun {
    var other = self
    let user = Int(other.configuration.placements[0].user)
    other.configuration.users[user].zone = other.configuration.zones.count
    other.configuration.zones.append(zone)
    return other
  }

  /// Returns the same with its kind under another name, from which latency is drawn.
  func called(_ kind: String) -> SolitaryRun {
    var other = self
    other.configuration.widgets[Int(other.configuration.placements[0].widget)].kind = kind
    return other
  }

  /// Returns the same with another plan.
  func with(_ plan: WidgetPlan) -> SolitaryRun {
    var other = self
    other.configuration.plans.append(plan)
    other.configuration.placements[0].plan = Int32(other.configuration.plans.count - 1)
    return other
  }

  /// Plays it.
  ///
  /// - Parameters:
  ///   - limit: the records after which it ends.
  ///   - comparesContent: whether grants are compared with what would have shown without them.
  ///   - look: shown each record with the widgets.
  /// - Returns: what it came to.
  func play(
    limit: Int = recordLimit, comparesContent: Bool = false,
    look: (Record, inout ObservedProvider) -> Void = { _, _ in }
  ) async -> RunFigures {
    let schedule = Schedule(configuration)
    let conductor = schedule.conductor(remote: remote)
    var driver = VirtualDriver(
      conductor: Conductor(
        machine: conductor.machine, provider: ObservedProvider(conductor.provider)),
      clock: VirtualClock(at: range.lowerBound))
    var events = ObservedEvents(schedule.events(in: range))
    var observer = RunObserver(range, comparesContent: comparesContent)
    var records = 0
    var cutAt: Instant?
    // NB: nothing in the closures throws, but the driver's `run` may be cancelled.
    try? await driver.run(
      &events, until: range.upperBound,
      emit: { record, provider in
        records += 1
        observer.take(record, &provider)
        look(record, &provider)
      },
      progress: { time in
        guard records >= limit else { return true }
        cutAt = time
        return false
      })
    var figures = observer.finish(at: cutAt ?? range.upperBound)
    figures.isCut = cutAt != nil
    return figures
  }
}

extension PlannedEvent {
  fileprivate var isWrite: Bool {
    if case .write = verb { true } else { false }
  }

  fileprivate var isAddition: Bool {
    if case .add = verb { true } else { false }
  }
}

extension PlannedEvent.Verb {
  /// Whether it asks for something, or makes others ask.
  fileprivate var isWish: Bool {
    switch self {
    case .reload, .reloadAll, .push, .interaction, .write, .foreground, .timezone: true
    case .edit, .add, .remove, .clock, .suspend, .fail, .slow: false
    }
  }
}
