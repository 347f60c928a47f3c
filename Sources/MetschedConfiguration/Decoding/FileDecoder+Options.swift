internal import MetschedDiagnostics
internal import WidgetFamilies

/// `options:` of a parameter.
extension FileDecoder {
  /// Reads what a choice takes, or the families that users may pick.
  mutating func options(
    _ fields: Fields<ParameterKey>, _ kind: Parameter.Kind, of parameter: Field
  ) -> Setting<[Parameter.Option]>? {
    guard let field = fields[.options] else {
      if kind == .choice {
        report(
          missing: .options, in: fields, of: "the choice `\(parameter.name)`",
          example: "options: [face, place]", at: parameter.keyRange)
      }
      return nil
    }
    switch kind {
    case .families:
      return families(field).map { families in
        setting(families.map { Parameter.Option(name: $0.name, range: field.range) }, field)
      }
    case .choice: return choices(field).map { setting($0, field) }
    default:
      report(.keyDoesNotApply(field, to: kind))
      return nil
    }
  }

  private mutating func choices(_ field: Field) -> [Parameter.Option]? {
    guard let elements = elements(field, expected: .list(of: .value)) else { return nil }
    guard !elements.isEmpty else {
      report(.emptyList(field, example: "[face, place]"))
      return nil
    }
    var options: [Parameter.Option] = []
    for element in elements {
      guard let option = option(element) else { continue }
      if let first = options.first(where: { $0.name == option.name }) {
        report(.optionTwice(option, first: first.range))
      } else {
        options.append(option)
      }
    }
    checkFormer(options.map { ($0.name, $0.range, $0.formerNames) }, of: "an option")
    return options
  }

  private mutating func option(_ element: Field) -> Parameter.Option? {
    guard element.value.kind == .mapping else {
      return text(element, example: "portrait").map { name in
        Parameter.Option(name: name, range: element.range)
      }
    }
    guard let fields = fields(element, as: OptionKey.self) else { return nil }
    let title = fields[.title].flatMap { text($0) }
    guard let field = fields[.name] else {
      report(
        missing: .name, in: fields, of: "an option", example: "name: portrait", at: element.range)
      return nil
    }
    guard let name = text(field, example: "portrait") else { return nil }
    return Parameter.Option(
      name: name, title: title, formerNames: formerNames(fields[.was], of: name, example: "face"),
      range: field.range)
  }
}
