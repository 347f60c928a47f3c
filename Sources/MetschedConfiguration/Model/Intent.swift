package import MetschedDiagnostics
package import MetschedTime
package import WidgetFamilies

/// A named set of parameters that users may set.
package struct Intent: Sendable {
  package var name: String
  package var title: String?
  package var parameters: [Parameter]
  /// Where the intent's name stands.
  package var range: SourceRange

  package init(name: String, title: String?, parameters: [Parameter], range: SourceRange) {
    self.name = name
    self.title = title
    self.parameters = parameters
    self.range = range
  }
}

/// One value that users may set, with its type, default and bounds.
package struct Parameter: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case duration
    case integer
    case decimal
    case string
    case boolean
    case choice
    case time
    case families
  }

  package enum Control: String, CaseIterable, Sendable {
    case field
    case stepper
    case slider
  }

  /// What becomes of a user's value that the parameter does not allow.
  package enum InvalidValue: String, CaseIterable, Sendable {
    /// It is an error.
    case error
    /// It is warned of, and the layer below counts.
    case layerBelow = "default"
  }

  /// One of the values of a `choice`.
  package struct Option: Sendable {
    /// The value itself.
    package var name: String
    package var title: String?
    /// The names under which the value may still be stored.
    package var formerNames: [FormerName]
    /// Where the name stands.
    package var range: SourceRange

    package init(
      name: String, title: String? = nil, formerNames: [FormerName] = [], range: SourceRange
    ) {
      self.name = name
      self.title = title
      self.formerNames = formerNames
      self.range = range
    }
  }

  package var name: String
  package var kind: Kind
  package var title: String?
  package var description: String?
  /// The unit of an integer that stands for a duration, such as `s`; nil for plain integers.
  package var unit: Setting<String>?
  package var defaultValue: Setting<ParameterValue>
  package var minimum: Setting<ParameterValue>?
  package var maximum: Setting<ParameterValue>?
  package var maximumLength: Setting<Int>?
  /// The options of a `choice` or of `families`.
  package var options: Setting<[Option]>?
  package var control: Control?
  /// The families whose placements have the parameter; nil for all.
  package var families: Setting<[WidgetFamily]>?
  /// The names under which values may still be stored.
  package var formerNames: [FormerName]
  /// What becomes of a stored value that is not allowed; nil where nothing is said.
  package var invalid: Setting<InvalidValue>?
  /// Where the parameter's name stands.
  package var range: SourceRange

  package init(
    name: String, kind: Kind, title: String?, description: String?, unit: Setting<String>?,
    defaultValue: Setting<ParameterValue>, minimum: Setting<ParameterValue>?,
    maximum: Setting<ParameterValue>?, maximumLength: Setting<Int>?,
    options: Setting<[Option]>?, control: Control?, families: Setting<[WidgetFamily]>? = nil,
    formerNames: [FormerName] = [], invalid: Setting<InvalidValue>? = nil, range: SourceRange
  ) {
    self.name = name
    self.kind = kind
    self.title = title
    self.description = description
    self.unit = unit
    self.defaultValue = defaultValue
    self.minimum = minimum
    self.maximum = maximum
    self.maximumLength = maximumLength
    self.options = options
    self.control = control
    self.families = families
    self.formerNames = formerNames
    self.invalid = invalid
    self.range = range
  }
}

extension Parameter {
  /// Returns whether placements of a family have the parameter.
  package func exists(in family: WidgetFamily) -> Bool {
    families?.value.contains(family) ?? true
  }

  /// Whether every value of another parameter is one of this, and the other way round.
  package func accepts(sameAs other: Parameter) -> Bool {
    kind == other.kind && unit?.value == other.unit?.value
      && minimum?.value == other.minimum?.value && maximum?.value == other.maximum?.value
      && maximumLength?.value == other.maximumLength?.value && optionNames == other.optionNames
      && families?.value == other.families?.value
  }

  /// The names of the options; none where there are no options.
  package var optionNames: [String] { options?.value.map(\.name) ?? [] }
}

/// A name that something had once, and under which values may still be stored.
package struct FormerName: Sendable {
  package var name: String
  /// Where the name stands.
  package var range: SourceRange

  package init(name: String, range: SourceRange) {
    self.name = name
    self.range = range
  }
}

/// A value that a parameter holds.
package enum ParameterValue: Hashable, Sendable {
  case duration(Step)
  case integer(Int64)
  case decimal(Double)
  case string(String)
  case boolean(Bool)
  case choice(String)
  case time(TimeOfDay)
  case families([WidgetFamily])
}
