internal import MetschedConfiguration
internal import MetschedTime
internal import WidgetFamilies

/// What a plan says, key by key, as a file would write it in one line.
enum PlanWords {
  /// Returns what users may turn: a knob is the same value whether or not a parameter turns it.
  static func knobs(_ plan: WidgetPlan) -> [DescribedValue] {
    let isDated = plan.entry.date != nil
    return [
      DescribedValue("interval", isDated ? nil : plan.interval.description),
      DescribedValue("query", plan.query.flatMap { $0.isEmpty ? nil : $0 }),
      DescribedValue("limit", "\(plan.limit)"),
    ]
  }

  /// Returns what the widget itself says.
  static func definition(_ plan: WidgetPlan, in family: WidgetFamily) -> [DescribedValue] {
    let failure = plan.failure
    return [
      source(plan.source.value),
      DescribedValue("where", conditions(plan.conditions.map(\.value))),
      DescribedValue("anchor", plan.anchor.map { text($0.value) }),
      DescribedValue("reload", plan.reload.value.fullText),
      DescribedValue("reload-on", plan.reloadOn.map { "{container: \($0.value.rawValue)}" }),
      DescribedValue("on-error.show", failure.show.value.rawValue),
      DescribedValue("on-error.retry", failure.retry.value.description),
      DescribedValue("items-per-entry", "\(plan.itemsPerEntry(in: family))"),
    ] + entry(plan.entry)
  }

  private static func source(_ source: ItemSource) -> DescribedValue {
    switch source {
    case .file(let name): DescribedValue("source", "{file: \(name)}")
    case .document(let file, let path):
      DescribedValue("source", "{json: {file: \(file), path: \(path)}}")
    case .items(let items):
      DescribedValue("source", "\(Words.count(items.count, "item"))", identity: items)
    case .sample: DescribedValue("source", "sample")
    case .remote(.met(let query), _):
      DescribedValue(
        "source", "{met: \(query.parameters.first { $0.name == "q" }?.value ?? "objects")}",
        identity: query)
    case .remote(.json(let query), _):
      DescribedValue("source", "{json: \(query.url.redacted)}", identity: query)
    }
  }

  private static func conditions(_ conditions: [ItemCondition]) -> String? {
    guard !conditions.isEmpty else { return nil }
    let texts = conditions.map { condition in
      switch condition.test {
      case .today: "\(condition.field): {day: today}"
      case .oneOf(let values) where values.count == 1: "\(condition.field): \(values[0])"
      case .oneOf(let values): "\(condition.field): [\(values.joined(separator: ", "))]"
      }
    }
    return "{\(texts.joined(separator: ", "))}"
  }

  private static func text(_ anchor: Anchor) -> String {
    switch anchor {
    case .instant(let instant): instant.rfc3339(in: .utc)
    case .date(let date): date.description
    case .timeOfDay(let time): time.description
    }
  }

  private static func entry(_ entry: EntryMapping) -> [DescribedValue] {
    let texts = [
      ("title", entry.title), ("subtitle", entry.subtitle), ("image", entry.image),
      ("id", entry.id),
    ].map { name, value in DescribedValue("entry.\(name)", value.map { text($0.value) }) }
    let dates = [("date", entry.date), ("until", entry.until)].map { name, field in
      DescribedValue("entry.\(name)", field.map { "${.\($0.value)}" })
    }
    return texts + dates
  }

  private static func text(_ text: EntryMapping.Text) -> String {
    switch text {
    case .date(let pattern): "{date: \(pattern.text)}"
    case .template(let parts):
      parts.map { part in
        switch part {
        case .literal(let text): text
        case .field(let name): "${.\(name)}"
        }
      }.joined()
    }
  }
}
