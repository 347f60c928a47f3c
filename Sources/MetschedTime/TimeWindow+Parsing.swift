/// What is wrong with the text of a window, and where.
package struct TimeWindowSyntaxError: Error, Hashable, Sendable {
  /// What can be wrong.
  package enum Problem: Hashable, Sendable {
    /// No text, or nothing between two commas.
    case empty
    /// Not one of `Mon` … `Sun`; the suggestion is what `Monday` or `mon` means.
    case unknownDay(suggestion: Weekday?)
    /// Not a time from 00:00 to 23:59:59; 24:00 may only end a window.
    case invalidTime
    /// One time where two belong, with a hyphen and no space between: `09:30`, `09:30 - 16:00`.
    case missingEnd
    /// Days after which no times come.
    case missingTimes
    /// Times without days after an item with days: whether they keep those is unclear.
    case missingDays
    /// More after the times; another item needs a comma before it.
    case unexpected
  }

  /// What is wrong.
  package let problem: Problem
  /// The part of the text that is wrong.
  package let part: String
  /// Where the part begins, in bytes of UTF-8 from the beginning of the text.
  package let offset: Int

  package init(problem: Problem, part: String, offset: Int) {
    self.problem = problem
    self.part = part
    self.offset = offset
  }
}

extension TimeWindow {
  /// Reads a window such as `Mon-Fri 09:30-16:00, Sat 10:00-12:00`.
  ///
  /// Items stand between commas: days, then one start and one end. Days are single ones, ranges,
  /// or several with spaces or commas between, `Mon Wed 09:00-10:00` or `Sat, Sun 10:00-12:00`; a
  /// range may wrap, `Fri-Mon`. Times without days are every day's, but only where no item
  /// before has days. An end not after its start is the next day's.
  ///
  /// - Throws: The first thing that is wrong, with its place.
  package init(parsing text: some StringProtocol) throws(TimeWindowSyntaxError) {
    let text = String(text)
    var spans: [Span] = []
    var days: DaysOfWeek = []
    var daysText: Substring?
    var someHaveDays = false
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      var words = item.split(separator: " ")[...]
      guard let first = words.first else { throw Self.error(.empty, item, in: text) }
      while let word = words.first, word.first?.isNumber != true {
        days.formUnion(try Self.days(word, in: text))
        daysText = word
        words.removeFirst()
      }
      // Days alone share the times of the next item: nothing else could be meant by them.
      guard let times = words.popFirst() else { continue }
      someHaveDays = someHaveDays || !days.isEmpty
      let (start, end) = try Self.times(times, in: text)
      if let extra = words.first { throw Self.error(.unexpected, extra, in: text) }
      if days.isEmpty, someHaveDays { throw Self.error(.missingDays, first, in: text) }
      spans.append(Span(days: days.isEmpty ? .all : days, start: start, end: end))
      days = []
      daysText = nil
    }
    if let daysText { throw Self.error(.missingTimes, daysText, in: text) }
    self.init(spans: spans)
  }

  /// Reads `Mon` or `Mon-Fri`.
  private static func days(
    _ word: Substring, in text: String
  ) throws(TimeWindowSyntaxError) -> DaysOfWeek {
    let names = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let first = try day(names[0], of: word, in: text)
    guard names.count > 1 else { return DaysOfWeek(first) }
    return DaysOfWeek(from: first, through: try day(names[1], of: word, in: text))
  }

  private static func day(
    _ name: Substring, of word: Substring, in text: String
  ) throws(TimeWindowSyntaxError) -> Weekday {
    if let day = Weekday(name) { return day }
    let suggestion = Weekday.allCases.first {
      $0.abbreviation.lowercased() == name.prefix(3).lowercased()
    }
    throw error(.unknownDay(suggestion: suggestion), name.isEmpty ? word : name, in: text)
  }

  /// Reads `09:30-16:00`.
  private static func times(
    _ word: Substring, in text: String
  ) throws(TimeWindowSyntaxError) -> (start: TimeOfDay, end: TimeOfDay) {
    let parts = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let start = TimeOfDay(parts[0]) else {
      throw error(.invalidTime, parts[0], in: text)
    }
    guard parts.count > 1, !parts[1].isEmpty else { throw error(.missingEnd, word, in: text) }
    guard let end = TimeOfDay(parts[1], allowingEndOfDay: true) else {
      throw error(.invalidTime, parts[1], in: text)
    }
    return (start, end)
  }

  private static func error(
    _ problem: TimeWindowSyntaxError.Problem, _ part: Substring, in text: String
  ) -> TimeWindowSyntaxError {
    TimeWindowSyntaxError(
      problem: problem, part: String(part),
      offset: text.utf8.distance(from: text.startIndex, to: part.startIndex))
  }
}
