import MetschedTime
import TestSupport

extension DrawnFile {
  /// Zones with the clock changes that are hardest, and some without any.
  private static let zones = [
    "UTC", "America/New_York", "Europe/Dublin", "Australia/Lord_Howe", "America/Havana",
    "Pacific/Apia", "Africa/Casablanca", "America/Sao_Paulo", "Asia/Tokyo",
  ]

  /// Days, since 1970, near a clock change of one of the zones, a leap day or the end of a year.
  private static let days = [
    20_518,  // 2026-03-06: New York, Havana
    20_757,  // 2026-10-31: New York
    20_540,  // 2026-03-28: Dublin
    20_547,  // 2026-04-04: Lord Howe
    20_498,  // 2026-02-14: Casablanca
    15_336,  // 2011-12-28: Apia
    17_837,  // 2018-11-02: São Paulo
    21_241,  // 2028-02-27: a leap day
    20_818,  // 2026-12-31: the end of a year
  ]

  static func random(seed: UInt64) -> DrawnFile {
    var draw = Draw(random: SplitMix64(seed: seed))
    draw.day = draw.one(days) + draw.number(0...1)
    draw.hours = draw.one([3, 12, 30, 30, 75])
    let widgets = (0..<draw.number(1...3)).map { draw.widget("W\($0)") }
    var users = (0..<draw.number(1...3)).map { draw.user("u\($0)", of: widgets, zones: zones) }
    let host = draw.host()
    for index in users.indices where draw.once(in: 4) {
      users[index].host = draw.userHost(overIdeal: host.isIdeal)
    }
    let events = (0..<draw.one([0, 0, 2, 5, 9])).compactMap { _ in
      draw.event(widgets, users, zones: zones)
    }
    return DrawnFile(
      zone: draw.one(zones), start: draw.date(.instant, within: 0...1_440),
      length: Step(milliseconds: Int64(draw.hours) * 3_600_000), seed: UInt64(draw.number(0...99)),
      host: host, widgets: widgets, users: users, events: events)
  }
}

/// The dice, and what all of a file's parts go by.
private struct Draw {
  var random: SplitMix64
  var day = 0
  var hours = 0

  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
  mutating func one<Element>(_ choices: [Element]) -> Element {
    choices[number(0...(choices.count - 1))]
  }
  mutating func once(in count: Int) -> Bool { number(1...count) == 1 }
  mutating func step(_ choices: [String]) -> Step { Self.step(one(choices)) }

  static func step(_ text: String) -> Step {
    guard let step = try? Step(parsing: text) else { preconditionFailure(text) }
    return step
  }

  /// A date on the grid on which much coincides, counted from the day of the run.
  mutating func date(_ kind: DrawnDate.Kind, within minutes: ClosedRange<Int>) -> DrawnDate {
    let grid = one([60, 30, 30, 5, 1])
    return DrawnDate(kind: kind, minutes: day * 1440 + number(minutes) / grid * grid)
  }

  // MARK: Widgets

  private mutating func interval() -> Step {
    let short = ["5m", "15m", "30m", "1h", "90m"]
    let long = ["1h", "4h", "12h", "24h", "1d", "1d", "2d", "1d12h", "1w"]
    return step(hours > 12 ? ["30m"] + long : short + ["1d"])
  }

  private mutating func values(_ parts: [Int]) -> DrawnValues {
    DrawnValues(
      interval: parts.contains(0) ? interval() : nil,
      query: parts.contains(1) ? one(["i", "vase", "Vàse", "bowl", "o", "vase 1"]) : nil,
      limit: parts.contains(2) ? number(1...4) : nil)
  }

  private mutating func someValues() -> DrawnValues {
    values((0...2).filter { _ in once(in: 2) })
  }

  mutating func items() -> [DrawnItem] {
    (0..<one([0, 1, 1, 2, 3, 5, 8])).map { number in
      DrawnItem(
        title: "\(one(["vase", "bowl", "Bowl", "lion"])) \(number)", kind: one(["x", "y", "z"]),
        day: one([.day(day), .day(day + 1), date(.local, within: 0...2_880)]),
        start: date(one([.local, .instant, .local]), within: -600...4_320),
        until: date(one([.local, .instant]), within: -600...4_320))
    }
  }

  mutating func widget(_ kind: String) -> DrawnWidget {
    let isDated = once(in: 4)
    var parameters: DrawnValues?
    if !once(in: 3) {
      parameters = someValues()
      if parameters == DrawnValues() { parameters?.limit = 2 }
    }
    var own = someValues()
    if isDated {
      own.interval = nil
      parameters?.interval = nil
      if parameters == DrawnValues() { parameters?.query = "o" }
    }
    let fromFile = once(in: 3)
    return DrawnWidget(
      kind: kind, file: fromFile ? one(["a.json", "b.json"]) : nil,
      items: fromFile ? [] : items(),
      condition: one([nil, nil, nil, .kind(is: ["x"]), .kind(is: ["x", "y"]), .today]),
      itemsPerLargeEntry: isDated ? nil : one([nil, 1, 2, 3]),
      timing: isDated ? .dated(withUntil: once(in: 2)) : .interval(anchor: anchor()),
      reload: reload(), reloadOn: fromFile ? one([nil, .changed, .always]) : nil,
      show: one([.last, .placeholder, .sample]), retry: step(["5m", "15m", "1h", "4h", "1d"]),
      parameters: parameters, values: own)
  }

  private mutating func anchor() -> DrawnAnchor? {
    switch number(0...5) {
    case 0: .date(.day(day + number(-2...2)))
    case 1: .date(date(one([.local, .instant]), within: -2_880...2_880))
    case 2: .timeOfDay(number(0...47) * 30)
    default: nil
    }
  }

  private mutating func reload() -> DrawnWidget.Reload {
    switch number(0...7) {
    case 0...2: return .atEnd
    case 3: return .never
    default:
      let dates = (0..<one([1, 1, 1, 2, 3])).map { _ in reloadDate() }
      return .after(dates, within: once(in: 4) ? window() : nil)
    }
  }

  private mutating func reloadDate() -> DrawnReloadDate {
    switch number(0...5) {
    case 0, 1: .elapsed(step(hours > 12 ? ["30m", "3h", "1d", "24h"] : ["3m", "5m", "20m", "1h"]))
    case 2: .end(nil)
    case 3: .end(step(["5m", "1h", "1d"]))
    case 4: .timeOfDay(number(0...47) * 30)
    default: .date(date(one([.local, .instant]), within: 0...4_320))
    }
  }

  private mutating func window() -> DrawnWindow {
    let first = number(0...6)
    return DrawnWindow(
      days: once(in: 2) ? first...number(first...6) : nil, start: number(0...47) * 30,
      end: number(0...47) * 30)
  }

  // MARK: Users and the host

  mutating func user(_ name: String, of widgets: [DrawnWidget], zones: [String]) -> DrawnUser {
    var kinds: [DrawnKind] = []
    for (index, widget) in widgets.enumerated() where !once(in: 4) {
      let parameters = widget.parameters ?? DrawnValues()
      let count = one([1, 1, 2])
      kinds.append(
        DrawnKind(
          widget: index, values: someValues().limited(to: parameters),
          placements: (0..<count).map { number in
            DrawnPlacement(
              id: ["hall", "den"][number], isLarge: once(in: 2),
              values: someValues().limited(to: parameters))
          }))
    }
    return DrawnUser(
      name: name, zone: once(in: 2) ? one(zones) : nil,
      container: once(in: 4) ? "nowhere/\(name)" : nil, kinds: kinds)
  }

  mutating func host() -> DrawnHost {
    let isIdeal = once(in: 2)
    return DrawnHost(
      isIdeal: isIdeal, budget: isIdeal ? nil : one([nil, 1, 2, 5]),
      spacing: one([nil, nil, 0, 60_000, 1_800_000]),
      latency: one([nil, nil, 0...0, 30_000...30_000, 0...600_000]), editsWait: once(in: 4),
      visible: once(in: 4) ? window() : nil)
  }

  mutating func userHost(overIdeal: Bool) -> DrawnUserHost {
    DrawnUserHost(
      budget: overIdeal ? nil : one([nil, 1, 3]), spacing: one([nil, 0, 1_800_000]),
      visible: one([nil, window()]), debugger: one([nil, nil, false, true]))
  }

  // MARK: Events

  mutating func event(
    _ widgets: [DrawnWidget], _ users: [DrawnUser], zones: [String]
  ) -> DrawnEvent? {
    var event = DrawnEvent(
      at: date(.instant, within: 0...(hours * 60 + 300)),
      user: once(in: 2) ? number(0...(users.count - 1)) : nil,
      every: once(in: 4) ? step(["1h", "4h", "1d", "24h"]) : nil, length: nil, verb: .push)
    let widget = number(0...(widgets.count - 1))
    let length = step(["1m", "10m", "45m", "1h"])
    switch number(0...17) {
    case 0, 1: event.verb = .reload(widget)
    case 2: event.verb = .reloadAll
    case 3: event.verb = .push
    case 4: event.verb = .interaction(widget)
    case 5...7:
      let values = someValues().limited(to: widgets[widget].parameters ?? DrawnValues())
      guard values != DrawnValues() else { return nil }
      event.verb = .edit(widget, values)
    case 8:
      guard let user = event.user, let kind = users[user].kinds.first else { return nil }
      let placement = one(kind.placements)
      event.every = nil
      event.verb = .remove(widget: kind.widget, id: placement.id, isLarge: placement.isLarge)
    case 9...11: event.verb = .write(one(["a.json", "b.json"]), items())
    case 12:
      event.verb = .foreground
      event.length = once(in: 4) && event.every == nil ? nil : length
    case 13:
      event.verb = .timezone(one(zones))
      event.length = once(in: 4) && event.every == nil ? nil : length
    case 14:
      event.verb = .fail(widget)
      event.length = once(in: 4) && event.every == nil ? nil : length
    case 15:
      event.verb = .slow(widget)
      event.length = length
    case 16:
      event.user = nil
      event.verb = .suspend
      event.length = length
    default:
      event.user = nil
      event.verb = .clock(one([60_000, -60_000, 1_800_000, -1_800_000, 5_400_000, -5_400_000]))
    }
    // What happens to somebody needs somebody whom it happens to.
    switch event.verb {
    case .reload(let widget), .interaction(let widget), .edit(let widget, _), .fail(let widget),
      .slow(let widget):
      let concerned = event.user.map { [users[$0]] } ?? users
      guard concerned.contains(where: { $0.kinds.contains { $0.widget == widget } }) else {
        return nil
      }
    default: break
    }
    return event
  }
}
