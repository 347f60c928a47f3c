/// A time on the wall clock, in milliseconds since midnight.
///
/// 24:00 is a value too, because a window may end with the day; nothing else may be written so.
package struct TimeOfDay: Hashable, Sendable {
  /// The milliseconds since midnight, 0…86,400,000.
  package let milliseconds: Int64

  /// The beginning of a day, 00:00.
  package static let midnight = TimeOfDay(unchecked: 0)

  /// The end of a day, 24:00.
  package static let endOfDay = TimeOfDay(unchecked: .millisecondsPerDay)

  /// Creates a time from milliseconds since midnight, or none outside 00:00…24:00.
  package init?(milliseconds: Int64) {
    guard (0...Int64.millisecondsPerDay).contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  /// Reads `04:00` or `04:00:30`, from 00:00 to 23:59:59, always with two digits a part.
  ///
  /// - Parameters:
  ///   - text: The time as a file writes it.
  ///   - allowingEndOfDay: Whether `24:00` is read too, as the end of a window.
  package init?(_ text: some StringProtocol, allowingEndOfDay: Bool = false) {
    var cursor = ASCIICursor(text)
    guard let time = cursor.readTimeOfDay(fraction: false), cursor.isAtEnd else {
      guard allowingEndOfDay, text == "24:00" else { return nil }
      self = .endOfDay
      return
    }
    self = time
  }

  init(unchecked milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Appends `09:00:00` in ASCII, and `.250` where the milliseconds are not zero.
  package func append(to text: inout [UInt8]) {
    let seconds = Int(milliseconds / 1000)
    text.append(decimal: seconds / 3600, width: 2)
    text.append(UInt8(ascii: ":"))
    text.append(decimal: seconds / 60 % 60, width: 2)
    text.append(UInt8(ascii: ":"))
    text.append(decimal: seconds % 60, width: 2)
    let fraction = Int(milliseconds % 1000)
    guard fraction != 0 else { return }
    text.append(UInt8(ascii: "."))
    text.append(decimal: fraction, width: 3)
  }
}

extension TimeOfDay: Comparable {
  package static func < (lhs: TimeOfDay, rhs: TimeOfDay) -> Bool {
    lhs.milliseconds < rhs.milliseconds
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time as a file writes it: `04:00`, and `04:00:30` where there are seconds.
  package var description: String {
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: milliseconds % 60_000 == 0 ? text[..<5] : text[...], as: UTF8.self)
  }
}
