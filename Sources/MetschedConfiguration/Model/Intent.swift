package import MetschedDiagnostics
package import MetschedTime
package import WidgetTimelines

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
  /// The options of a `choice` (names) or of `families`.
  package var options: Setting<[String]>?
  package var control: Control?
  /// Where the parameter's name stands.
  package var range: SourceRange

  package init(
    name: String, kind: Kind, title: String?, description: String?, unit: Setting<String>?,
    defaultValue: Setting<ParameterValue>, minimum: Setting<ParameterValue>?,
    maximum: Setting<ParameterValue>?, maximumLength: Setting<Int>?,
    options: Setting<[String]>?, control: Control?, range: SourceRange
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
