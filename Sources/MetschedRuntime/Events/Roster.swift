import MetschedConfiguration
import MetschedEngine
import MetschedWidgets

/// Which placements are there, by number.
struct Roster {
  /// Whether the first instant has come as far as the placements; before, nothing is there.
  private(set) var isOpen = false
  /// How many placements stand in order of users, as those of the file do; what events add comes
  /// after.
  private var fileCount = 0
  private var removed: Set<Int> = []

  mutating func open(_ configuration: Configuration) {
    isOpen = true
    fileCount = configuration.placements.count
  }

  /// Goes on with the placements of a run that was restored, all of which are there.
  mutating func restore(_ configuration: Configuration) {
    isOpen = true
    let placements = configuration.placements
    let fall = zip(placements, placements.dropFirst()).enumerated()
      .first { $0.element.0.user > $0.element.1.user }
    fileCount = fall.map { $0.offset + 1 } ?? placements.count
  }

  mutating func remove(_ number: Int) {
    removed.insert(number)
  }

  /// How many placements are there, at any number of them in no time.
  func count(in configuration: Configuration) -> Int {
    isOpen ? configuration.placements.count - removed.count : 0
  }

  /// Returns the numbers of the placements that somebody has, in order.
  ///
  /// - Parameters:
  ///   - user: whose; nil for everybody's.
  ///   - configuration: the placements, those that have gone included.
  ///   - condition: which of them.
  /// - Returns: the numbers.
  func numbers(
    of user: Int32?, in configuration: Configuration,
    where condition: (Placement) -> Bool = { _ in true }
  ) -> [Int] {
    guard isOpen else { return [] }
    let placements = configuration.placements
    let own = user.map { placements[..<fileCount].placements(of: $0) } ?? placements[..<fileCount]
    var numbers = own.indices.filter { condition(placements[$0]) && !removed.contains($0) }
    for number in fileCount..<placements.count
    where user ?? placements[number].user == placements[number].user
      && condition(placements[number]) && !removed.contains(number)
    {
      numbers.append(number)
    }
    return numbers
  }
}
