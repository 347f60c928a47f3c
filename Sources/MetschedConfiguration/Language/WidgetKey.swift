/// The keys of a widget.
package enum WidgetKey: String, MappingKey {
  case name, description, intent, families, source, conditions = "where", query, limit, interval
  case anchor, reload
  case reloadOn = "reload-on"
  case onError = "on-error"
  case entry
  case itemsPerEntry = "items-per-entry"
  case was

  package static let owner = "a widget"

  package var shape: ValueShape {
    switch self {
    case .name, .description: .text(example: "The Met")
    case .intent: .text(example: "TimelineInterval")
    case .families: .list(of: .family)
    case .source: .either([.word(["sample"]), .mapping(SourceKey.table)])
    case .conditions: .names(of: "fields", to: .value)
    case .query: .text(example: "persimmon")
    case .limit: .integer(1...10_000)
    case .interval: .duration(example: "1h")
    case .anchor: .either([.instant, .text(example: "04:00")])
    case .reload: .either([.word(["atEnd", "never", "auto"]), .mapping(ReloadKey.table)])
    case .reloadOn: .mapping(ReloadOnKey.table)
    case .onError: .mapping(OnErrorKey.table)
    case .entry: .mapping(EntryKey.table)
    case .itemsPerEntry:
      .either([.integer(1...100), .names(of: "families", to: .integer(1...100))])
    case .was: .list(of: .value)
    }
  }

  package var summary: String {
    switch self {
    case .name: "The name in the gallery."
    case .description: "The line below the name in the gallery."
    case .intent: "The intent that configures it; without one no user can change its values."
    case .families: "The families that it supports."
    case .source: "Where its items come from."
    case .conditions: "Which items it takes, by field."
    case .query: "The words that an item must hold."
    case .limit: "The items that it takes at most; 200 unless given."
    case .interval: "The time between entries; 1h unless given."
    case .anchor: "The point on which entries are aligned."
    case .reload: "When a new timeline is asked for; atEnd unless given."
    case .reloadOn: "When the app reloads it because its container was written."
    case .onError: "What shows, and when it tries again, after a failure."
    case .entry: "What an entry shows of its item."
    case .itemsPerEntry: "How many items an entry shows, by family; 1 unless given."
    case .was: "Former kinds."
    }
  }
}

/// The keys of `source:`.
package enum SourceKey: String, MappingKey {
  case file, items, sample, met, json

  package static let owner = "`source`"

  package var shape: ValueShape {
    switch self {
    case .file: .text(example: "objects.json")
    case .items: .list(of: .names(of: "fields", to: .value))
    case .sample: .boolean
    case .met: .mapping(MetKey.table)
    case .json: .mapping(JSONKey.table)
    }
  }

  package var summary: String {
    switch self {
    case .file: "A JSON array in the container."
    case .items: "Items written here."
    case .sample: "The Met's two sample objects."
    case .met: "The Met Collection API."
    case .json: "A JSON document at a URL or in the container, and the way to its array."
    }
  }
}

/// The keys of `reload:`.
package enum ReloadKey: String, MappingKey {
  case after, within

  package static let owner = "`reload`"

  package var shape: ValueShape {
    switch self {
    case .after: .text(example: "6h")
    case .within: .window
    }
  }

  package var summary: String {
    switch self {
    case .after:
      "The earliest date: a duration, `end`, `end+5m`, a time of day, an instant, a list."
    case .within: "The window to whose start the date is moved."
    }
  }
}

/// The keys of `reload-on:`.
package enum ReloadOnKey: String, MappingKey {
  case container

  package static let owner = "`reload-on`"
  package var shape: ValueShape { .word(ContainerReload.allCases.map(\.rawValue)) }
  package var summary: String { "Whether every write reloads the kind, or only a change." }
}

/// The keys of `on-error:`.
package enum OnErrorKey: String, MappingKey {
  case show, retry

  package static let owner = "`on-error`"

  package var shape: ValueShape {
    switch self {
    case .show: .word(FailureRule.Show.allCases.map(\.rawValue))
    case .retry: .duration(example: "15m")
    }
  }

  package var summary: String {
    switch self {
    case .show: "What shows after a failure; last unless given."
    case .retry: "When it tries again; 15m unless given."
    }
  }
}

/// The keys of `entry:`.
package enum EntryKey: String, MappingKey {
  case title, subtitle, image, id, date, until

  package static let owner = "`entry`"

  package var shape: ValueShape {
    switch self {
    case .title, .subtitle, .image, .id:
      .either([.text(example: "${.title}"), .mapping(EntryTextKey.table)])
    case .date, .until: .text(example: "${.start}")
    }
  }

  package var summary: String {
    switch self {
    case .title: "The text that an entry shows first."
    case .subtitle: "The text below the title."
    case .image: "The picture's address or file."
    case .id: "What deep links name."
    case .date: "The field that dates each item's entry."
    case .until: "The field that ends each item's entry."
    }
  }
}

/// The keys of a text of `entry:` that is no template.
package enum EntryTextKey: String, MappingKey {
  case date

  package static let owner = "a text of `entry`"
  package var shape: ValueShape { .text(example: "EEEE d MMMM") }
  package var summary: String { "The entry's own date in a format of Unicode TR 35." }
}

/// The keys of a condition of `where:`.
package enum ConditionKey: String, MappingKey {
  case day

  package static let owner = "a condition of `where`"
  package var shape: ValueShape { .word(["today"]) }
  package var summary: String { "The day on which the field's date lies." }
}
