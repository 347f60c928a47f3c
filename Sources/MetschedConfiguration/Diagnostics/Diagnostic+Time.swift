internal import MetschedDiagnostics
internal import MetschedTime

/// Durations, dates and zones.
extension Diagnostic {
  static func duration(_ error: StepSyntaxError, _ text: String, _ field: Field) -> Diagnostic {
    var id = DiagnosticID.invalidDuration
    var fix: FixIt?
    let problem: String
    switch error {
    case .empty:
      problem = "a duration such as `1h30m` is expected"
    case .bareNumber(let number):
      id = .missingUnit
      problem = "a duration needs a unit: `\(number)s` or `\(number)m`?"
      // Nothing is nothing in every unit.
      if number.allSatisfy({ $0 == "0" }), number == text { fix = write("0s", at: field.range) }
    case .missingUnit(let number):
      id = .missingUnit
      problem = "`\(number)` has no unit; units are `w`, `d`, `h`, `m`, `s` and `ms`"
    case .missingNumber(let unit):
      problem = "`\(unit)` has no number before it; write for example `1\(unit)`"
    case .negative:
      problem = "a duration cannot be negative; write it without the sign"
    case .fraction(let number):
      problem =
        "`\(number)` is a fraction; write it in a smaller unit, such as `1h30m` for 1.5 hours"
    case .unknownUnit(let unit, let suggestion):
      problem = "`\(unit)` is no unit; units are `w`, `d`, `h`, `m`, `s` and `ms`"
      if let suggestion, text.hasSuffix(unit), text != unit {
        let mended = String(text.dropLast(unit.count)) + suggestion.rawValue
        fix = rename(Nearest.Match(mended, isClear: true), at: field.range)
      }
    case .unitsOutOfOrder(let longer, let shorter):
      problem =
        "`\(shorter.rawValue)` stands after `\(longer.rawValue)`; the largest unit comes first"
    case .unitRepeated(let unit):
      problem = "`\(unit.rawValue)` stands there twice; add the two"
    case .unexpectedCharacter(let character):
      problem = "`\(character)` has no place in a duration; write it like `1h30m`, without spaces"
    case .overflow:
      id = .outOfRange
      problem = "that is more than 100 years"
    }
    return .error(
      id, "`\(field.name)` is `\(shortened(text))`, but \(problem)", at: field.range,
      suggestion: fix)
  }

  static func durationTooShort(_ text: String, _ field: Field, least: Step) -> Diagnostic {
    .error(
      .outOfRange, "`\(field.name)` is `\(text)`, but it has to be at least `\(least)`",
      at: field.range)
  }

  static func durationTooLong(_ text: String, _ field: Field, greatest: Step) -> Diagnostic {
    .error(
      .outOfRange,
      "`\(field.name)` is `\(text)`, but it can be at most \(greatest.days) days (`\(greatest.days)d`)",
      at: field.range)
  }

  static func latencyCrossed(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .outOfRange, "`\(field.name)` is `\(text)`, but the first duration is the shorter one",
      at: field.range)
  }

  static func notInstant(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .invalidDate,
      "`\(field.name)` is `\(shortened(text))`, but a date and time such as "
        + "`2026-01-05T09:00:00-05:00` is expected (without the offset: in the file's zone)",
      at: field.range)
  }

  static func notAnchor(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .invalidDate,
      "`\(field.name)` is `\(shortened(text))`, but a time of day such as `\"04:00\"`, a date such "
        + "as `2026-01-05` or a date and time is expected", at: field.range)
  }

  static func notTimeOfDay(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .invalidDate,
      "`\(field.name)` is `\(shortened(text))`, but a time of day such as `\"04:00\"` is expected, "
        + "with two digits for the hour", at: field.range)
  }

  static func notReloadDate(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .invalidDate,
      "`\(field.name)` is `\(shortened(text))`, but a duration such as `6h`, `end`, `end+5m`, a "
        + "time of day such as `\"04:00\"`, a date and time, or `max-age` is expected",
      at: field.range)
  }

  static func reloadWithoutAfter(_ text: String, _ field: Field) -> Diagnostic {
    let quoted = text.contains(":") ? "\"\(text)\"" : text
    let mended = "{after: \(quoted)}"
    return .error(
      .unknownValue, "`\(field.name)` is `\(text)`, which belongs after `after:`",
      at: field.range,
      suggestion: write(mended, at: field.range))
  }

  static func yearOutOfRange(_ text: String, _ field: Field) -> Diagnostic {
    let years = Instant.supportedYears
    return .error(
      .outOfRange,
      "`\(field.name)` is `\(text)`, but the year has to be from \(years.lowerBound) to "
        + "\(years.upperBound)", at: field.range)
  }

  static func window(
    _ error: TimeWindowSyntaxError, _ text: String, _ field: Field
  ) -> Diagnostic {
    let problem: String
    switch error.problem {
    case .empty: problem = "nothing stands there"
    case .unknownDay(let suggestion):
      problem =
        "`\(error.part)` is no day; "
        + (suggestion.map { "did you mean `\($0)`?" } ?? "days are `Mon` to `Sun`")
    case .invalidTime: problem = "`\(error.part)` is no time of day such as `09:30`"
    case .missingEnd: problem = "`\(error.part)` has no end; write `09:30-16:00`"
    case .missingTimes: problem = "no times stand after `\(error.part)`"
    case .missingDays: problem = "`\(error.part)` has no days, unlike what stands before it"
    case .unexpected:
      problem = "`\(error.part)` stands after the times; separate windows by a comma"
    }
    return .error(
      .invalidDate,
      "`\(field.name)` is `\(shortened(text))`, but \(problem); a window is written "
        + "`\"Mon-Fri 09:30-16:00\"`", at: field.range)
  }

  static func notPattern(
    _ error: DatePattern.SyntaxError, at range: SourceRange
  ) -> Diagnostic {
    let problem =
      switch error.reason {
      case .unknownLetter("z"), .unknownLetter("v"):
        "zones have no names here; `O` writes `GMT+1`, `xxx` `+01:00` and `VV` `Europe/Paris`"
      case .unknownLetter(let letter):
        "`\(letter)` is no field of a date; words stand in quotes: `'\(error.text)'`"
      case .count(let counts) where counts.lowerBound == counts.upperBound:
        "`\(error.text.prefix(1))` stands as "
          + "`\(String(repeating: String(error.text.prefix(1)), count: counts.lowerBound))` alone"
      case .count(let counts):
        "`\(error.text)` has its letter \(error.text.count) times, and it means something from "
          + "\(counts.lowerBound) to \(counts.upperBound) times"
      case .openQuote: "the quote has no end; one that stands for itself is written twice"
      }
    return .error(.invalidDatePattern, problem, at: range)
  }

  static func noZoneDatabase(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .unknownZone,
      "the time zone `\(shortened(text))` cannot be looked up: this machine has no zone database in "
        + "`/usr/share/zoneinfo`; `apt-get install tzdata` brings it", at: field.range)
  }

  static func unknownZone(
    _ text: String, _ field: Field, _ suggestions: [String]
  ) -> Diagnostic {
    let message = "unknown time zone `\(shortened(text))`"
    guard let first = suggestions.first else {
      return .error(
        .unknownZone, message + "; write an IANA name such as `America/New_York` or `UTC`",
        at: field.range)
    }
    let names = ValueShape.alternatives(suggestions.map { "`\($0)`" })
    // `PDT` is the time of many places; `America/NewYork` is a slip.
    let isClear =
      suggestions.count == 1 && Nearest.find(text, among: suggestions)?.isClear == true
    return .error(
      .unknownZone, message + "; zones have IANA names", at: field.range,
      suggestion: FixIt(
        "did you mean \(names)?", at: field.range, replacement: first,
        isAutomatic: isClear))
  }
}
