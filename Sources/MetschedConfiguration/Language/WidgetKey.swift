package import MetschedText
internal import WidgetFamilies

/// The keys of a widget.
package enum WidgetKey: String, MappingKey {
  case name, description, intent, families, source, conditions = "where", query, limit, interval
  case anchor, reload
  case reloadOn = "reload-on"
  case onError = "on-error"
  case entry
  case itemsPerEntry = "items-per-entry"
  case was, allow

  package static let owner = "a widget"
  // A widget with an intent sets its parameters, which may be of another type.
  package static let rules: [KeyRule] = [
    .without(
      intent.rawValue,
      [(interval.rawValue, interval.ownShape), (query.rawValue, query.ownShape)])
  ]

  package var shape: ValueShape {
    switch self {
    case .interval, .query: .value
    default: ownShape
    }
  }

  /// What the key expects where it is no parameter of the widget's intent.
  var ownShape: ValueShape {
    switch self {
    case .name: .text(example: "The Met")
    case .description: .text(example: "View objects from the Metropolitan Museum.")
    case .intent: .text(example: "TimelineInterval")
    case .families: .oneOrMore(.family)
    case .source: .either([.word([SourceKey.sample.rawValue]), .mapping(SourceKey.table)])
    case .conditions: .names(of: .fields, to: Self.condition)
    case .query: .text(example: "persimmon")
    case .limit: .integer(Self.limits)
    case .interval: .duration(example: "1h")
    case .anchor: .either([.form(.timeOfDay), .instant])
    case .reload: .either([.word(ReloadWord.allCases.map(\.rawValue)), .mapping(ReloadKey.table)])
    case .reloadOn: .mapping(ReloadOnKey.table)
    case .onError: .mapping(OnErrorKey.table)
    case .entry: .mapping(EntryKey.table)
    case .itemsPerEntry:
      .either([.integer(Self.counts), .names(of: .families, to: .nullable(.integer(Self.counts)))])
    case .was: .names
    case .allow: .names(of: .warnings, to: .text(example: "a display without a budget"))
    }
  }

  /// What a field of `where` may be compared with.
  static let condition = ValueShape.either([
    .value, .list(of: .value, least: 1), .mapping(ConditionKey.table),
  ])
  /// What `limit` may be.
  static let limits = 1...10_000
  /// What `items-per-entry` may be.
  static let counts = 1...100

  package var takesReferences: Bool {
    switch self {
    case .name, .description, .intent, .families, .was, .allow: false
    default: true
    }
  }

  package var isRequired: Bool { self == .source }

  package var standard: JSONValue? {
    switch self {
    case .families: .array(Self.standardFamilies.map { .string($0.name) })
    case .limit: 200
    case .interval: "1h"
    case .reload: .string(ReloadWord.atEnd.rawValue)
    case .itemsPerEntry: 1
    default: nil
    }
  }

  /// What a widget supports that does not say so.
  static let standardFamilies: [WidgetFamily] = [.systemSmall, .systemMedium, .systemLarge]

  package var summary: String {
    switch self {
    case .name: "The name in the gallery."
    case .description: "The line below the name in the gallery."
    case .intent: "The intent that configures it; without one no user can change its values."
    case .families: "The families that it supports."
    case .source:
      "Where its items come from: `{file: …}`, `{met: …}`, `{json: …}`, `{items: […]}` or `sample`."
    case .conditions: "Which items it takes, by field: a value, one of a list, or `{day: today}`."
    case .query: "The words that an item must hold; case and accents do not matter."
    case .limit: "The items that it takes at most."
    case .interval: "The time between entries, up to 400 days, such as `1h30m`."
    case .anchor: "The point on which entries are aligned; without it the grant."
    case .reload:
      "When a new timeline is asked for: `atEnd`, `never`, `auto`, or `{after: 6h}` and the like."
    case .reloadOn: "When the app reloads it because its container was written."
    case .onError: "What shows, and when it tries again, after a failure."
    case .entry: "What an entry shows of its item, as `${.field}`."
    case .itemsPerEntry: "How many items an entry shows, for all families or by family."
    case .was: "Former kinds, under which users may still have it."
    case .allow: "The warnings that do not count, each with the reason."
    }
  }
}

/// The keys of `source:`.
package enum SourceKey: String, MappingKey {
  case file, items, sample, met, json

  package static let owner = "`source`"
  package static let rules: [KeyRule] = [.exactlyOne(of: allCases.map(\.rawValue))]

  package var shape: ValueShape {
    switch self {
    case .file: .text(example: "objects.json")
    case .items: .list(of: .names(of: .fields, to: .anything))
    case .sample: .yes
    case .met: .mapping(MetKey.table)
    case .json: .mapping(JSONKey.table)
    }
  }

  package var takesReferences: Bool { self != .items }

  package var summary: String {
    switch self {
    case .file: "A file with a JSON array of items, in the container."
    case .items: "Items written here, each a mapping of fields."
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
    case .after: .oneOrMore(.form(.reloadDate))
    case .within: .window
    }
  }

  package var isRequired: Bool { self == .after }
  package var takesReferences: Bool { true }

  package var summary: String {
    switch self {
    case .after:
      "The earliest date: a duration, `end`, `end+5m`, a time of day, an instant, or of a list the "
        + "earliest."
    case .within: "The window to whose next start the date is moved."
    }
  }
}

/// The policies that are one word.
package enum ReloadWord: String, CaseIterable, Sendable {
  case atEnd, never, auto
}

/// The keys of `reload-on:`.
package enum ReloadOnKey: String, MappingKey {
  case container

  package static let owner = "`reload-on`"
  package var shape: ValueShape { .word(ContainerReload.allCases.map(\.rawValue)) }
  package var summary: String { "Whether every write reloads the kind, or only a change." }
  package var takesReferences: Bool { true }
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
    case .show: "What shows after a failure: the `last` entry, the `placeholder` or a `sample`."
    case .retry: "When it tries again; the time doubles up to 6 h."
    }
  }

  package var takesReferences: Bool { true }

  package var standard: JSONValue? {
    switch self {
    case .show: .string(FailureRule.Show.last.rawValue)
    case .retry: "15m"
    }
  }
}

/// The keys of `entry:`.
package enum EntryKey: String, MappingKey {
  case title, subtitle, image, id, date, until

  package static let owner = "`entry`"
  package static let rules: [KeyRule] = [.needs(until.rawValue, date.rawValue)]

  package var shape: ValueShape {
    switch self {
    case .title, .subtitle, .image, .id:
      .either([.text(example: "${.title}", least: 0), .mapping(EntryTextKey.table)])
    case .date, .until: .form(.itemField)
    }
  }

  package var takesReferences: Bool { self != .date && self != .until }

  package var summary: String {
    switch self {
    case .title:
      "The text that an entry shows first; without it the item's `title`, else its `name`."
    case .subtitle: "The text below the title."
    case .image: "The picture's address or file."
    case .id: "What deep links name; without it the item's `objectID`, else its `id`."
    case .date: "The field that dates each item's entry; `interval` and `anchor` mean nothing then."
    case .until: "The field that ends each item's entry."
    }
  }
}

/// The keys of a text of `entry:` that is no template.
package enum EntryTextKey: String, MappingKey {
  case date

  package static let owner = "a text of `entry`"
  package var shape: ValueShape { .form(.datePattern) }
  package var summary: String { "The entry's own date in a pattern of Unicode TR 35." }
  package var isRequired: Bool { true }
  package var takesReferences: Bool { true }
}

/// The keys of a condition of `where:`.
package enum ConditionKey: String, MappingKey {
  case day

  package static let owner = "a condition of `where`"
  package var shape: ValueShape { .word([Self.today]) }
  package var summary: String { "The day on which the field's date lies." }
  package var isRequired: Bool { true }
  package var takesReferences: Bool { true }

  /// The day of the grant, in the placement's zone.
  static let today = "today"
}
