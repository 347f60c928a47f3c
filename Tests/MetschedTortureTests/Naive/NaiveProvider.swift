import Foundation
import MetschedConfiguration
import MetschedEngine
import MetschedTime
import MetschedWidgets

/// What a drawn file's widgets answer, worked out anew for every request.
struct NaiveProvider {
  /// A placement, with what events have done to it.
  struct Placement {
    var user: Int
    var widget: Int
    var id: String
    var isLarge: Bool
    var values: DrawnValues
    var isRemoved = false
  }

  let file: DrawnFile
  var placements: [Placement] = []
  /// The zone of each user.
  var zones: [String]
  /// What events have written, by container and file.
  var written: [String: [DrawnItem]] = [:]
  /// Kinds whose provider fails or is slow, and for whom; an element a state.
  var failing: [(widget: Int, user: Int?)] = []
  var slow: [(widget: Int, user: Int?)] = []
  /// The titles of every timeline, by its id; nil for an empty entry.
  private var titles: [[String?]] = []
  private var clocks: [String: WallClock] = [:]

  init(_ file: DrawnFile) {
    self.file = file
    zones = file.users.map { $0.zone ?? file.zone }
    for (user, drawn) in file.users.enumerated() {
      for kind in drawn.kinds {
        let widget = file.widgets[kind.widget]
        for placement in kind.placements {
          let lower = widget.values.over(widget.parameters ?? DrawnValues())
          placements.append(
            Placement(
              user: user, widget: kind.widget, id: placement.id, isLarge: placement.isLarge,
              values: placement.values.over(kind.values.over(lower))))
        }
      }
    }
  }

  func name(of placement: Placement) -> String {
    let family = placement.isLarge ? "systemLarge" : "systemSmall"
    return
      "\(file.users[placement.user].name)/\(file.widgets[placement.widget].kind)/\(placement.id)/\(family)"
  }

  func container(of user: Int) -> String { file.users[user].container ?? "nowhere/shared" }

  func title(of show: Show) -> String? {
    show.timeline.flatMap { titles[Int($0.value)][show.index] }
  }

  private mutating func clock(_ zone: String) -> WallClock {
    let clock = clocks[zone] ?? WallClock(zone)
    clocks[zone] = clock
    return clock
  }

  func isDisturbed(_ placement: Placement, by states: [(widget: Int, user: Int?)]) -> Bool {
    states.contains {
      $0.widget == placement.widget && ($0.user == nil || $0.user == placement.user)
    }
  }

  // MARK: Answers

  mutating func answer(to request: Request) -> Answer {
    let placement = placements[Int(request.placement.index)]
    let widget = file.widgets[placement.widget]
    let here = clock(zones[placement.user])
    var items: [DrawnItem]? = widget.items
    if let name = widget.file { items = written[container(of: placement.user) + "/" + name] }
    if request.hasExpired || isDisturbed(placement, by: failing) { items = nil }
    guard let items else { return failure(of: placement, request.granted, here) }
    let chosen = select(items, for: placement, at: request.granted, here)
    let titles = chosen.map(\.title)
    switch widget.timing {
    case .interval:
      return .timeline(
        spaced(groups(of: titles, placement), for: placement, at: request.granted, here))
    case .dated(let withUntil):
      return .timeline(
        dated(chosen, for: placement, at: request.granted, withUntil: withUntil, here))
    }
  }

  private mutating func failure(
    of placement: Placement, _ grant: Instant, _ here: WallClock
  ) -> Answer {
    guard file.widgets[placement.widget].show == .sample else {
      return .failure(Failure(error: 0))
    }
    let samples = SampleItems.objects.compactMap { $0["title"]?.text }
    var timeline = spaced(groups(of: samples, placement), for: placement, at: grant, here)
    timeline.policy = .never
    return .failure(Failure(error: 0, sample: timeline))
  }

  private func groups(of titles: [String], _ placement: Placement) -> [String] {
    let size = placement.isLarge ? file.widgets[placement.widget].itemsPerLargeEntry ?? 1 : 1
    return stride(from: 0, to: titles.count, by: size).map { start in
      titles[start..<min(start + size, titles.count)].joined(separator: " · ")
    }
  }

  private mutating func select(
    _ items: [DrawnItem], for placement: Placement, at grant: Instant, _ here: WallClock
  ) -> [DrawnItem] {
    let times = clock(file.zone)
    var chosen: [DrawnItem] = []
    for item in items {
      switch file.widgets[placement.widget].condition {
      case nil: break
      case .kind(let kinds)?: if !kinds.contains(item.kind) { continue }
      case .today?:
        let day = WallClock.instant(of: item.day, days: here, times: times)
        if here.day(at: day) != here.day(at: grant) { continue }
      }
      func plain(_ text: String) -> String {
        text.lowercased().replacing("à", with: "a")
      }
      // Every word has to stand in some text: the title, the kind or a date as it is written.
      let texts = [item.title, item.kind, item.day.text, item.start.text, item.until.text]
      let words = plain(placement.values.query ?? "").split(separator: " ")
      if words.allSatisfy({ word in texts.contains { plain($0).contains(word) } }) {
        chosen.append(item)
      }
    }
    return Array(chosen.prefix(placement.values.limit ?? 200))
  }

  // MARK: Entries

  private mutating func timeline(
    _ dates: [Instant], _ titles: [String?], end: Instant?, for placement: Placement,
    at grant: Instant, _ here: WallClock
  ) -> AnsweredTimeline {
    self.titles.append(titles)
    return AnsweredTimeline(
      id: TimelineID(self.titles.count - 1), dates: .dates(dates), end: end,
      policy: policy(of: placement, grant: grant, end: end, here))
  }

  private mutating func spaced(
    _ groups: [String], for placement: Placement, at grant: Instant, _ here: WallClock
  ) -> AnsweredTimeline {
    let step = placement.values.interval ?? Step(milliseconds: 3_600_000)
    let count = groups.count
    guard count > 0 else {
      return timeline([], [], end: nil, for: placement, at: grant, here)
    }
    var anchor: DrawnAnchor?
    if case .interval(let drawn) = file.widgets[placement.widget].timing { anchor = drawn }
    var wall = here.wall(at: grant)
    var zero = grant
    var limit: Instant?
    switch anchor {
    case nil: break
    case .date(let date)?:
      zero = WallClock.instant(of: date, days: here, times: clock(file.zone))
      wall = date.kind == .day ? Int64(date.minutes) * 60_000 : here.wall(at: zero)
    case .timeOfDay(let minute)?:
      zero = here.last(minute, notAfter: grant)
      wall = here.wall(at: zero)
      limit = here.next(minute, after: zero)
    }
    let (dates, number) = here.dates(
      fromWall: wall, date: zero, step: step, notAfter: grant, count: count + 1)
    var shown = Array(dates.dropLast())
    var end = dates[count]
    if let limit {
      shown = shown.filter { $0 < limit }
      end = min(limit, dates[shown.count])
    }
    var first: Int64 = 0
    if case .date? = anchor { first = number }
    let titles = shown.indices.map { index in
      let place = (first + Int64(index)) % Int64(count)
      return groups[Int(place < 0 ? place + Int64(count) : place)]
    }
    return timeline(shown, titles, end: end, for: placement, at: grant, here)
  }

  private mutating func dated(
    _ items: [DrawnItem], for placement: Placement, at grant: Instant, withUntil: Bool,
    _ here: WallClock
  ) -> AnsweredTimeline {
    let times = clock(file.zone)
    let entries = items.enumerated()
      .map { index, item in
        (
          index: index, title: item.title,
          date: WallClock.instant(of: item.start, days: here, times: times),
          until: WallClock.instant(of: item.until, days: here, times: times)
        )
      }
      .sorted { ($0.date, $0.index) < ($1.date, $1.index) }
    var dates: [Instant] = []
    var titles: [String?] = []
    for (place, entry) in entries.enumerated() {
      dates.append(entry.date)
      titles.append(entry.title)
      let next = place + 1 < entries.count ? entries[place + 1].date : nil
      if withUntil, entry.until > entry.date, next.map({ entry.until < $0 }) ?? true {
        dates.append(entry.until)
        titles.append(nil)
      }
    }
    var end: Instant?
    if let last = dates.last {
      let own = file.users[placement.user].host
      let budget =
        file.host.isIdeal || own?.debugger == true
        ? nil : (own?.over(file.host) ?? file.host).budget ?? 40
      let alone = budget.map { 86_400_000 / Int64($0) } ?? 36 * 60_000
      end = last + (dates.last { $0 < last }.map { last - $0 } ?? alone)
    }
    return timeline(dates, titles, end: end, for: placement, at: grant, here)
  }

  // MARK: Policies

  private mutating func policy(
    of placement: Placement, grant: Instant, end: Instant?, _ here: WallClock
  ) -> AnsweredPolicy {
    switch file.widgets[placement.widget].reload {
    case .atEnd: return .atEnd
    case .never: return .never
    case .after(let dates, let window):
      let times = clock(file.zone)
      let candidates = dates.map { drawn -> (date: Instant, isGiven: Bool, isMoved: Bool) in
        var date: Instant
        var isGiven = true
        switch drawn {
        case .elapsed(let step): date = here.adding(1, step, to: grant)
        case .timeOfDay(let minute): date = here.next(minute, after: grant)
        case .date(let written): date = WallClock.instant(of: written, days: here, times: times)
        case .end(let step):
          guard let end else { return (grant, false, false) }
          date = step.map { here.adding(1, $0, to: end) } ?? end
          isGiven = false
        }
        let asked = date
        if let window { date = here.opening(of: window, notBefore: date) }
        return (date, isGiven, date != asked)
      }
      let left = candidates.filter { $0.date > grant }
      var chosen = left.first ?? candidates[0]
      for candidate in left where candidate.date < chosen.date { chosen = candidate }
      if left.isEmpty {
        // The latest counts as passed; of equal ones the end, since it comes again.
        for candidate in candidates
        where candidate.date > chosen.date || candidate.date == chosen.date && chosen.isGiven {
          chosen = candidate
        }
      }
      return .after(
        chosen.date, basis: chosen.isGiven ? .given : .end, why: chosen.isMoved ? .within : nil)
    }
  }
}
