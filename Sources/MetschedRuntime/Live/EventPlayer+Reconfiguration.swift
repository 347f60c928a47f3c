import MetschedConfiguration
import MetschedEngine
import MetschedTime
import MetschedWidgets

/// Another file while the schedule runs.
extension EventPlayer {
  /// Lets a configuration count from now on, and tells the machine what it changes.
  ///
  /// States that have begun go on to their end; events happen where they lie after this instant.
  mutating func reconfigure(
    to revision: Revision, at now: Instant, _ provider: inout WidgetProvider,
    into happenings: inout Happenings
  ) {
    let running = provider.configuration
    let waiting = askedToCome
    let before = running.users.indices.map { states.zone(of: Int32($0)) }
    let present = roster.numbers(of: nil, in: running)
    let change = Reconfiguration(
      to: revision.configuration, from: running, present: present,
      departures: departures ?? Departures(),
      used: provider.plansInUse.union(events.lazy.flatMap(\.addedPlans)))
    let configuration = change.configuration
    let oldHosts = hosts
    hosts = HostTable(configuration, keeping: oldHosts.hosts)
    happenings.hosts += hosts.hosts[oldHosts.hosts.count...]
    happenings.zones += configuration.zones[running.zones.count...]
    departures = change.departures
    zone = configuration.timezone.value
    states.adopt(configuration)
    let left = states.forgetFormerUsers()
    let zones = configuration.users.indices.map { states.zone(of: Int32($0)) }
    provider.adopt(
      configuration, revision: revision.number, hosts: hosts.hosts, numbers: hosts.numbers,
      zones: zones.map { configuration.zones[$0] })
    for number in change.removed { roster.remove(number) }
    provider.forgetFormer()
    happenings.events += left
    let staying = roster.numbers(of: nil, in: running)
    happenings.events += zoneChanges(from: before, to: zones, staying, running)
    for number in staying {
      let user = Int(running.placements[number].user)
      guard hosts.numbers[user] != oldHosts.numbers[user] else { continue }
      happenings.events.append(
        .hostChanged(PlacementNumber(number), host: hosts.numbers[user]))
    }
    for number in change.removed {
      happenings.events.append(.removed(PlacementNumber(number), announced: true))
    }
    for number in change.edited {
      let placement = PlacementNumber(number)
      let plan = configuration.plans[Int(configuration.placements[number].plan)]
      happenings.events.append(
        .edited(
          .placement(placement),
          [EditedPlacement(placement: placement, rule: rules.number(of: plan.failure))]))
    }
    for placement in configuration.placements[change.firstAdded...] {
      happenings.events.append(.added(addition(of: placement, configuration)))
    }
    replaceEvents(by: change.events, after: now, configuration)
    for (_, asked) in waiting.sorted(by: { $0.key < $1.key }) {
      // What is wrong in the file by now does not happen.
      guard let (event, read) = revision.readEvent(asked) else { continue }
      events.append(adopted(event, of: read, &provider, zones: &happenings.zones))
      self.asked[events.count - 1] = asked
      insert(next: events.count - 1, after: now)
    }
  }

  /// Users who are somewhere else now; one word for all where all of them go to one zone.
  private func zoneChanges(
    from before: [Int], to after: [Int], _ placements: [Int], _ configuration: Configuration
  ) -> [Event] {
    let owners = Set(placements.map { configuration.placements[$0].user }).sorted()
    let moved = owners.filter { before[Int($0)] != after[Int($0)] }
    let targets = Set(moved.map { after[Int($0)] })
    if moved.count == owners.count, moved.count > 1, targets.count == 1, let zone = targets.first {
      return [.timezoneChanged(.everybody, zone: zone, name: Int32(zone))]
    }
    return moved.map { user in
      .timezoneChanged(.user(user), zone: after[Int(user)], name: Int32(after[Int(user)]))
    }
  }

  /// Lets other events happen after an instant; of the old ones only what has begun goes on, as long
  /// as whom it is about is there.
  private mutating func replaceEvents(
    by new: [PlannedEvent], after now: Instant, _ configuration: Configuration
  ) {
    let ends = upcoming.removeAll().filter { moment in
      moment.isEnd && !configuration.isFormer(events[moment.number])
    }
    _ = sleeps.removeAll()
    var numbers: [Int: Int] = [:]
    var kept: [PlannedEvent] = []
    for number in Set(ends.map(\.number)).sorted() {
      numbers[number] = new.count + kept.count
      kept.append(events[number])
    }
    // In the order that a restart gives them.
    events = new + kept
    fileEvents = new.indices
    asked = [:]
    states.renumber(numbers)
    for var end in ends {
      end.number = numbers[end.number] ?? end.number
      upcoming.insert(end)
    }
    for number in fileEvents { insert(next: number, after: now) }
  }
}

extension PlannedEvent {
  /// The plans of the placements that it adds.
  fileprivate var addedPlans: [Int32] {
    if case .add(let placements) = verb { placements.map(\.plan) } else { [] }
  }
}
