package import MetschedTime

/// The columns of a chart, which are equal spans of real time, and the wall times above them.
package struct StripAxis: Sendable {
  package let range: Range<Instant>
  /// The milliseconds of a column: a length that people know.
  package let column: Int64
  package let count: Int
  private let zone: ZoneTable

  private static let second: Int64 = 1_000
  private static let minute = 60 * second
  private static let hour = 60 * minute
  private static let day = 24 * hour
  private static let lengths: [Int64] =
    [1, 2, 5, 10, 15, 20, 30].map { $0 * second } + [1, 2, 5, 10, 15, 20, 30].map { $0 * minute }
    + [1, 2, 3, 6, 12].map { $0 * hour } + [1, 2, 7, 14, 28, 56, 140, 364].map { $0 * day }

  /// Divides a range so that it takes at most so many columns.
  package init(_ range: Range<Instant>, in zone: ZoneTable, columns: Int) {
    self.range = range
    self.zone = zone
    let length = max(1, range.upperBound - range.lowerBound)
    let longest = Self.lengths[Self.lengths.count - 1]
    func needed(_ column: Int64) -> Int64 { (length + column - 1) / column }
    column =
      Self.lengths.first { needed($0) <= Int64(columns) }
      ?? longest * ((needed(longest) + Int64(columns) - 1) / Int64(columns))
    count = Int(needed(column))
  }

  /// Returns the column in which an instant lies; nil for one outside of the range.
  package func index(of instant: Instant) -> Int? {
    guard range.contains(instant) else { return nil }
    return Int((instant - range.lowerBound) / column)
  }

  /// Returns the first instant of a column.
  package func start(of index: Int) -> Instant { range.lowerBound + Int64(index) * column }

  /// The lines above the columns: the dates, where there are several, and the times.
  package var lines: [String] {
    var lines: [String] = []
    let isOneDay = zone.date(at: range.lowerBound) == zone.date(at: range.upperBound - 1)
    if !isOneDay { lines.append(line(labels(every: Self.day, .date))) }
    // A label and a blank have to fit between two.
    let form: Form = column < 10 * Self.second ? .seconds : .time
    let step =
      [5, 10, 15, 30].map { $0 * Self.second } + [1, 5, 10, 15, 30].map { $0 * Self.minute }
      + [1, 2, 3, 6, 12].map { $0 * Self.hour }
    if let step = step.first(where: {
      $0 / column > form.width && (form == .seconds || $0 >= Self.minute)
    }) {
      lines.append(line(labels(every: step, form)))
    }
    return lines
  }

  private enum Form {
    case date, time, seconds

    var width: Int64 {
      switch self {
      case .date, .time: 5
      case .seconds: 8
      }
    }
  }

  /// The columns in which the wall clock passes a multiple of a step, with what it shows there.
  private func labels(every step: Int64, _ form: Form) -> [(column: Int, text: String)] {
    var labels: [(column: Int, text: String)] = []
    var before = zone.local(at: range.lowerBound - 1).milliseconds.flooredQuotient(by: step)
    if form == .date { before -= 1 }
    for index in 0..<count {
      let last = zone.local(at: min(start(of: index + 1), range.upperBound) - 1)
      let quotient = last.milliseconds.flooredQuotient(by: step)
      defer { before = quotient }
      guard quotient != before else { continue }
      var local = LocalTime(milliseconds: quotient * step)
      // A time that the clock skips is the first one after the gap.
      let instant = zone.instant(of: local)
      if zone.local(at: instant) > local { local = zone.local(at: instant) }
      labels.append((index, text(of: local, form)))
    }
    return labels
  }

  private func text(of local: LocalTime, _ form: Form) -> String {
    var bytes: [UInt8] = []
    switch form {
    case .date:
      local.date.append(to: &bytes)
      bytes.removeFirst(5)
    case .time, .seconds:
      local.timeOfDay.append(to: &bytes)
      bytes = Array(bytes.prefix(Int(form.width)))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Puts labels into a line, those left out that would run into the one before.
  private func line(_ labels: [(column: Int, text: String)]) -> String {
    var line = ""
    for (column, text) in labels where line.isEmpty || column > line.count {
      line += String(repeating: " ", count: column - line.count) + text
    }
    return line
  }
}

extension Int64 {
  fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
