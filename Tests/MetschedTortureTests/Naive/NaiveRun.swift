import MetschedEngine
import MetschedTime
import SchedulerReference

/// A drawn file's run by the reference machine, with its events told one after the other.
struct NaiveRun {
  private let file: DrawnFile
  private var provider: NaiveProvider
  private var machine: Reference
  private var moments: NaiveMoments
  private var actions = Actions()
  private var end: Instant
  private let start: Instant
  private let zoneNames: [String]
  private var isOpen = false
  private var held: [(request: Request, answer: Answer)] = []
  private var foregrounds: [Int?] = []
  private var stays: [(event: Int, occurrence: Int, user: Int?, zone: String)] = []
  private(set) var lines: [String] = []

  init(_ file: DrawnFile) {
    self.file = file
    let clock = WallClock(file.zone)
    start = WallClock.instant(of: file.start, days: clock, times: clock)
    end = clock.adding(1, file.length, to: start)
    provider = NaiveProvider(file)
    moments = NaiveMoments(file, start: start, end: end)
    var names = [file.zone] + file.users.compactMap(\.zone)
    for event in file.events { if case .timezone(let zone) = event.verb { names.append(zone) } }
    zoneNames = names
    machine = Reference(
      hosts: file.users.map { Host(naively: file.host, $0.host) },
      rules: file.widgets.map { FailureHandling(show: $0.show.shown, retry: $0.retry) },
      zones: names.map { ZoneTable.named($0) ?? .utc }, seed: file.seed)
  }

  /// Plays until the end, or until so many records are written.
  mutating func play(records most: Int) {
    while lines.count < most, let next = next(), next < end { playInstant(next) }
  }

  private mutating func next() -> Instant? {
    isOpen ? moments.next(before: machine.nextDeadline()) : start
  }

  private mutating func playInstant(_ time: Instant) {
    var now = time
    let (due, jumps) = moments.take(through: &now)
    now = time
    for jump in jumps {
      now = now + jump
      end = end + jump
      tell(.clockChanged(by: jump), at: now)
    }
    for phase in 0...4 {
      if phase == 1, let wake = moments.wakes, wake <= now {
        moments.wakeUp()
        tell(.suspended(false), at: now)
      }
      if phase == 3, !isOpen { open(at: now) }
      for moment in due where file.events[moment.event].verb.phase == phase {
        play(moment, at: now)
      }
    }
    settle(at: now)
  }

  private mutating func open(at now: Instant) {
    isOpen = true
    for placement in provider.placements {
      let hash = nameHash(of: provider.name(of: placement))
      tell(
        .added(
          NewPlacement(
            user: Int32(placement.user), host: placement.user, rule: placement.widget,
            zone: zoneNumber(provider.zones[placement.user]), nameHash: hash)), at: now)
    }
  }

  private func zoneNumber(_ name: String) -> Int { zoneNames.firstIndex(of: name) ?? 0 }

  /// Rounds of what is due and its answers, until the instant is over.
  private mutating func settle(at now: Instant) {
    var late: [(request: Request, answer: Answer)] = []
    while true {
      tell(.due, at: now)
      var ready: [(request: Request, answer: Answer)] = []
      let waiting = held
      held = []
      for (request, answer) in waiting {
        let placement = provider.placements[Int(request.placement.index)]
        if provider.isDisturbed(placement, by: provider.slow) {
          held.append((request, answer))
        } else if machine.isOverdue(request, at: now) {
          late.append((request, answer))
        } else {
          ready.append((request, answer))
        }
      }
      let asks = actions.asks
      actions.asks = []
      for request in asks {
        let answer = provider.answer(to: request)
        let placement = provider.placements[Int(request.placement.index)]
        if provider.isDisturbed(placement, by: provider.slow) {
          held.append((request, answer))
        } else {
          ready.append((request, answer))
        }
      }
      ready.sort {
        ($0.request.placement, $0.request.generation)
          < ($1.request.placement, $1.request.generation)
      }
      for (request, answer) in ready { tell(.answered(request, answer), at: now) }
      if let next = machine.nextDeadline(), next <= now { continue }
      tell(.settled, at: now)
      let expired = actions.expired
      actions.expired = []
      if expired.isEmpty { return }
      for request in expired { tell(.answered(request, provider.answer(to: request)), at: now) }
      for (request, answer) in late { tell(.answered(request, answer), at: now) }
      late = []
    }
  }

  private mutating func tell(_ event: Event, at now: Instant) {
    machine.handle(event, at: now, into: &actions)
    for record in actions.records { lines.append(words.line(record)) }
    actions.records.removeAll()
    actions.released = []
    actions.warnings = []
  }

  private var words: RecordWords {
    RecordWords(
      placement: { [provider] in provider.name(of: provider.placements[$0]) },
      user: { [file] in file.users[$0].name }, zone: { [zoneNames] in zoneNames[$0] },
      title: { [provider] in provider.title(of: $0) })
  }

  // MARK: Events

  private func scope(_ user: Int?) -> Scope { user.map { .user(Int32($0)) } ?? .everybody }

  /// The placements of somebody or of everybody, by number.
  private func numbers(of user: Int?, where condition: (NaiveProvider.Placement) -> Bool) -> [Int] {
    guard isOpen else { return [] }
    return provider.placements.indices.filter {
      let placement = provider.placements[$0]
      return !placement.isRemoved && (user == nil || placement.user == user)
        && condition(placement)
    }
  }

  private mutating func play(_ moment: NaiveMoments.Moment, at now: Instant) {
    let event = file.events[moment.event]
    func ask(_ numbers: [Int], _ cause: Cause) -> [Event] {
      numbers.map { .requested(PlacementNumber($0), cause) }
    }
    var told: [Event] = []
    switch event.verb {
    case .clock: break
    case .reload(let widget):
      told = ask(numbers(of: event.user) { $0.widget == widget }, .reload)
    case .reloadAll: told = ask(numbers(of: event.user) { _ in true }, .reload)
    case .push: told = ask(numbers(of: event.user) { _ in true }, .push)
    case .interaction(let widget):
      told = ask(numbers(of: event.user) { $0.widget == widget }, .interaction)
    case .edit(let widget, let values): told = edit(widget, values, event.user)
    case .remove(let widget, let id, let isLarge):
      for number in numbers(
        of: event.user, where: { $0.widget == widget && $0.id == id && $0.isLarge == isLarge })
      {
        provider.placements[number].isRemoved = true
        told.append(.removed(PlacementNumber(number), announced: true))
      }
    case .write(let name, let items): told = ask(write(name, items, event.user), .container)
    case .foreground: told = foreground(!moment.isEnd, event.user)
    case .timezone(let zone): told = stay(moment, zone, event.user)
    case .fail(let widget):
      Self.change(&provider.failing, isOn: !moment.isEnd, (widget, event.user))
    case .slow(let widget):
      Self.change(&provider.slow, isOn: !moment.isEnd, (widget, event.user))
    case .suspend:
      guard let ends = moment.ends else { return }
      if moments.wakes == nil { told = [.suspended(true)] }
      moments.fallAsleep(until: ends)
    }
    for event in told { tell(event, at: now) }
  }

  private static func change(
    _ states: inout [(widget: Int, user: Int?)], isOn: Bool, _ state: (widget: Int, user: Int?)
  ) {
    if isOn {
      states.append(state)
    } else if let index = states.firstIndex(where: { $0 == state }) {
      states.remove(at: index)
    }
  }

  private mutating func edit(_ widget: Int, _ values: DrawnValues, _ user: Int?) -> [Event] {
    let targets = numbers(of: user) { $0.widget == widget }
    var edits: [EditedPlacement] = []
    for number in targets {
      let new = values.over(provider.placements[number].values)
      if new == provider.placements[number].values { continue }
      provider.placements[number].values = new
      edits.append(EditedPlacement(placement: PlacementNumber(number), rule: widget))
    }
    guard let first = targets.first else { return [] }
    let whom = targets.count == 1 ? .placement(PlacementNumber(first)) : scope(user)
    return [.edited(whom, edits)]
  }

  private mutating func write(_ name: String, _ items: [DrawnItem], _ user: Int?) -> [Int] {
    var asked: Set<Int> = []
    for container in Set((user.map { [$0] } ?? Array(file.users.indices)).map(provider.container)) {
      let hasChanged = provider.written[container + "/" + name] != items
      provider.written[container + "/" + name] = items
      asked.formUnion(
        numbers(of: nil) { placement in
          let widget = file.widgets[placement.widget]
          guard widget.file == name, provider.container(of: placement.user) == container else {
            return false
          }
          return widget.reloadOn == .always || widget.reloadOn == .changed && hasChanged
        })
    }
    return asked.sorted()
  }

  private mutating func foreground(_ isOn: Bool, _ user: Int?) -> [Event] {
    if isOn {
      foregrounds.append(user)
      return [.foreground(scope(user), true)]
    }
    if let index = foregrounds.firstIndex(of: user) { foregrounds.remove(at: index) }
    if foregrounds.contains(where: { $0 == nil || $0 == user }) { return [] }
    let others = user == nil ? Set(foregrounds.compactMap(\.self)).sorted() : []
    return [.foreground(scope(user), false)] + others.map { .foreground(scope($0), true) }
  }

  private mutating func stay(
    _ moment: NaiveMoments.Moment, _ zone: String, _ user: Int?
  ) -> [Event] {
    let before = provider.zones
    if moment.isEnd {
      stays.removeAll { $0.event == moment.event && $0.occurrence == moment.occurrence }
    } else {
      stays.append((moment.event, moment.occurrence, user, zone))
    }
    for other in file.users.indices {
      provider.zones[other] =
        stays.last { $0.user == nil || $0.user == other }?.zone
        ?? file.users[other].zone ?? file.zone
    }
    func change(_ scope: Scope, _ zone: String) -> Event {
      .timezoneChanged(scope, zone: zoneNumber(zone), name: Int32(zoneNumber(zone)))
    }
    if !moment.isEnd { return [change(scope(user), zone)] }
    let changed = file.users.indices.filter { before[$0] != provider.zones[$0] }
    if user == nil, changed.count == before.count, Set(provider.zones).count == 1 {
      return [change(.everybody, provider.zones[0])]
    }
    return changed.map { change(scope($0), provider.zones[$0]) }
  }
}

extension DrawnWidget.Show {
  fileprivate var shown: FailureHandling.Show {
    switch self {
    case .last: .last
    case .placeholder: .placeholder
    case .sample: .sample
    }
  }
}

extension DrawnEvent.Verb {
  /// The verb's place among what happens at one instant.
  fileprivate var phase: Int {
    switch self {
    case .clock, .timezone: 0
    case .foreground, .suspend, .fail, .slow: 1
    case .write: 2
    case .edit, .remove: 3
    case .reload, .reloadAll, .push, .interaction: 4
    }
  }
}

extension Host {
  /// A user's host: the file's figures, then the user's own, then what a debugger takes away.
  fileprivate init(naively file: DrawnHost, _ user: DrawnUserHost?) {
    let drawn = user?.over(file) ?? file
    let isFree = user?.debugger ?? false
    self.init(
      budget: drawn.isIdeal || isFree ? nil : drawn.budget ?? 40,
      spacing: isFree ? 0 : drawn.spacing ?? (drawn.isIdeal ? 0 : 300_000),
      latency: drawn.latency ?? (drawn.isIdeal ? 0...0 : 2_000...60_000), timeLimit: 30_000,
      grantsAtEnd: drawn.isIdeal, reloadsOnEdit: !drawn.editsWait,
      visible: isFree ? nil : drawn.visible.flatMap { try? TimeWindow(parsing: $0.text) })
  }
}
