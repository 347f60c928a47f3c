/// One verb of the command: what it takes and what it says of itself.
struct Verb: Sendable {
  var name: String
  /// One sentence, lower case, without a full stop.
  var abstract: String
  /// What follows the verb in the usage line, such as `FILE…`.
  var arguments: String
  /// The number of arguments without an option that it takes.
  var argumentCount: ClosedRange<Int>
  /// What a person should know before using it.
  var discussion: String
  var options: [Option]
  /// Commands that show it in use, each with what it does.
  var examples: [(command: String, purpose: String)]
}

/// One option of a verb.
struct Option: Sendable {
  enum Arity: Sendable {
    /// Stands alone.
    case flag
    /// Takes one value; the last one counts.
    case single
    /// Takes one value each time it is given.
    case repeated
    /// Takes all values up to the next option.
    case list
  }

  /// The name without dashes.
  var name: String
  var arity: Arity
  /// What stands for the value in help, such as `TIME`.
  var value: String
  var help: String
  /// The values that it takes; none for any.
  var choices: [String]
  /// Whether an empty value means something.
  var takesEmpty = false

  static func flag(_ name: String, _ help: String) -> Option {
    Option(name: name, arity: .flag, value: "", help: help, choices: [])
  }

  static func single(
    _ name: String, _ value: String, _ help: String, choices: [String] = [],
    takesEmpty: Bool = false
  ) -> Option {
    Option(
      name: name, arity: .single, value: value, help: help, choices: choices,
      takesEmpty: takesEmpty)
  }

  static func repeated(
    _ name: String, _ value: String, _ help: String, choices: [String] = []
  ) -> Option {
    Option(name: name, arity: .repeated, value: value, help: help, choices: choices)
  }

  static func list(_ name: String, _ value: String, _ help: String) -> Option {
    Option(name: name, arity: .list, value: value, help: help, choices: [])
  }
}
