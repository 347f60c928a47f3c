/// Values by number, each with a deadline.
///
/// Looking for what is due costs nothing before the first deadline.
struct Deadlines<Value> {
  private var values: [Int: (value: Value, end: UInt64)] = [:]
  /// Not later than the first of the deadlines, on the uptime clock.
  private var first = UInt64.max

  var numbers: some Sequence<Int> { values.keys }

  /// When to look again; nil where there is nothing to wait for.
  var next: UInt64? { values.isEmpty ? nil : first }

  mutating func add(_ value: Value, _ number: Int, until end: UInt64) {
    values[number] = (value, end)
    first = min(first, end)
  }

  mutating func remove(_ number: Int) -> Value? { values.removeValue(forKey: number)?.value }

  /// Removes what is due, and returns it.
  mutating func removeDue(at now: UInt64) -> [(number: Int, value: Value)] {
    guard first <= now else { return [] }
    let due = values.filter { $0.value.end <= now }
    for number in due.keys { values[number] = nil }
    first = values.values.map(\.end).min() ?? .max
    return due.map { ($0.key, $0.value.value) }
  }
}
