internal import MetschedDiagnostics
package import MetschedTime
internal import WidgetFamilies

/// Values of parameters, checked against type and bounds.
extension FileDecoder {
  /// Reads a value of a parameter, or reports why it is none.
  mutating func value(_ field: Field, of parameter: Parameter) -> ParameterValue? {
    guard let value = unbounded(field, of: parameter), isAllowed(value, field, parameter) else {
      return nil
    }
    return value
  }

  /// Reads what a user has set; with `invalid: default` what cannot be taken is only warned of,
  /// and says nothing.
  mutating func stored<Value>(
    for parameter: Parameter?, _ read: (inout FileDecoder) -> Value?
  ) -> Value? {
    guard let rule = parameter?.invalid, rule.value == .layerBelow else { return read(&self) }
    var found = Diagnostics()
    swap(&found, &diagnostics)
    let value = read(&self)
    swap(&found, &diagnostics)
    for diagnostic in found.all { report(value == nil ? diagnostic.fallen(by: rule) : diagnostic) }
    return value
  }

  /// Reads a value of a parameter's type.
  mutating func unbounded(_ field: Field, of parameter: Parameter) -> ParameterValue? {
    switch parameter.kind {
    case .duration:
      return duration(field).map(ParameterValue.duration)
    case .integer:
      return integer(field, of: parameter)
    case .decimal:
      return decimal(field).map(ParameterValue.decimal)
    case .string:
      return string(field).map(ParameterValue.string)
    case .boolean:
      return boolean(field).map(ParameterValue.boolean)
    case .choice:
      return choice(field, of: parameter).map(ParameterValue.choice)
    case .time:
      return timeOfDay(field).map(ParameterValue.time)
    case .families:
      return families(field).map(ParameterValue.families)
    }
  }

  /// Reads text that may be empty: an empty query takes all items.
  private mutating func string(_ field: Field) -> String? {
    guard let scalar = scalar(field, expected: .text(example: "persimmon")) else { return nil }
    guard scalar.text.utf8.count <= Self.longestText else {
      report(.textTooLong(field))
      return nil
    }
    return scalar.text
  }

  /// Reads the name of an option; a former one is taken, with a warning.
  private mutating func choice(_ field: Field, of parameter: Parameter) -> String? {
    let names = parameter.optionNames
    guard let scalar = scalar(field, expected: .word(names)) else { return nil }
    if names.contains(scalar.text) { return scalar.text }
    for option in parameter.options?.value ?? [] {
      guard let former = option.formerNames.first(where: { $0.name == scalar.text }) else {
        continue
      }
      report(.renamed(scalar.text, to: option.name, at: field.range, former))
      return option.name
    }
    report(.unknownWord(scalar.text, field, names, nearest(scalar.text, among: names)))
    return nil
  }

  /// Reads an integer; where it has a unit, a duration that is so many of it is read too.
  private mutating func integer(_ field: Field, of parameter: Parameter) -> ParameterValue? {
    if let unit = parameter.unit.flatMap({ StepUnit(rawValue: $0.value) }),
      field.value.kind == .scalar, let step = try? Step(parsing: field.value.text)
    {
      if let count = Self.count(of: unit, in: step) { return .integer(count) }
      report(.notMultiple(field, unit))
      return nil
    }
    return integer(field, in: Parameter.Kind.integers).map(ParameterValue.integer)
  }

  private static func count(of unit: StepUnit, in step: Step) -> Int64? {
    if unit.days > 0 {
      guard step.milliseconds == 0, step.days % unit.days == 0 else { return nil }
      return step.days / unit.days
    }
    guard step.days == 0, step.milliseconds % unit.milliseconds == 0 else { return nil }
    return step.milliseconds / unit.milliseconds
  }

  /// Reads a decimal number such as `0.5`; no exponent, infinity or hexadecimal digits.
  mutating func decimal(_ field: Field) -> Double? {
    guard let scalar = scalar(field, expected: .number),
      accepts([.decimal, .integer], scalar, field, expected: .number)
    else { return nil }
    let characters = scalar.text.utf8
    let isDecimal = characters.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
    if isDecimal, let last = characters.last, last != 0x2E, let value = Double(scalar.text),
      abs(value) <= 1e12
    {
      return value
    }
    report(.notNumber(scalar.text, field.at(scalar)))
    return nil
  }

  // MARK: Bounds

  /// Returns whether a value lies within a parameter's bounds, or reports which it breaks.
  mutating func isAllowed(
    _ value: ParameterValue, _ field: Field, _ parameter: Parameter
  ) -> Bool {
    let written = field.value.kind == .scalar ? field.value.text : ""
    if let minimum = parameter.minimum, value.isLess(than: minimum.value) {
      report(.belowMinimum(written, field, parameter, minimum))
      return false
    }
    if let maximum = parameter.maximum, maximum.value.isLess(than: value) {
      report(.aboveMaximum(written, field, parameter, maximum))
      return false
    }
    if case .string(let text) = value, let limit = parameter.maximumLength,
      text.count > limit.value
    {
      report(.tooLong(text.count, field, parameter, limit))
      return false
    }
    if case .families(let families) = value, let options = parameter.options {
      for (index, family) in families.enumerated()
      where !parameter.optionNames.contains(family.name) {
        let elements = field.value.elements
        let range = elements.indices.contains(index) ? elements[index].range : field.range
        report(.notAnOption(family.name, field, at: range, parameter, options))
        return false
      }
    }
    return isUsable(value, field, parameter)
  }

  /// Returns whether an integer that turns a knob is one that the knob can be turned to.
  private mutating func isUsable(
    _ value: ParameterValue, _ field: Field, _ parameter: Parameter
  ) -> Bool {
    guard case .integer(let count) = value else { return true }
    switch Knob(rawValue: parameter.name) {
    case .limit:
      guard WidgetKey.limits.contains(Int(count)) else {
        report(
          .outOfRange(
            field, "\(count)", "\(WidgetKey.limits.lowerBound)", "\(WidgetKey.limits.upperBound)"))
        return false
      }
      return true
    case .interval:
      let unit = parameter.unit.flatMap { StepUnit(rawValue: $0.value) } ?? .second
      let written = "\(count)\(unit.rawValue)"
      guard count > 0 else {
        report(.durationTooShort(written, field, least: Step(milliseconds: 1)))
        return false
      }
      guard !Self.longestDuration.isShorter(than: unit.step(count)) else {
        report(.durationTooLong(written, field, greatest: Self.longestDuration))
        return false
      }
      return true
    default: return true
    }
  }
}

/// The values of a widget that a parameter of the same name hands to users.
package enum Knob: String, CaseIterable {
  case interval, query, families, limit

  /// Returns whether a parameter can turn the knob.
  func accepts(_ parameter: Parameter) -> Bool {
    switch self {
    case .interval:
      parameter.kind == .duration || parameter.kind == .integer && parameter.unit != nil
    case .query: parameter.kind == .string || parameter.kind == .choice
    case .families: parameter.kind == .families
    case .limit: parameter.kind == .integer && parameter.unit == nil
    }
  }

  /// What a parameter of that name has to be, in words.
  var expectation: String {
    switch self {
    case .interval: "`type: duration`, or `type: integer` with a `unit`"
    case .query: "`type: string` or `type: choice`"
    case .families: "`type: families`"
    case .limit: "`type: integer` without a unit"
    }
  }
}

extension StepUnit {
  /// Returns so many of the unit.
  package func step(_ count: Int64) -> Step {
    Step(days: days, milliseconds: milliseconds).multiplied(by: count)
  }
}

extension ParameterValue {
  /// Returns the value as a file would write it; an integer with its unit.
  package func text(unit: String?) -> String {
    switch self {
    case .duration(let step): step.description
    case .integer(let value): "\(value)\(unit ?? "")"
    case .decimal(let value): value == value.rounded() ? "\(Int64(value))" : "\(value)"
    case .string(let text), .choice(let text): text
    case .boolean(let value): value ? "true" : "false"
    case .time(let time): time.description
    case .families(let families): families.map(\.name).joined(separator: ", ")
    }
  }

  /// Returns whether a value that has an order is less than another of its type.
  func isLess(than other: ParameterValue) -> Bool {
    switch (self, other) {
    case (.duration(let own), .duration(let other)): own.isShorter(than: other)
    case (.integer(let own), .integer(let other)): own < other
    case (.decimal(let own), .decimal(let other)): own < other
    case (.time(let own), .time(let other)): own < other
    default: false
    }
  }
}
