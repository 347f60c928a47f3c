import MetschedConfiguration
import MetschedEngine
import MetschedTime
import MetschedWidgets

/// The states of the host that last for a while, and overlap.
struct RunStates {
  private var configuration: Configuration
  /// Whose app is in the foreground, an element a state; nil for everybody.
  var foreground: [Int32?] = []
  /// The zones that events have set, the latest last.
  var zones: [ZoneState] = []

  struct ZoneState {
    var number: Int
    var occurrence: Int64
    var user: Int32?
    var zone: Int
    var ends: Bool
  }

  init(_ configuration: Configuration) {
    self.configuration = configuration
  }

  /// Follows a configuration with the same numbers; states that have begun go on.
  mutating func adopt(_ configuration: Configuration) {
    self.configuration = configuration
  }

  /// Follows events to other numbers.
  mutating func renumber(_ numbers: [Int: Int]) {
    for index in zones.indices {
      // What has no end is never looked up again.
      zones[index].number = numbers[zones[index].number] ?? -1
    }
  }

  /// Returns the zone in which a user is, as an index of the configuration's.
  func zone(of user: Int32) -> Int {
    zones.last { $0.user == nil || $0.user == user }?.zone
      ?? configuration.users[Int(user)].zone
  }

  /// Begins or ends a foreground; one that overlaps another goes on as long as either.
  mutating func foreground(_ isOn: Bool, of user: Int32?, _ scope: Scope) -> [Event] {
    if isOn {
      foreground.append(user)
      return [.foreground(scope, true)]
    }
    if let index = foreground.firstIndex(of: user) { foreground.remove(at: index) }
    guard !foreground.contains(where: { $0 == nil || $0 == user }) else { return [] }
    var events = [Event.foreground(scope, false)]
    if user == nil {
      for other in Set(foreground.compactMap(\.self)).sorted() {
        events.append(.foreground(.user(other), true))
      }
    }
    return events
  }

  /// Ends what was about users whom the file does not have any more.
  mutating func forgetFormerUsers() -> [Event] {
    let former = configuration.formerUsers
    zones.removeAll { $0.user.map(former.contains) ?? false }
    return foreground.compactMap(\.self).filter(former.contains).flatMap { user in
      foreground(false, of: user, .user(user))
    }
  }

  /// Begins or ends a stay in a zone; afterwards users are where they were before.
  mutating func zone(
    _ moment: Moment, _ zone: Int, _ event: PlannedEvent, _ provider: inout WidgetProvider
  ) -> [Event] {
    let user = event.user
    let users = user.map { [$0] } ?? configuration.presentUsers
    let before = users.map { self.zone(of: $0) }
    if moment.isEnd {
      zones.removeAll { $0.number == moment.number && $0.occurrence == moment.occurrence }
    } else {
      // A stay without an end hides those before it for good.
      if event.length == nil { zones.removeAll { !$0.ends && (user == nil || $0.user == user) } }
      zones.append(
        ZoneState(
          number: moment.number, occurrence: moment.occurrence, user: user, zone: zone,
          ends: event.length != nil))
    }
    let after = users.map { self.zone(of: $0) }
    for (user, zone) in zip(users, after) {
      provider.setZone(configuration.zones[zone], ofUser: Int(user))
    }
    if !moment.isEnd {
      return [.timezoneChanged(event.scope, zone: zone, name: Int32(zone))]
    }
    let changed = users.indices.filter { before[$0] != after[$0] }
    guard user == nil, changed.count == users.count, Set(after).count == 1 else {
      return changed.map { index in
        .timezoneChanged(.user(users[index]), zone: after[index], name: Int32(after[index]))
      }
    }
    return [.timezoneChanged(.everybody, zone: after[0], name: Int32(after[0]))]
  }
}

extension Configuration {
  /// The users that the file has, by number.
  var presentUsers: [Int32] {
    users.indices.map { Int32($0) }.filter { !formerUsers.contains($0) }
  }

  /// Whether an event is about somebody or something that the file does not have any more.
  func isFormer(_ event: PlannedEvent) -> Bool {
    if let user = event.user, formerUsers.contains(user) { return true }
    switch event.verb {
    case .fail(let widget), .slow(let widget): return formerWidgets.contains(widget)
    default: return false
    }
  }
}
