/// Finds the word that somebody probably meant.
package enum Nearest {
  /// The cost of one wrong letter; a wrong case costs 1.
  private static let letter = 8

  /// A candidate that is near enough to be offered.
  package struct Match: Hashable, Sendable {
    package var candidate: String
    /// Whether it is so near, and all others so much farther, that nothing else can be meant.
    package var isClear: Bool

    package init(_ candidate: String, isClear: Bool) {
      self.candidate = candidate
      self.isClear = isClear
    }
  }

  /// Returns the candidate nearest to what was written, or nil where none is near enough.
  ///
  /// A swap of neighbours, a letter too many, too few or wrong costs a letter each, a difference of
  /// case or of `-`, `_` and space an eighth. A third of the longer word's letters may be wrong, at
  /// least one and at most three. Of equals the first candidate wins, so the answer does not
  /// depend on anything but the arguments. `inverval` among `interval`, `limit` gives `interval`.
  ///
  /// - Complexity: O(candidates × length²); words of more than 64 characters are not compared.
  package static func match(
    _ word: some StringProtocol, among candidates: some Sequence<String>
  ) -> String? {
    find(word, among: candidates)?.candidate
  }

  /// Returns the candidate nearest to what was written, and whether nothing else can be meant.
  ///
  /// It is clear with at most two letters wrong, and all others at least one letter farther.
  package static func find(
    _ word: some StringProtocol, among candidates: some Sequence<String>
  ) -> Match? {
    let written = Array(word)
    guard !written.isEmpty, written.count <= 64 else { return nil }
    var best: (candidate: String, cost: Int)?
    var second = Int.max
    for candidate in candidates {
      let other = Array(candidate)
      guard other.count <= 64, candidate != word else { continue }
      let allowed = letter * min(3, max(1, max(written.count, other.count) / 3))
      guard letter * abs(written.count - other.count) <= allowed else { continue }
      let cost = distance(written, other)
      // NB: a word of which nothing is left is no match: `ab` is not a slip for `xb` alone.
      guard cost <= allowed, cost < letter * min(written.count, other.count) else { continue }
      if let known = best, known.cost <= cost {
        if candidate != known.candidate { second = min(second, cost) }
        continue
      }
      second = best?.cost ?? second
      best = (candidate, cost)
    }
    guard let best else { return nil }
    let isClear = best.cost <= 2 * letter && second - best.cost >= letter
    return Match(best.candidate, isClear: isClear)
  }

  /// Returns the Damerau–Levenshtein distance (optimal string alignment), `letter` to the letter.
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = (0...right.count).map { $0 * letter }
    for row in 0..<left.count {
      var current = [Int](repeating: (row + 1) * letter, count: right.count + 1)
      for column in 0..<right.count {
        var cost = last[column] + difference(left[row], right[column])
        cost = min(cost, last[column + 1] + letter, current[column] + letter)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + letter)
        }
        current[column + 1] = cost
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }

  private static func difference(_ left: Character, _ right: Character) -> Int {
    if left == right { return 0 }
    if left.lowercased() == right.lowercased() { return 1 }
    let separators: [Character] = ["-", "_", " "]
    return separators.contains(left) && separators.contains(right) ? 1 : letter
  }
}
