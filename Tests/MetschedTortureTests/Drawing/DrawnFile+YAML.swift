import MetschedTime

extension DrawnFile {
  /// The file as a person would write it.
  var yaml: String {
    var lines = [
      "timezone: \(zone)",
      "clock: {virtual: {start: \(start.text), for: \(length), seed: \(seed)}}",
      "host: \(host.yaml)", "container: nowhere/shared",
    ]
    let intents = widgets.compactMap { widget in widget.parameters.map { (widget.kind, $0) } }
    if !intents.isEmpty { lines.append("intents:") }
    for (kind, parameters) in intents {
      lines += ["  \(kind):", "    parameters:"] + parameters.definitions.map { "      " + $0 }
    }
    lines.append("widgets:")
    for widget in widgets { lines += ["  \(widget.kind):"] + widget.lines.map { "    " + $0 } }
    lines.append("users:")
    for user in users {
      lines.append("  \(user.name):")
      if let zone = user.zone { lines.append("    timezone: \(zone)") }
      if let host = user.host { lines.append("    host: {\(host.parts.joined(separator: ", "))}") }
      if let container = user.container { lines.append("    container: \(container)") }
      for kind in user.kinds { lines.append("    \(widgets[kind.widget].kind): \(kind.yaml)") }
    }
    if !events.isEmpty { lines.append("events:") }
    for event in events { lines.append("  - {\(text(of: event))}") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(of event: DrawnEvent) -> String {
    var parts = ["at: \(event.at.text)"]
    if let user = event.user { parts.append("user: \(users[user].name)") }
    if let every = event.every { parts.append("every: \(every)") }
    if let length = event.length { parts.append("for: \(length)") }
    func kind(_ widget: Int) -> String { widgets[widget].kind }
    switch event.verb {
    case .reload(let widget): parts.append("reload: \(kind(widget))")
    case .reloadAll: parts.append("reload-all: true")
    case .push: parts.append("push: true")
    case .interaction(let widget): parts.append("interaction: \(kind(widget))")
    case .edit(let widget, let values):
      parts.append("edit: {\(kind(widget)): {\(values.assignments.joined(separator: ", "))}}")
    case .remove(let widget, let id, let isLarge):
      parts.append("remove: \(kind(widget))/\(id)/\(isLarge ? "systemLarge" : "systemSmall")")
    case .write(let file, let items):
      parts.append("write: {\(file): [\(items.map(\.yaml).joined(separator: ", "))]}")
    case .foreground: parts.append("foreground: true")
    case .timezone(let zone): parts.append("timezone: \(zone)")
    case .fail(let widget): parts.append("fail: \(kind(widget))")
    case .slow(let widget): parts.append("slow: \(kind(widget))")
    case .suspend: parts.append("suspend: true")
    case .clock(let by):
      parts.append("clock: \(by < 0 ? "-" : "+")\(Step(milliseconds: abs(by)))")
    }
    return parts.joined(separator: ", ")
  }
}

extension DrawnHost {
  fileprivate var yaml: String {
    var parts = ["profile: \(isIdeal ? "ideal" : "widgetkit")"]
    if let budget { parts.append("budget: \(budget)") }
    if let spacing { parts.append("spacing: \(Step(milliseconds: spacing))") }
    if let latency {
      let bounds = [latency.lowerBound, latency.upperBound].map { "\(Step(milliseconds: $0))" }
      parts.append("latency: \(bounds.joined(separator: "-"))")
    }
    if editsWait { parts.append("edits: next-reload") }
    if let visible { parts.append("visible: \"\(visible.text)\"") }
    return "{\(parts.joined(separator: ", "))}"
  }
}

extension DrawnUserHost {
  fileprivate var parts: [String] {
    [
      budget.map { "budget: \($0)" }, spacing.map { "spacing: \(Step(milliseconds: $0))" },
      visible.map { "visible: \"\($0.text)\"" }, debugger.map { "debugger: \($0)" },
    ].compactMap(\.self)
  }
}

extension DrawnValues {
  fileprivate var definitions: [String] {
    [
      interval.map { "interval: {type: duration, default: \($0)}" },
      query.map { "query: {type: string, default: \"\($0)\"}" },
      limit.map { "limit: {type: integer, default: \($0)}" },
    ].compactMap(\.self)
  }

  fileprivate var assignments: [String] {
    [
      interval.map { "interval: \($0)" }, query.map { "query: \"\($0)\"" },
      limit.map { "limit: \($0)" },
    ].compactMap(\.self)
  }
}

extension DrawnItem {
  fileprivate var yaml: String {
    "{title: \(title), kind: \(kind), day: \(day.text), start: \(start.text), until: \(until.text)}"
  }
}

extension DrawnKind {
  fileprivate var yaml: String {
    let own = values.assignments
    if placements.count == 1 {
      var alone = placements[0]
      alone.values = alone.values.over(values)
      return "{\(alone.parts.joined(separator: ", "))}"
    }
    let listed = placements.map { "{\($0.parts.joined(separator: ", "))}" }
    return
      "{\((own + ["placements: [\(listed.joined(separator: ", "))]"]).joined(separator: ", "))}"
  }
}

extension DrawnPlacement {
  fileprivate var parts: [String] {
    ["id: \(id)", "family: \(isLarge ? "systemLarge" : "systemSmall")"] + values.assignments
  }
}

extension DrawnWidget {
  fileprivate var lines: [String] {
    var lines = ["families: [systemSmall, systemLarge]"]
    if parameters != nil { lines.append("intent: \(kind)") }
    if let file {
      lines.append("source: {file: \(file)}")
    } else {
      lines.append("source: {items: [\(items.map(\.yaml).joined(separator: ", "))]}")
    }
    switch condition {
    case .kind(let kinds)?: lines.append("where: {kind: [\(kinds.joined(separator: ", "))]}")
    case .today?: lines.append("where: {day: {day: today}}")
    case nil: break
    }
    lines += values.assignments
    if let count = itemsPerLargeEntry { lines.append("items-per-entry: {systemLarge: \(count)}") }
    switch timing {
    case .interval(let anchor?): lines.append("anchor: \(anchor.text)")
    case .interval(nil): break
    case .dated(let withUntil):
      let until = withUntil ? ", until: \"${.until}\"" : ""
      lines.append("entry: {date: \"${.start}\"\(until)}")
    }
    lines.append("reload: \(reload.text)")
    if let reloadOn { lines.append("reload-on: {container: \(reloadOn.rawValue)}") }
    lines.append("on-error: {show: \(show.rawValue), retry: \(retry)}")
    return lines
  }
}

extension DrawnAnchor {
  fileprivate var text: String {
    switch self {
    case .date(let date): date.text
    case .timeOfDay(let minute): "\"\(DrawnDate.time(minute))\""
    }
  }
}

extension DrawnWidget.Reload {
  fileprivate var text: String {
    switch self {
    case .atEnd: return "atEnd"
    case .never: return "never"
    case .after(let dates, let window):
      let listed = dates.map(\.text).joined(separator: ", ")
      let within = window.map { ", within: \"\($0.text)\"" } ?? ""
      return "{after: \(dates.count == 1 ? listed : "[\(listed)]")\(within)}"
    }
  }
}

extension DrawnReloadDate {
  fileprivate var text: String {
    switch self {
    case .elapsed(let step): "\(step)"
    case .end(let step): step.map { "end+\($0)" } ?? "end"
    case .timeOfDay(let minute): "\"\(DrawnDate.time(minute))\""
    case .date(let date): date.text
    }
  }
}

extension DrawnWindow {
  private static let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  var text: String {
    let hours = "\(DrawnDate.time(start))-\(DrawnDate.time(end))"
    guard let days else { return hours }
    let first = Self.names[days.lowerBound]
    return days.count == 1
      ? "\(first) \(hours)" : "\(first)-\(Self.names[days.upperBound]) \(hours)"
  }
}
