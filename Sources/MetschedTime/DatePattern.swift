/// A pattern that says how a date is written: `EEEE d MMMM` writes `Monday 5 January`.
///
/// A letter is a field, and how often it stands is how it is written; text in single quotes stands for
/// itself, and so does everything that is no ASCII letter. The words are those of `en_US_POSIX`, as
/// `DateFormatter` writes them for that locale.
///
/// Source: Unicode Technical Standard 35, part 4, "Date Format Patterns".
package struct DatePattern: Hashable, Sendable {
  /// As people write it.
  package let text: String
  let parts: [Part]

  enum Part: Hashable, Sendable {
    case literal(String)
    case field(Field, count: Int)
  }

  /// What a letter stands for.
  package enum Field: Character, CaseIterable, Sendable {
    case era = "G"
    case year = "y"
    case weekYear = "Y"
    case extendedYear = "u"
    case quarter = "Q"
    case standaloneQuarter = "q"
    case month = "M"
    case standaloneMonth = "L"
    case weekOfYear = "w"
    case weekOfMonth = "W"
    case day = "d"
    case dayOfYear = "D"
    case weekdayInMonth = "F"
    case weekday = "E"
    case localWeekday = "e"
    case standaloneWeekday = "c"
    case period = "a"
    case hour12 = "h"
    case hour24 = "H"
    case hour11 = "K"
    case hourTo24 = "k"
    case minute = "m"
    case second = "s"
    case fraction = "S"
    case millisecondsInDay = "A"
    case zoneIdentifier = "V"
    case zoneOffset = "Z"
    case gmtOffset = "O"
    case isoOffsetOrZ = "X"
    case isoOffset = "x"

    /// How often the letter may stand.
    package var counts: ClosedRange<Int> {
      switch self {
      case .year, .weekYear, .extendedYear, .fraction, .millisecondsInDay: 1...9
      case .era, .quarter, .standaloneQuarter, .month, .standaloneMonth, .period: 1...5
      case .weekday, .localWeekday, .standaloneWeekday: 1...6
      case .zoneOffset, .isoOffset, .isoOffsetOrZ: 1...5
      case .dayOfYear: 1...3
      case .gmtOffset: 1...4
      case .zoneIdentifier: 2...2
      case .weekOfMonth, .weekdayInMonth: 1...1
      case .weekOfYear, .day, .hour11, .hour12, .hour24, .hourTo24, .minute, .second: 1...2
      }
    }
  }

  /// Whether what it writes is another on the next day of a month.
  package var namesDay: Bool {
    parts.contains { part in
      guard case .field(let field, _) = part else { return false }
      return switch field {
      case .day, .dayOfYear, .weekdayInMonth, .weekday, .localWeekday, .standaloneWeekday: true
      default: false
      }
    }
  }

  /// What keeps a text from being a pattern.
  package struct SyntaxError: Error, Hashable {
    package enum Reason: Hashable, Sendable {
      /// No field has this letter of a word.
      case unknownLetter(Character)
      /// The field has the letter more or less often.
      case count(ClosedRange<Int>)
      /// A quote has no end.
      case openQuote
    }

    package var reason: Reason
    /// The word or the letters, or all from the quote on.
    package var text: String
    /// Where they stand, in UTF-8 bytes.
    package var offset: Int
  }

  /// Reads a pattern.
  ///
  /// - Throws: what is wrong first.
  package init(_ text: String) throws(SyntaxError) {
    self.text = text
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    func fault(_ reason: SyntaxError.Reason, _ part: Substring) -> SyntaxError {
      SyntaxError(
        reason: reason, text: String(part),
        offset: text.utf8.distance(from: text.startIndex, to: part.startIndex))
    }
    while let first = rest.first {
      guard first.isASCII, first.isLetter else {
        if first == "'" {
          guard let quoted = Self.takeQuoted(&rest) else { throw fault(.openQuote, rest) }
          literal += quoted
        } else {
          literal.append(rest.removeFirst())
        }
        continue
      }
      let run = rest.prefix { $0 == first }
      guard let field = Field(rawValue: first) else {
        throw fault(.unknownLetter(first), Self.word(in: text, around: run))
      }
      guard field.counts.contains(run.count) else { throw fault(.count(field.counts), run) }
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = ""
      parts.append(.field(field, count: run.count))
      rest = rest[run.endIndex...]
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    self.parts = parts
  }

  /// Returns the letters around some of them, since whoever writes a word means all of it.
  private static func word(in text: String, around run: Substring) -> Substring {
    let isLetter = { (character: Character) in character.isASCII && character.isLetter }
    let start = text[..<run.startIndex].lastIndex { !isLetter($0) }.map(text.index(after:))
    let end = text[run.endIndex...].firstIndex { !isLetter($0) }
    return text[(start ?? text.startIndex)..<(end ?? text.endIndex)]
  }

  /// Takes quoted text, in which two quotes are one; two quotes alone are one, too.
  ///
  /// - Returns: the text; nil, and nothing taken, where the quote has no end.
  private static func takeQuoted(_ rest: inout Substring) -> String? {
    var left = rest.dropFirst()
    if left.first == "'" {
      rest = left.dropFirst()
      return "'"
    }
    var quoted = ""
    while let next = left.popFirst() {
      if next != "'" {
        quoted.append(next)
      } else if left.first == "'" {
        quoted.append("'")
        left = left.dropFirst()
      } else {
        rest = left
        return quoted
      }
    }
    return nil
  }
}
