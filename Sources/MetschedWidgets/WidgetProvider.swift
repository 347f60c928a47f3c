package import MetschedConfiguration
package import MetschedEngine
package import MetschedTime

/// Answers the machine's requests for the widgets of a configuration, within the same instant.
package struct WidgetProvider {
  /// The configuration; events may change its placements while the schedule runs.
  package internal(set) var configuration: Configuration
  var hosts: [Host]
  /// The number of each user's host.
  var hostNumbers: [Int]
  /// The zone of each user; it may change while the schedule runs.
  package internal(set) var zones: [ZoneTable]
  var store: ItemStore
  var contents: [TimelineContent?] = []
  private var freeContents: [Int] = []
  private var errors: [String] = []
  private var errorNumbers: [String: Int32] = [:]
  /// The numbers of faults whose messages say nothing else.
  private var faultNumbers: [SourceFault: Int32] = [:]
  /// The latest of them: what a source lacks it goes on lacking.
  private var latestFault: SourceFault?
  private var latestFaultNumber: Int32 = 0
  /// What events do to providers now; `WidgetProvider+Events` says how.
  var failing: [Disturbance] = []
  var slow: [Disturbance] = []
  var held: [HeldAnswer] = []
  /// How many answers have ever waited.
  var heldCount = 0
  /// What brings items over the network; nil in a run that has no use for it.
  let remote: (any RemoteItems)?
  /// Whether there is nobody to ask; to look at `remote` is to copy it.
  let isLocal: Bool
  /// Which revision of the file counts; 0 for the one with which the run began.
  package internal(set) var revision = 0
  var awaited: [AwaitedAnswer] = []
  /// The numbers of plans, once an edit has asked for one.
  var planNumbers: [PlanKey: Int32] = [:]
  /// Plans whose values do not go together, with the reason.
  var conflicts: [Int32: String] = [:]
  /// The samples by how many an entry shows, as they were asked for.
  private var sampleGroups: [(size: Int, groups: GroupList)] = []
  /// What providers noticed about items; each said once.
  package private(set) var notices: [ItemNotice] = []
  private var noticed: Set<ItemNotice> = []

  /// The content of a timeline, for the entries that the machine shows.
  struct TimelineContent {
    var groups: GroupList
    var order: EntrySchedule.GroupOrder
    var placement: Placement
  }

  /// Creates the provider of a configuration's widgets.
  ///
  /// - Parameters:
  ///   - configuration: the checked configuration.
  ///   - hosts: tell how far a single entry reaches, and how long an answer may take.
  ///   - numbers: which of them each user has.
  ///   - remote: brings the items of sources over the network.
  ///   - files: reads the files of containers.
  package init(
    _ configuration: Configuration, hosts: [Host], numbers: [Int],
    remote: (any RemoteItems)? = nil, files: any ContainerReading = DiskContainers()
  ) {
    self.remote = remote
    isLocal = remote == nil
    self.configuration = configuration
    self.hosts = hosts
    hostNumbers = numbers
    zones = configuration.users.map { configuration.zones[$0.zone] }
    store = ItemStore(configuration, files: files)
  }

  /// Answers a request with a timeline, or with the fault of its source.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - content: what came over the network for it; nil for a source that needs nothing of it.
  /// - Returns: the answer.
  package mutating func answer(
    to request: Request, with content: RemoteAnswer? = nil
  ) -> Answer {
    let placement = configuration.placements[Int(request.placement.index)]
    if request.hasExpired {
      let limit = Step(milliseconds: host(of: placement).timeLimit)
      let note = abandon(request).map { ": \($0)" } ?? ""
      return failure("no answer within \(limit)\(note)", of: placement, to: request)
    }
    if let message = disturbance(of: placement) {
      return failure(message, of: placement, to: request)
    }
    let zone = zones[Int(placement.user)]
    let plan = configuration.plans[Int(placement.plan)]
    notice(content, for: placement)
    switch store.groups(for: placement, plan, at: request.granted, in: zone, with: content) {
    case .failure(let failure): return self.failure(failure, of: placement, to: request)
    case .success(let groups):
      return .timeline(
        timeline(
          of: groups, for: placement, to: request, expiry: expiry(of: content, request)))
    }
  }

  /// Why a provider does not even look at its source.
  private func disturbance(of placement: Placement) -> String? {
    if failing.isEmpty, conflicts.isEmpty { return nil }
    return failing.first { $0.concerns(placement) }?.message ?? conflicts[placement.plan]
  }

  func host(of placement: Placement) -> Host { hosts[hostNumbers[Int(placement.user)]] }

  /// Forgets the content of a timeline that nothing shows any more.
  package mutating func release(_ timeline: TimelineID) {
    contents[Int(timeline.value)] = nil
    freeContents.append(Int(timeline.value))
  }

  /// Lets the next answer look whether the containers have changed, and what has come by now.
  package mutating func containersMayHaveChanged() {
    store.invalidate()
    remote?.instantBegins()
  }

  /// Returns what an entry of a timeline says.
  package mutating func text(of timeline: TimelineID, entry: Int, date: Instant) -> EntryText {
    guard let content = contents[Int(timeline.value)] else { return EntryText(isEmpty: true) }
    let group: Int
    switch content.order {
    case .inTurn(let first, let count): group = (first + entry) % count
    case .listed(let groups):
      guard let listed = groups[entry] else { return EntryText(isEmpty: true) }
      group = Int(listed)
    }
    let plan = content.placement.plan
    let zone = zones[Int(content.placement.user)]
    let writer = EntryWriter(
      configuration.plans[Int(plan)].entry, scheme: configuration.link?.value)
    return writer.text(of: content.groups[group], date: date, in: zone)
  }

  /// The message of a failure's number.
  package func error(_ number: Int32) -> String { errors[Int(number)] }

  /// Returns the number of a failure's message.
  mutating func errorNumber(of message: String) -> Int32 {
    if let known = errorNumbers[message] { return known }
    let number = Int32(errors.count)
    errors.append(message)
    errorNumbers[message] = number
    return number
  }

  /// Returns the number of a fault's message, which is put into words once.
  private mutating func number(of fault: SourceFault) -> Int32 {
    if latestFault == fault { return latestFaultNumber }
    let number = faultNumbers[fault] ?? errorNumber(of: fault.message)
    faultNumbers[fault] = number
    (latestFault, latestFaultNumber) = (fault, number)
    return number
  }

  /// A fault of the source, with what it gave before.
  private mutating func failure(
    _ failure: SourceFailure, of placement: Placement, to request: Request
  ) -> Answer {
    guard let last = failure.last else {
      return self.failure(number(of: failure.fault), of: placement, to: request)
    }
    let age = last.age > 0 ? "; the last good content is \(Self.age(last.age)) old" : ""
    return self.failure(
      failure.fault.message + age, of: placement, to: request, last: last.groups)
  }

  /// An age as people say it: seconds below two minutes, and so on.
  static func age(_ milliseconds: Int64) -> Step {
    let units: [Int64] = [86_400_000, 3_600_000, 60_000, 1_000]
    let unit = units.first { milliseconds >= 2 * $0 } ?? 1
    return Step(milliseconds: milliseconds / unit * unit)
  }

  private mutating func failure(
    _ message: String, of placement: Placement, to request: Request, last: GroupList? = nil
  ) -> Answer {
    failure(errorNumber(of: message), of: placement, to: request, last: last)
  }

  private mutating func failure(
    _ number: Int32, of placement: Placement, to request: Request, last: GroupList? = nil
  ) -> Answer {
    switch configuration.plans[Int(placement.plan)].failure.show.value {
    case .sample:
      let size = configuration.plans[Int(placement.plan)].itemsPerEntry(in: placement.family)
      let sample = samples(in: sampleGroup(of: size), for: placement, to: request)
      return .failure(Failure(error: number, sample: sample, tag: placement.plan))
    case .last:
      guard let last else { break }
      let timeline = timeline(of: last, for: placement, to: request)
      return .failure(Failure(error: number, last: timeline, tag: placement.plan))
    case .placeholder: break
    }
    return .failure(Failure(error: number, tag: placement.plan))
  }

  private mutating func sampleGroup(of size: Int) -> GroupList {
    for known in sampleGroups where known.size == size { return known.groups }
    let groups = GroupList(SampleItems.objects, by: size)
    sampleGroups.append((size, groups))
    return groups
  }

  /// The samples follow the interval; where items bring their own dates, they have none to bring.
  private mutating func samples(
    in groups: GroupList, for placement: Placement, to request: Request
  ) -> AnsweredTimeline {
    let plan = configuration.plans[Int(placement.plan)]
    let zone = zones[Int(placement.user)]
    let schedule: EntrySchedule
    if let anchor = plan.anchor?.value {
      schedule = .anchored(
        groups: groups.count, interval: plan.interval, to: anchor, from: request.granted,
        in: zone)
    } else {
      schedule = .counted(
        groups: groups.count, interval: plan.interval, from: request.granted, in: zone)
    }
    return store(schedule, of: groups, for: placement, policy: .never)
  }

  private mutating func timeline(
    of groups: GroupList, for placement: Placement, to request: Request, expiry: Instant? = nil
  ) -> AnsweredTimeline {
    let plan = configuration.plans[Int(placement.plan)]
    let zone = zones[Int(placement.user)]
    let schedule = schedule(of: groups, for: placement, granted: request.granted)
    if let date = plan.entry.date?.value { notice(schedule, of: date, for: placement) }
    if case .auto = plan.reload.value {
      let choice = AutomaticPolicy.choose(
        for: plan, schedule: schedule, grant: request.granted, host: host(of: placement))
      return store(
        schedule, of: groups, for: placement, policy: choice.policy, why: choice.why)
    }
    let policy = PolicyDate.policy(
      of: plan.reload.value, grant: request.granted, end: schedule.end, expiry: expiry, in: zone)
    return store(schedule, of: groups, for: placement, policy: policy)
  }

  /// Returns when the entries show that a grant brings.
  func schedule(
    of groups: GroupList, for placement: Placement, granted: Instant
  ) -> EntrySchedule {
    let plan = configuration.plans[Int(placement.plan)]
    let zone = zones[Int(placement.user)]
    if let date = plan.entry.date?.value {
      return .dated(
        groups.items.map { item in
          (
            instant(of: date, in: item, zone: zone),
            plan.entry.until.flatMap { instant(of: $0.value, in: item, zone: zone) }
          )
        }, singleDistance: host(of: placement).singleEntryDistance)
    }
    if let anchor = plan.anchor?.value {
      return .anchored(
        groups: groups.count, interval: plan.interval, to: anchor, from: granted, in: zone)
    }
    return .counted(groups: groups.count, interval: plan.interval, from: granted, in: zone)
  }

  /// Until when the server says that its answer stays as it is, on the schedule's clock.
  private func expiry(of answer: RemoteAnswer?, _ request: Request) -> Instant? {
    guard case .success(let content)? = answer?.result, let maxAge = content.maxAge else {
      return nil
    }
    // What the cache of another day says of its age means nothing on a virtual clock.
    return request.granted + (content.isOffline ? maxAge : maxAge - content.age)
  }

  private mutating func store(
    _ schedule: EntrySchedule, of groups: GroupList, for placement: Placement,
    policy: AnsweredPolicy, why: PolicyReason? = nil
  ) -> AnsweredTimeline {
    AnsweredTimeline(
      id: keep(TimelineContent(groups: groups, order: schedule.groups, placement: placement)),
      dates: schedule.dates, end: schedule.end, policy: policy, why: why, tag: placement.plan)
  }

  /// Keeps the content of a timeline, and returns the timeline's id.
  mutating func keep(_ content: TimelineContent) -> TimelineID {
    let slot = freeContents.popLast() ?? contents.count
    if slot == contents.count { contents.append(nil) }
    contents[slot] = content
    return TimelineID(slot)
  }

  func content(of timeline: TimelineID) -> TimelineContent? { contents[Int(timeline.value)] }

  private func instant(of field: String, in item: ItemValue, zone: ZoneTable) -> Instant? {
    guard let text = item[field]?.text, let literal = InstantLiteral(text),
      Instant.supportedYears.contains(literal.year)
    else { return nil }
    return literal.resolved(datesIn: zone, timesIn: configuration.timezone.value)
  }

  private mutating func notice(
    _ schedule: EntrySchedule, of field: String, for placement: Placement
  ) {
    if schedule.wasSorted { notice(.unsorted(field: field), for: placement) }
    if schedule.undatedItems > 0 {
      notice(.undated(field: field, count: schedule.undatedItems), for: placement)
    }
  }

  private mutating func notice(_ content: RemoteAnswer?, for placement: Placement) {
    guard case .success(let content)? = content?.result, content.isOffline else { return }
    notice(.cached(fetched: content.fetched), for: placement)
  }

  private mutating func notice(_ kind: ItemNotice.Kind, for placement: Placement) {
    let notice = ItemNotice(widget: placement.widget, kind: kind)
    if noticed.insert(notice).inserted { notices.append(notice) }
  }
}

/// Something about a widget's items that its author should know.
package struct ItemNotice: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The items were not in order of date, and were sorted.
    case unsorted(field: String)
    /// Items without a readable date were left out.
    case undated(field: String, count: Int)
    /// The network was not asked, and the cache answered.
    case cached(fetched: Instant)
  }

  package var widget: Int32
  package var kind: Kind
}
