import MetschedDiagnostics

/// What a person typed behind a verb, checked against what the verb takes.
struct ParsedArguments {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// What is wrong with a command line, in words.
  struct UsageError: Error {
    var message: String
  }

  /// Parses arguments; `--` ends the options, and `-` is an operand.
  init(_ arguments: [String], for verb: Verb) throws(UsageError) {
    var rest = arguments[...]
    var takesOptions = true
    while let argument = rest.popFirst() {
      guard takesOptions, argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      if argument == "--" {
        takesOptions = false
        continue
      }
      try take(argument, &rest, verb)
    }
    try checkOperands(verb)
  }

  /// Whether a flag was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The last value of an option; nil where it was not given.
  subscript(_ name: String) -> String? { values[name]?.last }

  /// All values of an option, in order.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  private mutating func take(
    _ argument: String, _ rest: inout ArraySlice<String>, _ verb: Verb
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0].drop { $0 == "-" })
    let inline = parts.count > 1 ? String(parts[1]) : nil
    guard argument.hasPrefix("--"), let option = verb.options.first(where: { $0.name == name })
    else {
      let near = Nearest.match(name, among: verb.options.map(\.name))
      let suggestion = near.map { "; did you mean `--\($0)`?" } ?? ""
      throw UsageError(message: "unknown option `\(argument)`\(suggestion)")
    }
    switch option.arity {
    case .flag:
      if inline != nil { throw UsageError(message: "`--\(name)` takes no value") }
      values[name, default: []].append("")
    case .single, .repeated:
      guard let value = inline ?? rest.popFirst(), option.takesEmpty || !value.isEmpty else {
        throw UsageError(message: "`--\(name)` needs a value: `--\(name) \(option.value)`")
      }
      try check(value, option)
      values[name, default: []].append(value)
    case .list:
      let before = values[name]?.count ?? 0
      if let inline { values[name, default: []].append(inline) }
      while inline == nil, let next = rest.first, !next.hasPrefix("-") {
        values[name, default: []].append(next)
        rest.removeFirst()
      }
      let added = (values[name] ?? []).dropFirst(before)
      if added.isEmpty || added.contains("") {
        throw UsageError(message: "`--\(name)` needs a value: `--\(name) \(option.value)`")
      }
    }
  }

  private func check(_ value: String, _ option: Option) throws(UsageError) {
    guard !option.choices.isEmpty, !option.choices.contains(value) else { return }
    let near = Nearest.match(value, among: option.choices)
    let suggestion = near.map { "; did you mean `\($0)`?" } ?? ""
    let choices = option.choices.map { "`\($0)`" }.joined(separator: ", ")
    throw UsageError(
      message: "`--\(option.name)` is one of \(choices), not `\(value)`\(suggestion)")
  }

  private func checkOperands(_ verb: Verb) throws(UsageError) {
    if has("help") { return }
    if operands.count < verb.argumentCount.lowerBound {
      throw UsageError(message: "`metsched \(verb.name)` needs \(verb.arguments)")
    }
    if operands.count > verb.argumentCount.upperBound {
      let extra = operands[verb.argumentCount.upperBound]
      throw UsageError(message: "unexpected argument `\(extra)`")
    }
  }
}
