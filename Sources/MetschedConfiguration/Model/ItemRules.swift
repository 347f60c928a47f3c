package import MetschedTime

/// Where items come from.
package enum ItemSource: Sendable {
  /// A JSON array in the container.
  case file(String)
  /// An array inside a JSON document in the container.
  case document(file: String, JSONPath)
  /// What a provider over the network answers.
  ///
  /// Where the query names the knob `query`, its items are not searched for those words again.
  case remote(RemoteQuery, namesQuery: Bool)
  /// Items written in the configuration itself.
  case items([ItemValue])
  /// The Met's two sample objects.
  case sample
}

extension ItemSource {
  /// The file of the container that holds the items; nil for any other source.
  package var containerFile: String? {
    switch self {
    case .file(let name), .document(let name, _): name
    case .remote, .items, .sample: nil
    }
  }
}

/// A condition of `where`: a field that must have one of some values, or a date field's day.
package struct ItemCondition: Sendable {
  package enum Test: Hashable, Sendable {
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

/// What `entry:` says: which fields an entry shows, and whether items bring their own dates.
package struct EntryMapping: Sendable {
  package enum Text: Hashable, Sendable {
    /// Literal text with fields of the item in it.
    case template([TemplatePart])
    /// The entry's own date, such as `EEEE d MMMM`.
    case date(DatePattern)
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
