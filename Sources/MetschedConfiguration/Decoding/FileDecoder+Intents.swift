internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetTimelines

/// `intents:` and their parameters.
extension FileDecoder {
  /// Reads all intents, in order.
  mutating func intents(_ field: Field) -> [Intent] {
    guard isMapping(field, expected: FileKey.intents.shape) else { return [] }
    layer = .parameterDefault
    return entries(field).compactMap { entry in
      let intent = intent(entry)
      if intent == nil { brokenNames.insert(entry.name) }
      return intent
    }
  }

  private mutating func intent(_ field: Field) -> Intent? {
    guard let fields = fields(field, as: IntentKey.self) else { return nil }
    let title = fields[.title].flatMap { text($0) }
    var parameters: [Parameter] = []
    if let list = fields[.parameters], isMapping(list, expected: IntentKey.parameters.shape) {
      for entry in entries(list) {
        if isParameterName(entry), let parameter = parameter(entry) {
          parameters.append(parameter)
        } else {
          brokenNames.insert(field.name + "." + entry.name)
        }
      }
    }
    return Intent(
      name: field.name, title: title, parameters: parameters, range: field.keyRange)
  }

  private mutating func isParameterName(_ field: Field) -> Bool {
    if PlacementKey(rawValue: field.name) != nil, Knob(rawValue: field.name) == nil {
      report(.reservedName(field))
      return false
    }
    let isName =
      field.name.first?.isLetter == true
      && field.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    if !isName { report(.invalidName(field, what: "a parameter", example: "interval")) }
    return isName
  }

  /// Reads a parameter: first its type, then everything that the type decides.
  private mutating func parameter(_ field: Field) -> Parameter? {
    guard let fields = fields(field, as: ParameterKey.self) else { return nil }
    for key in [ParameterKey.when, .was, .invalid] {
      if let later = fields[key] { report(.notYet("`\(later.name)`", at: later.keyRange)) }
    }
    guard let typeField = fields[.type] else {
      report(
        .missingKey(
          "type", of: "the parameter `\(field.name)`", example: "type: duration", at: field.keyRange
        ))
      return nil
    }
    guard let kind = word(typeField, as: Parameter.Kind.self) else { return nil }
    var parameter = Parameter(
      name: field.name, kind: kind, title: fields[.title].flatMap { text($0) },
      description: fields[.description].flatMap { text($0) }, unit: unit(fields, kind),
      defaultValue: setting(kind.zero, field), minimum: nil, maximum: nil, maximumLength: nil,
      options: options(fields, kind, of: field), control: control(fields, kind),
      range: field.keyRange)
    if let knob = Knob(rawValue: field.name), !knob.accepts(parameter) {
      report(.wrongKnob(field, knob.expectation, at: typeField.range))
    }
    addBounds(fields, to: &parameter)
    guard let defaultField = fields[.defaultValue] else {
      report(
        .missingKey(
          "default", of: "the parameter `\(field.name)`", example: "default: …",
          at: field.keyRange))
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
    let control = word(field, as: Parameter.Control.self)
    if let control, !kind.controls.contains(control) {
      report(.sliderNeedsDecimal(field))
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

  private mutating func options(
    _ fields: Fields<ParameterKey>, _ kind: Parameter.Kind, of parameter: Field
  ) -> Setting<[String]>? {
    guard let field = fields[.options] else {
      if kind == .choice {
        report(
          .missingKey(
            "options", of: "the choice `\(parameter.name)`", example: "options: [face, place]",
            at: parameter.keyRange))
      }
      return nil
    }
    switch kind {
    case .families: return families(field).map { setting($0.map(\.name), field) }
    case .choice: break
    default:
      report(.keyDoesNotApply(field, to: kind))
      return nil
    }
    guard let elements = elements(field, expected: .list(of: .value)) else { return nil }
    guard !elements.isEmpty else {
      report(.emptyList(field, example: "[face, place]"))
      return nil
    }
    var names: [String] = []
    for element in elements {
      guard let name = option(element) else { continue }
      if names.contains(name) {
        report(.optionTwice(name, element))
      } else {
        names.append(name)
      }
    }
    return setting(names, field)
  }

  private mutating func option(_ element: Field) -> String? {
    guard element.value.kind == .mapping else { return text(element, example: "portrait") }
    guard let fields = fields(element, as: OptionKey.self) else { return nil }
    if let later = fields[.was] { report(.notYet("`was`", at: later.keyRange)) }
    if let title = fields[.title] { _ = text(title) }
    guard let name = fields[.name] else {
      report(.missingKey("name", of: "an option", example: "name: portrait", at: element.range))
      return nil
    }
    return text(name, example: "portrait")
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
