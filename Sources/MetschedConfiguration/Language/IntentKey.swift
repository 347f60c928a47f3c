package import MetschedText
internal import MetschedTime

/// The keys of an intent.
package enum IntentKey: String, MappingKey {
  case title, parameters

  package static let owner = "an intent"

  package var shape: ValueShape {
    switch self {
    case .title: .text(example: "Timeline interval")
    case .parameters: .names(of: .parameters, to: .mapping(ParameterKey.table))
    }
  }

  package var summary: String {
    switch self {
    case .title: "The name that people see."
    case .parameters: "The values that users may set."
    }
  }
}

/// The keys of a parameter.
package enum ParameterKey: String, MappingKey {
  case type, title, description, unit, defaultValue = "default", min, max
  case maxLength = "max-length"
  case options, control, when, was, invalid

  package static let owner = "a parameter"
  package static var rules: [KeyRule] { Parameter.Kind.allCases.map(\.rule) }

  package var shape: ValueShape {
    switch self {
    case .type: .word(Parameter.Kind.allCases.map(\.rawValue))
    case .title: .text(example: "Interval")
    case .description: .text(example: "How long an entry shows.")
    case .unit: .word(StepUnit.allCases.map(\.rawValue))
    case .defaultValue: .either([.value, .list(of: .family)])
    case .min, .max: .value
    case .maxLength: .integer(Self.lengths)
    case .options: .oneOrMore(Self.option)
    case .control: .word(Parameter.Control.allCases.map(\.rawValue))
    case .when: .mapping(WhenKey.table)
    case .was: .names
    case .invalid: .word(Parameter.InvalidValue.allCases.map(\.rawValue))
    }
  }

  package var summary: String {
    switch self {
    case .type: "What the parameter holds."
    case .title: "The name that people see."
    case .description: "A line of explanation."
    case .unit: "The unit of an integer that stands for a duration; it may be written as one then."
    case .defaultValue: "The value until a user sets one."
    case .min: "The least value allowed, in every layer."
    case .max: "The greatest value allowed, in every layer."
    case .maxLength: "The most characters allowed."
    case .options: "The values to choose from: of a choice, or the families that users may pick."
    case .control: "How the value is edited; a `slider` is for decimals."
    case .when: "Which placements have the parameter; without it all."
    case .was: "Former names, under which values may still be stored."
    case .invalid: "What becomes of users' values that are no longer allowed."
    }
  }

  package var isRequired: Bool { self == .type || self == .defaultValue }

  package var standard: JSONValue? {
    self == .invalid ? .string(Parameter.InvalidValue.error.rawValue) : nil
  }

  /// What an element of the options of a choice is.
  static let option = ValueShape.either([.value, .mapping(OptionKey.table)])
  /// What `max-length` may be.
  static let lengths = 1...10_000
}

extension Parameter.Kind {
  /// What a value of the type is written like.
  package var shape: ValueShape {
    switch self {
    case .duration: .duration(example: "1h")
    // With a `unit` an integer may be written as a duration.
    case .integer: .either([.integer(Self.integers), .duration(example: "30s")])
    case .decimal: .number
    case .string: .text(example: "persimmon", least: 0)
    case .boolean: .boolean
    case .choice: .value
    case .time: .form(.timeOfDay)
    case .families: .oneOrMore(.family)
    }
  }

  /// The keys that mean something for parameters of this type, apart from those that all have.
  package var ownKeys: [ParameterKey] {
    let own: [ParameterKey] =
      switch self {
      case .duration, .decimal, .time: [.min, .max]
      case .integer: [.min, .max, .unit]
      case .string: [.maxLength]
      case .choice, .families: [.options]
      case .boolean: []
      }
    return controls.isEmpty ? own : own + [.control]
  }

  /// The controls that can edit a value of the type; none where it has only one of its own.
  package var controls: [Parameter.Control] {
    switch self {
    case .integer, .duration: [.field, .stepper]
    case .decimal: [.field, .stepper, .slider]
    case .string, .time: [.field]
    case .boolean, .choice, .families: []
    }
  }

  /// What an integer may be, apart from the bounds of its parameter.
  static let integers = -1_000_000_000_000...1_000_000_000_000

  fileprivate var rule: KeyRule {
    let own = ownKeys
    var keys = ([.defaultValue] + [ParameterKey.min, .max].filter(own.contains))
      .map { (key: $0.rawValue, shape: shape) }
    let options = self == .families ? shape : .list(of: ParameterKey.option, least: 1)
    if own.contains(.options) { keys.append((ParameterKey.options.rawValue, options)) }
    if own.contains(.control) {
      keys.append((ParameterKey.control.rawValue, .word(controls.map(\.rawValue))))
    }
    let foreign = [ParameterKey.unit, .min, .max, .maxLength, .options, .control]
      .filter { !own.contains($0) }
    return .when(
      ParameterKey.type.rawValue, is: rawValue, keys: keys,
      needs: self == .choice ? [ParameterKey.options.rawValue] : [],
      excludes: foreign.map(\.rawValue))
  }
}

/// The keys of `when:` of a parameter.
package enum WhenKey: String, MappingKey {
  case families

  package static let owner = "`when`"
  package var shape: ValueShape { .oneOrMore(.family) }
  package var summary: String { "The families whose placements have the parameter." }
  package var isRequired: Bool { true }
}

/// The keys of an option of a choice, where it is more than its name.
package enum OptionKey: String, MappingKey {
  case name, title, was

  package static let owner = "an option"

  package var shape: ValueShape {
    switch self {
    case .name, .title: .text(example: "portrait")
    case .was: .names
    }
  }

  package var isRequired: Bool { self == .name }

  package var summary: String {
    switch self {
    case .name: "The value."
    case .title: "The name that people see."
    case .was: "Former names, under which the value may still be stored."
    }
  }
}

/// The keys of a user that are no kinds.
package enum UserKey: String, MappingKey {
  case timezone, container, host

  package static let owner = "a user"
  package static let others: (rule: NameRule, shape: ValueShape)? = (
    .kinds, .nullable(.mapping(PlacementKey.table))
  )

  package var shape: ValueShape {
    switch self {
    case .timezone: .zone
    case .container: .text(example: "alice")
    case .host:
      .either([.word(HostSettings.Profile.allCases.map(\.rawValue)), .mapping(UserHostKey.table)])
    }
  }

  package var summary: String {
    switch self {
    case .timezone: "The zone in which the user's widgets live; without it the file's."
    case .container: "An app-group folder of the user's own, relative to the file."
    case .host: "What the system grants the user's widgets, as far as it differs from the file's."
    }
  }
}

/// The keys that stand beside parameters under a user's kind.
package enum PlacementKey: String, MappingKey {
  case id, family, families, placements

  package static let owner = "a placed widget"
  package static let others: (rule: NameRule, shape: ValueShape)? = (
    .parameters, .nullable(.either([.value, .list(of: .value)]))
  )
  package static let rules: [KeyRule] = [
    .excludes(family.rawValue, [families.rawValue]), .excludes(placements.rawValue, [id.rawValue]),
  ]

  package var shape: ValueShape {
    switch self {
    case .id: .form(.identifier)
    case .family: .family
    case .families: .oneOrMore(.family)
    case .placements: .list(of: .nullable(.mapping(PlacementIdentityKey.table)), least: 1)
    }
  }

  package var summary: String {
    switch self {
    case .id: "The placement's name, which tells it from others of its kind."
    case .family: "The family that was picked."
    case .families: "The families that were picked, a placement each."
    case .placements: "The kind several times, each with an id and values of its own."
    }
  }

  package var standard: JSONValue? { self == .id ? "main" : nil }
}

/// The keys that stand beside parameters in an element of `placements`.
package enum PlacementIdentityKey: String, MappingKey {
  case id, family, families

  package static let owner = "a placement"
  package static var others: (rule: NameRule, shape: ValueShape)? { PlacementKey.others }
  package static let rules: [KeyRule] = [.excludes(family.rawValue, [families.rawValue])]

  private var key: PlacementKey {
    switch self {
    case .id: .id
    case .family: .family
    case .families: .families
    }
  }

  package var shape: ValueShape { key.shape }
  package var summary: String { key.summary }
  package var standard: JSONValue? { key.standard }
}
