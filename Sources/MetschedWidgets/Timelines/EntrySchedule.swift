import MetschedConfiguration
import MetschedEngine
import MetschedTime

/// When the entries of a timeline show, and which group of items each shows.
struct EntrySchedule {
  var dates: EntryDates
  var groups: GroupOrder
  /// The date that one more entry would have; nil without entries.
  var end: Instant?
  /// The items whose date could not be read.
  var undatedItems = 0
  /// Whether the items had to be put in order.
  var wasSorted = false

  /// Which group an entry shows.
  enum GroupOrder {
    /// Entry i shows group (first + i) mod count.
    case inTurn(first: Int, count: Int)
    /// Entry i shows this group; nil for an empty entry.
    case listed([Int32?])
  }

  /// Entries at grant + k × interval.
  static func counted(
    groups: Int, interval: Step, from grant: Instant, in zone: ZoneTable
  ) -> EntrySchedule {
    regular(
      groups: groups, first: 0, sequence: StepSequence(anchor: grant, step: interval, zone: zone),
      number: 0)
  }

  /// Entries at anchor + k × interval, the first being the last one not after the grant.
  static func anchored(
    groups: Int, interval: Step, to anchor: Anchor, from grant: Instant, in zone: ZoneTable
  ) -> EntrySchedule {
    switch anchor {
    case .instant(let instant):
      return numbered(
        groups: groups, sequence: StepSequence(anchor: instant, step: interval, zone: zone),
        from: grant)
    case .date(let date):
      let midnight = LocalTime(date: date, timeOfDay: .midnight)
      return numbered(
        groups: groups, sequence: StepSequence(anchor: midnight, step: interval, zone: zone),
        from: grant)
    case .timeOfDay(let time):
      return daily(groups: groups, interval: interval, time: time, from: grant, in: zone)
    }
  }

  /// An anchor that is a date or an instant also picks the group: point k shows group k mod n.
  private static func numbered(
    groups: Int, sequence: StepSequence, from grant: Instant
  ) -> EntrySchedule {
    let number = sequence.index(notAfter: grant)
    let count = Int64(max(groups, 1))
    let first = Int(((number % count) + count) % count)
    return regular(groups: groups, first: first, sequence: sequence, number: number)
  }

  /// An anchor that is a time of day runs to the next day's anchor and starts afresh there.
  private static func daily(
    groups: Int, interval: Step, time: TimeOfDay, from grant: Instant, in zone: ZoneTable
  ) -> EntrySchedule {
    let start = zone.last(time, notAfter: grant)
    let next = zone.next(time, after: start)
    let sequence = StepSequence(anchor: start, step: interval, zone: zone)
    let number = sequence.index(notAfter: grant)
    let lastNumber = sequence.index(notAfter: next - 1)
    let points = Int(min(lastNumber - number + 1, Int64(groups)))
    var schedule = regular(groups: points, first: 0, sequence: sequence, number: number)
    schedule.groups = .inTurn(first: 0, count: max(groups, 1))
    schedule.end = schedule.end.map { min($0, next) }
    return schedule
  }

  private static func regular(
    groups: Int, first: Int, sequence: StepSequence, number: Int64
  ) -> EntrySchedule {
    guard groups > 0 else {
      return EntrySchedule(dates: .none, groups: .inTurn(first: 0, count: 1), end: nil)
    }
    let end = sequence.date(number + Int64(groups))
    let dates: EntryDates =
      if sequence.step.isExact {
        .regular(
          base: sequence.date(number), step: sequence.step.milliseconds, count: groups)
      } else {
        .dates((0..<Int64(groups)).map { sequence.date(number + $0) })
      }
    return EntrySchedule(dates: dates, groups: .inTurn(first: first, count: groups), end: end)
  }

  /// Entries whose items bring their own dates, with empty entries after `until`.
  ///
  /// - Parameters:
  ///   - items: the dates of each item; nil for one that cannot be read.
  ///   - singleDistance: the distance from a single entry to the end, in milliseconds.
  /// - Returns: the schedule, in order of date.
  static func dated(
    _ items: [(date: Instant?, until: Instant?)], singleDistance: Int64
  ) -> EntrySchedule {
    var dated = items.enumerated().compactMap { index, item in
      item.date.map { (date: $0, until: item.until, group: Int32(index)) }
    }
    let order = EntryDates.ascendingOrder(of: dated.map(\.date))
    if let order { dated = order.map { dated[$0] } }
    var dates: [Instant] = []
    var groups: [Int32?] = []
    for (index, item) in dated.enumerated() {
      dates.append(item.date)
      groups.append(item.group)
      let next = index + 1 < dated.count ? dated[index + 1].date : nil
      // An `until` outside of the entry's own turn says nothing.
      guard let until = item.until, until > item.date, next.map({ until < $0 }) ?? true else {
        continue
      }
      dates.append(until)
      groups.append(nil)
    }
    return EntrySchedule(
      dates: .dates(dates), groups: .listed(groups),
      end: end(of: dates, singleDistance: singleDistance),
      undatedItems: items.count - dated.count, wasSorted: order != nil)
  }

  /// The last date plus the distance to the one before it.
  private static func end(of dates: [Instant], singleDistance: Int64) -> Instant? {
    guard let last = dates.last else { return nil }
    let before = dates.last { $0 < last }
    return last + (before.map { last - $0 } ?? singleDistance)
  }
}
