import MetschedConfiguration
import MetschedEngine

/// The failure rules that placements name by number, each once.
struct RuleTable {
  private(set) var rules: [FailureHandling] = []
  private var numbers: [FailureHandling: Int] = [:]
  /// How many of them the machine knows.
  private var knownCount = 0

  /// Returns the number of a rule, a new one where nobody has had it.
  mutating func number(of rule: FailureRule) -> Int {
    number(of: FailureHandling(rule))
  }

  mutating func number(of handling: FailureHandling) -> Int {
    if let known = numbers[handling] { return known }
    numbers[handling] = rules.count
    rules.append(handling)
    return rules.count - 1
  }

  /// Whether rules were added that nobody has taken.
  var hasNew: Bool { knownCount < rules.count }

  /// Takes the rules that were added since this was last called.
  mutating func takeNew() -> [FailureHandling] {
    defer { knownCount = rules.count }
    return Array(rules[knownCount...])
  }
}
