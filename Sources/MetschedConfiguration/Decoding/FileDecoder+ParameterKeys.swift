internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

/// What `parameters:` says of one parameter.
extension FileDecoder {
  /// Reads a parameter: first its type, then everything that the type decides.
  mutating func parameter(_ field: Field) -> Parameter? {
    guard let fields = fields(field, as: ParameterKey.self) else { return nil }
    guard let typeField = fields[.type] else {
      report(
        missing: .type, in: fields, of: "the parameter `\(field.name)`", example: "type: duration",
        at: field.keyRange)
      return nil
    }
    guard let kind = word(typeField, as: Parameter.Kind.self) else { return nil }
    var parameter = Parameter(
      name: field.name, kind: kind, title: fields[.title].flatMap { text($0) },
      description: fields[.description].flatMap { text($0) }, unit: unit(fields, kind),
      defaultValue: setting(kind.zero, field), minimum: nil, maximum: nil, maximumLength: nil,
      options: options(fields, kind, of: field), control: control(fields, kind),
      families: condition(fields, of: field), formerNames: formerParameters(fields, of: field),
      invalid: fields[.invalid].flatMap { rule in
        word(rule, as: Parameter.InvalidValue.self).map { setting($0, rule) }
      }, range: field.keyRange)
    if let knob = Knob(rawValue: field.name), !knob.accepts(parameter) {
      report(.wrongKnob(field, knob.expectation, at: typeField.range))
    }
    addBounds(fields, to: &parameter)
    guard let defaultField = fields[.defaultValue] else {
      report(
        missing: .defaultValue, in: fields, of: "the parameter `\(field.name)`",
        example: "default: …", at: field.keyRange)
      return parameter
    }
    var named = defaultField
    named.name = field.name
    if let value = value(named, of: parameter) {
      parameter.defaultValue = setting(value, defaultField)
    }
    return parameter
  }

  private mutating func unit(
    _ fields: Fields<ParameterKey>, _ kind: Parameter.Kind
  ) -> Setting<String>? {
    guard let field = fields[.unit] else { return nil }
    guard kind.ownKeys.contains(.unit) else {
      report(.keyDoesNotApply(field, to: kind))
      return nil
    }
    return word(field, as: StepUnit.self).map { setting($0.rawValue, field) }
  }

  private mutating func control(
    _ fields: Fields<ParameterKey>, _ kind: Parameter.Kind
  ) -> Parameter.Control? {
    guard let field = fields[.control] else { return nil }
    guard kind.ownKeys.contains(.control) else {
      report(.keyDoesNotApply(field, to: kind))
      return nil
    }
    guard let control = word(field, as: Parameter.Control.self) else { return nil }
    guard kind.controls.contains(control) else {
      report(.controlDoesNotFit(field, control, kind))
      return nil
    }
    if control == .slider, fields[.min] == nil || fields[.max] == nil {
      report(.sliderWithoutBounds(field, missing: fields[.min] == nil ? "min" : "max"))
      return nil
    }
    return control
  }

  private mutating func addBounds(
    _ fields: Fields<ParameterKey>, to parameter: inout Parameter
  ) {
    for key in [ParameterKey.min, .max] {
      guard let field = fields[key] else { continue }
      guard parameter.kind.ownKeys.contains(key) else {
        report(.keyDoesNotApply(field, to: parameter.kind))
        continue
      }
      guard let value = unbounded(field, of: parameter) else { continue }
      if key == .min {
        parameter.minimum = setting(value, field)
      } else if let minimum = parameter.minimum, value.isLess(than: minimum.value) {
        report(.boundsCrossed(field, minimum: minimum))
      } else {
        parameter.maximum = setting(value, field)
      }
    }
    if let field = fields[.maxLength] {
      if parameter.kind.ownKeys.contains(.maxLength) {
        parameter.maximumLength = integer(field, in: ParameterKey.lengths).map {
          setting(Int($0), field)
        }
      } else {
        report(.keyDoesNotApply(field, to: parameter.kind))
      }
    }
  }

  /// Reads `when:`; the families themselves cannot depend on the family.
  private mutating func condition(
    _ fields: Fields<ParameterKey>, of parameter: Field
  ) -> Setting<[WidgetFamily]>? {
    guard let field = fields[.when] else { return nil }
    guard parameter.name != Knob.families.rawValue else {
      report(.conditionOfFamilies(field))
      return nil
    }
    guard let keys = self.fields(field, as: WhenKey.self) else { return nil }
    guard let families = keys[.families] else {
      report(
        missing: .families, in: keys, of: "`when`", example: "when: {families: [systemLarge]}",
        at: field.keyRange)
      return nil
    }
    return self.families(families).map { setting($0, families) }
  }

  private mutating func formerParameters(
    _ fields: Fields<ParameterKey>, of parameter: Field
  ) -> [FormerName] {
    formerNames(fields[.was], of: parameter.name, example: "interval").filter { former in
      guard PlacementKey(rawValue: former.name) != nil else { return true }
      report(.reservedFormerName(former))
      return false
    }
  }
}

extension Parameter.Kind {
  /// What stands in for a default that is wrong, so that the rest of the file can be checked.
  fileprivate var zero: ParameterValue {
    switch self {
    case .duration: .duration(Step(milliseconds: 3_600_000))
    case .integer: .integer(1)
    case .decimal: .decimal(0)
    case .string: .string("")
    case .boolean: .boolean(false)
    case .choice: .choice("")
    case .time: .time(.midnight)
    case .families: .families([])
    }
  }
}
