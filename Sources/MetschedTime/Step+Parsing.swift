/// What is wrong with the text of a duration, with the part of the text that is.
package enum StepSyntaxError: Error, Hashable, Sendable {
  /// There is no text.
  case empty
  /// A number without a unit, which could be anything: `5`.
  case bareNumber(String)
  /// The last number has no unit, unlike those before it: `30` in `1h30`.
  case missingUnit(number: String)
  /// A unit without a number before it: `h`.
  case missingNumber(unit: String)
  /// A sign; durations have none.
  case negative
  /// A fraction: `1.5` in `1.5h`.
  case fraction(String)
  /// A unit that does not exist, and the one that may be meant.
  case unknownUnit(String, suggestion: StepUnit?)
  /// A longer unit after a shorter one: `30m1h`.
  case unitsOutOfOrder(StepUnit, StepUnit)
  /// One unit twice: `1h2h`.
  case unitRepeated(StepUnit)
  /// A space, or anything else that is neither digit nor letter: ` ` in `1h 30m`.
  case unexpectedCharacter(Character)
  /// More than `Step.longestNominalMilliseconds`.
  case overflow
}

extension Step {
  /// Reads a duration such as `1h30m`: units `w d h m s ms`, descending, each at most once.
  ///
  /// There are no fractions, signs or spaces. `0s` is read; whether it is allowed is the reader's
  /// business. `90m` and `1h30m` are the same step.
  ///
  /// - Throws: What is wrong, seen from the left.
  package init(parsing text: some StringProtocol) throws(StepSyntaxError) {
    try self.init(reading: Substring(text))
  }

  // Not generic: the types of a generic reading are made while the process runs.
  private init(reading text: Substring) throws(StepSyntaxError) {
    guard !text.isEmpty else { throw .empty }
    var days: Int64 = 0
    var milliseconds: Int64 = 0
    var previous: StepUnit?
    var rest = text
    while !rest.isEmpty {
      let number = rest.prefix(while: \.isASCIIDigit)
      rest = rest[number.endIndex...]
      if let mark = rest.first, !mark.isUnitLetter {
        throw Self.error(atMark: mark, after: String(number), in: rest)
      }
      let name = rest.prefix(while: \.isUnitLetter)
      rest = rest[name.endIndex...]
      guard !name.isEmpty else {
        throw previous == nil
          ? .bareNumber(String(number)) : .missingUnit(number: String(number))
      }
      guard let unit = StepUnit(rawValue: String(name)) else {
        throw .unknownUnit(String(name), suggestion: StepUnit.meant(by: name))
      }
      guard !number.isEmpty else { throw .missingNumber(unit: unit.rawValue) }
      if let previous {
        guard previous != unit else { throw .unitRepeated(unit) }
        guard previous.isLonger(than: unit) else { throw .unitsOutOfOrder(previous, unit) }
      }
      previous = unit
      guard let count = Int64(number), count <= Self.longestNominalMilliseconds else {
        throw .overflow
      }
      days = days.addingSaturating(count.multipliedSaturating(by: unit.days))
      milliseconds = milliseconds.addingSaturating(
        count.multipliedSaturating(by: unit.milliseconds))
    }
    self.init(days: days, milliseconds: milliseconds)
    guard nominalMilliseconds <= Self.longestNominalMilliseconds else { throw .overflow }
  }

  /// Returns the error for a character that is neither digit nor letter.
  private static func error(
    atMark mark: Character, after number: String, in rest: some StringProtocol
  ) -> StepSyntaxError {
    // Word processors turn the hyphen into a minus sign or a dash.
    if "-\u{2212}\u{2013}".contains(mark) { return .negative }
    guard mark == "." || mark == "," else { return .unexpectedCharacter(mark) }
    let digits = rest.dropFirst().prefix(while: \.isASCIIDigit)
    guard !(number.isEmpty && digits.isEmpty) else { return .unexpectedCharacter(mark) }
    return .fraction(number + String(mark) + String(digits))
  }
}

extension StepUnit {
  /// Returns whether this unit stands before another in a duration.
  fileprivate func isLonger(than other: StepUnit) -> Bool {
    guard let own = Self.allCases.firstIndex(of: self),
      let others = Self.allCases.firstIndex(of: other)
    else { return false }
    return own < others
  }
}

extension Character {
  /// Whether the character is one of `0` … `9`; other scripts' digits are not.
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }

  /// Whether the character is a letter that could belong to a unit, in any script.
  fileprivate var isUnitLetter: Bool { isLetter }
}
