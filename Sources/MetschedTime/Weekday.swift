/// A day of the week, Monday first as in ISO 8601.
package enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// Reads `Mon` … `Sun`, in exactly this spelling.
  package init?(_ text: some StringProtocol) {
    guard let day = Self.allCases.first(where: { $0.abbreviation == text }) else { return nil }
    self = day
  }

  /// The name as files spell it: `Mon`, `Tue`, `Wed`, `Thu`, `Fri`, `Sat`, `Sun`.
  package var abbreviation: String {
    switch self {
    case .monday: "Mon"
    case .tuesday: "Tue"
    case .wednesday: "Wed"
    case .thursday: "Thu"
    case .friday: "Fri"
    case .saturday: "Sat"
    case .sunday: "Sun"
    }
  }

  /// The day after this one; Monday after Sunday.
  package var next: Weekday {
    Weekday(rawValue: rawValue + 1) ?? .monday
  }
}

extension Weekday: CustomStringConvertible {
  package var description: String { abbreviation }
}
