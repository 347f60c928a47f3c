package import MetschedDiagnostics
package import MetschedTime
package import WidgetFamilies

/// Something that people, apps or the system do during a run: an element of `events:`.
package struct PlannedEvent: Sendable {
  /// When it happens first.
  package var at: Instant
  /// The dates on which it happens again, from number 0 on; nil for an event that happens once.
  package var dates: StepSequence?
  /// How long a state lasts; nil: to the end of the run, or no state.
  package var length: Step?
  /// Whom it is about, as an index of the users; nil for everybody.
  package var user: Int32?
  package var verb: Verb
  /// Where the event stands.
  package var range: SourceRange
  /// The same as `file:line:column`.
  package var place = ""

  package enum Verb: Sendable {
    case reload(widget: Int32)
    case reloadAll
    case edit([PlannedEdit])
    /// The placements that are added; of the user named, or of each user.
    case add([Placement])
    case remove(PlacementPattern)
    case write([WrittenFile])
    case foreground
    case interaction(PlacementPattern)
    case push
    /// A zone's index in the configuration.
    case timezone(Int)
    case clock(ClockChange)
    case suspend
    case fail(widget: Int32)
    case slow(widget: Int32)
  }

  package init(
    at: Instant, dates: StepSequence?, length: Step?, user: Int32?, verb: Verb,
    range: SourceRange
  ) {
    self.at = at
    self.dates = dates
    self.length = length
    self.user = user
    self.verb = verb
    self.range = range
  }
}

extension PlannedEvent {
  /// Whether the event is about a user.
  package func concerns(_ user: Int32) -> Bool { self.user == nil || self.user == user }
}

/// What `clock:` of an event says.
package enum ClockChange: Hashable, Sendable {
  /// So far forwards; days keep the wall time of the file's zone.
  case forwards(Step)
  case backwards(Step)
  case to(Instant)
}

/// `Kind`, `Kind/id` or `Kind/id/family`.
package struct PlacementPattern: Hashable, Sendable {
  package var widget: Int32
  package var id: String?
  package var family: WidgetFamily?

  package init(widget: Int32, id: String?, family: WidgetFamily?) {
    self.widget = widget
    self.id = id
    self.family = family
  }

  /// Returns whether a placement is one of those that are named.
  package func matches(_ placement: Placement) -> Bool {
    placement.widget == widget && id ?? placement.id == placement.id
      && family ?? placement.family == placement.family
  }
}

/// What an edit says of a kind.
package struct PlannedEdit: Sendable {
  package var widget: Int32
  /// From the kind's own values to those of its placements; the later ones win.
  package var layers: [EditLayer]

  package init(widget: Int32, layers: [EditLayer]) {
    self.widget = widget
    self.layers = layers
  }
}

/// New values for the placements of a kind, or for those of one id.
package struct EditLayer: Sendable {
  /// The placements' id; nil for all placements of the kind.
  package var id: String?
  /// The families that are picked from now on; nil where they stay.
  package var families: [WidgetFamily]?
  /// Values by the parameter's place in the intent.
  package var values: [Value]

  package struct Value: Sendable {
    package var parameter: Int
    package var value: ParameterValue

    package init(parameter: Int, value: ParameterValue) {
      self.parameter = parameter
      self.value = value
    }
  }

  package init(id: String?, families: [WidgetFamily]?, values: [Value]) {
    self.id = id
    self.families = families
    self.values = values
  }

  /// Returns a placement's values with these in their places.
  package func applied(to parameters: [ParameterValue]) -> [ParameterValue] {
    var result = parameters
    for value in values { result[value.parameter] = value.value }
    return result
  }
}

/// What an app writes into a file of its container.
package struct WrittenFile: Sendable {
  package var name: String
  package var items: [ItemValue]

  package init(name: String, items: [ItemValue]) {
    self.name = name
    self.items = items
  }
}
