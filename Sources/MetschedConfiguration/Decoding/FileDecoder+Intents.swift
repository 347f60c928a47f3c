internal import MetschedDiagnostics

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
    checkFormer(parameters.map { ($0.name, $0.range, $0.formerNames) }, of: "a parameter")
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
}
