/// A place in a short text that is read from left to right, one ASCII byte at a time.
///
/// It knows dates and times of fixed width; a reading that fails leaves the place undefined.
struct ASCIICursor {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Returns the next byte without passing it.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Passes the byte if it comes next, and returns whether it did.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let next, next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Reads exactly that many digits.
  mutating func readDigits(_ count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    var number = 0
    for _ in 0..<count {
      guard let digit = readDigit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// Reads `2026-01-05`.
  mutating func readDate() -> CivilDate? {
    guard let year = readDigits(4), skip("-"), let month = readDigits(2), skip("-"),
      let day = readDigits(2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Reads `09:00`, `09:00:00` and, where a fraction is allowed, `09:00:00.250`.
  ///
  /// A fraction has one to three digits: more would be lost, and losing them silently is worse
  /// than refusing them.
  mutating func readTimeOfDay(fraction: Bool) -> TimeOfDay? {
    guard let hour = readDigits(2), hour < 24, skip(":"), let minute = readDigits(2), minute < 60
    else { return nil }
    var milliseconds = (hour * 60 + minute) * 60_000
    if skip(":") {
      guard let second = readDigits(2), second < 60 else { return nil }
      milliseconds += second * 1000
      if fraction, skip(".") {
        guard let first = readDigit() else { return nil }
        milliseconds += first * 100
        if let second = readDigit() {
          milliseconds += second * 10
          milliseconds += readDigit() ?? 0
        }
      }
    }
    return TimeOfDay(unchecked: Int64(milliseconds))
  }

  private mutating func readDigit() -> Int? {
    guard let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) else { return nil }
    position += 1
    return Int(next - UInt8(ascii: "0"))
  }
}
