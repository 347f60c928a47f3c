/// How late a live run played its deadlines, in the time of whoever watches it.
package struct Lateness: Hashable, Sendable {
  /// The deadlines played.
  package private(set) var count = 0
  package private(set) var total = Duration.zero
  package private(set) var longest = Duration.zero

  package init() {}

  /// The mean; nil before the first deadline.
  package var mean: Duration? { count == 0 ? nil : total / count }

  mutating func count(_ lateness: Duration) {
    count += 1
    total += lateness
    longest = max(longest, lateness)
  }
}
