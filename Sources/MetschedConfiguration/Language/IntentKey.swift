/// The keys of an intent.
package enum IntentKey: String, MappingKey {
  case title, parameters

  package static let owner = "an intent"

  package var shape: ValueShape {
    switch self {
    case .title: .text(example: "Timeline interval")
    case .parameters: .names(of: "parameters", to: .mapping(ParameterKey.table))
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

  package var shape: ValueShape {
    switch self {
    case .type: .word(Parameter.Kind.allCases.map(\.rawValue))
    case .title, .description: .text(example: "Interval")
    case .unit: .word(["ms", "s", "m", "h", "d", "w"])
    case .defaultValue: .either([.value, .list(of: .family)])
    case .min, .max: .value
    case .maxLength: .integer(1...10_000)
    case .options: .list(of: .value)
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
    case .unit: "The unit of an integer that stands for a duration."
    case .defaultValue: "The value until a user sets one."
    case .min: "The least value allowed."
    case .max: "The greatest value allowed."
    case .maxLength: "The most characters allowed."
    case .options: "The values to choose from."
    case .control: "How the value is edited."
    case .when: "Which placements have the parameter; all unless given."
    case .was: "Former names, under which values may still be stored."
    case .invalid: "What becomes of users' values that are not allowed; error unless given."
    }
  }
}

/// The keys of `when:` of a parameter.
package enum WhenKey: String, MappingKey {
  case families

  package static let owner = "`when`"
  package var shape: ValueShape { .list(of: .family) }
  package var summary: String { "The families whose placements have the parameter." }
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
  case timezone, container

  package static let owner = "a user"

  package var shape: ValueShape {
    switch self {
    case .timezone: .zone
    case .container: .text(example: "alice")
    }
  }

  package var summary: String {
    switch self {
    case .timezone: "The zone in which the user's widgets live; the file's unless given."
    case .container: "An app-group folder of the user's own."
    }
  }
}

/// The keys that stand beside parameters under a user's kind.
package enum PlacementKey: String, MappingKey {
  case id, family, families, placements

  package static let owner = "a placed widget"

  package var shape: ValueShape {
    switch self {
    case .id: .text(example: "hall")
    case .family: .family
    case .families: .list(of: .family)
    case .placements: .list(of: .mapping(PlacementIdentityKey.table))
    }
  }

  package var summary: String {
    switch self {
    case .id: "The placement's name; main unless given."
    case .family: "The family that was picked."
    case .families: "The families that were picked, a placement each."
    case .placements: "The kind several times, each with values of its own."
    }
  }
}

/// The keys that stand beside parameters in an element of `placements`.
package enum PlacementIdentityKey: String, MappingKey {
  case id, family, families

  package static let owner = "a placement"

  package var shape: ValueShape { PlacementKey(rawValue: rawValue)?.shape ?? .value }
  package var summary: String { PlacementKey(rawValue: rawValue)?.summary ?? "" }
}
