package import MetschedTime
package import WidgetTimelines

/// The values of a placement after all layers: where items come from and how they become a
/// timeline.
package struct WidgetPlan: Sendable {
  package var source: Setting<ItemSource>
  package var conditions: [Setting<ItemCondition>]
  /// The words that an item must hold; nil for all items.
  package var query: Setting<String>?
  package var limit: Setting<Int>
  package var interval: Setting<Step>
  package var anchor: Setting<Anchor>?
  package var reload: Setting<ReloadRule>
  package var reloadOn: Setting<ContainerReload>?
  package var failure: FailureRule
  package var entry: EntryMapping
  /// How many items an entry shows in a family; 1 where nothing is said.
  package var itemsPerEntry: [WidgetFamily: Int]
  /// Custom parameters of the intent, by name, for what refers to them.
  package var parameters: [String: Setting<ParameterValue>]

  package init(
    source: Setting<ItemSource>, conditions: [Setting<ItemCondition>], query: Setting<String>?,
    limit: Setting<Int>, interval: Setting<Step>, anchor: Setting<Anchor>?,
    reload: Setting<ReloadRule>, reloadOn: Setting<ContainerReload>?, failure: FailureRule,
    entry: EntryMapping, itemsPerEntry: [WidgetFamily: Int],
    parameters: [String: Setting<ParameterValue>]
  ) {
    self.source = source
    self.conditions = conditions
    self.query = query
    self.limit = limit
    self.interval = interval
    self.anchor = anchor
    self.reload = reload
    self.reloadOn = reloadOn
    self.failure = failure
    self.entry = entry
    self.itemsPerEntry = itemsPerEntry
    self.parameters = parameters
  }
}

/// Where items come from.
package enum ItemSource: Sendable {
  /// A JSON array in the container.
  case file(String)
  /// Items written in the configuration itself.
  case items([ItemValue])
  /// The Met's two sample objects.
  case sample
}

/// A condition of `where`: a field that must have one of some values, or a date field's day.
package struct ItemCondition: Sendable {
  package enum Test: Sendable {
    /// The field's text is one of these.
    case oneOf([String])
    /// The field is a date on the day of the grant, in the placement's zone.
    case today
  }

  package var field: String
  package var test: Test

  package init(field: String, test: Test) {
    self.field = field
    self.test = test
  }
}

/// The point on which entries are aligned.
package enum Anchor: Hashable, Sendable {
  case instant(Instant)
  /// Midnight of a date, in the placement's zone.
  case date(CivilDate)
  /// A time of each day, in the placement's zone.
  case timeOfDay(TimeOfDay)
}

/// What `reload:` says.
package enum ReloadRule: Sendable {
  case atEnd
  case never
  /// The earliest of these dates after the grant, moved into a window where there is one.
  case after([Setting<ReloadDate>], within: Setting<TimeWindow>?)
  /// metsched chooses and records why.
  case auto
}

/// One date of `after:`.
package enum ReloadDate: Hashable, Sendable {
  /// So long after the grant.
  case elapsed(Step)
  /// So long after the date that one more entry would have; nil for that date itself.
  case end(plus: Step?)
  /// The next such time of day, strictly after the grant.
  case timeOfDay(TimeOfDay)
  case instant(Instant)
}

/// When the app reloads the widgets of a kind because its container was written.
package enum ContainerReload: String, CaseIterable, Sendable {
  case changed
  case always
}

/// What `on-error:` says.
package struct FailureRule: Sendable {
  package enum Show: String, CaseIterable, Sendable {
    case last
    case placeholder
    case sample
  }

  package var show: Setting<Show>
  package var retry: Setting<Step>

  package init(show: Setting<Show>, retry: Setting<Step>) {
    self.show = show
    self.retry = retry
  }
}

/// What `entry:` says: which fields an entry shows, and whether items bring their own dates.
package struct EntryMapping: Sendable {
  package enum Text: Sendable {
    /// Literal text with fields of the item in it.
    case template([TemplatePart])
    /// The entry's own date in a date format of Unicode TR 35, such as `EEEE d MMMM`.
    case date(format: String)
  }

  package var title: Setting<Text>?
  package var subtitle: Setting<Text>?
  package var image: Setting<Text>?
  package var id: Setting<Text>?
  /// The field that dates each item's entry.
  package var date: Setting<String>?
  /// The field that ends each item's entry.
  package var until: Setting<String>?

  package init(
    title: Setting<Text>? = nil, subtitle: Setting<Text>? = nil, image: Setting<Text>? = nil,
    id: Setting<Text>? = nil, date: Setting<String>? = nil, until: Setting<String>? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.image = image
    self.id = id
    self.date = date
    self.until = until
  }
}

/// A part of a string with references: literal text or a field of the item.
package enum TemplatePart: Hashable, Sendable {
  case literal(String)
  case field(String)
}
