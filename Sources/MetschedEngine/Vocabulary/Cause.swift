/// What asked for a new timeline.
package enum Cause: UInt8, CaseIterable, Sendable {
  case added
  case edited
  case policy
  case retry
  case reload
  case push
  case container
  case interaction
  case timezone
  case clock

  /// Whether a request for this cause is granted at once and not counted, whatever the state.
  package var isExempt: Bool {
    switch self {
    case .added, .edited, .interaction, .timezone, .clock: true
    case .policy, .retry, .reload, .push, .container: false
    }
  }

  /// Whether a request stands after the policy's own where both are made at one instant.
  var followsPolicy: Bool {
    switch self {
    case .reload, .push, .interaction: true
    case .added, .edited, .policy, .retry, .container, .timezone, .clock: false
    }
  }
}

/// Up to fifteen causes in one word: their number in the lowest four bits, then four bits each.
struct ShortCauses: Hashable, Sendable, BitwiseCopyable {
  private var word: UInt64 = 0
  static let capacity = 15

  init() {}

  @inline(__always)
  init(_ cause: Cause) {
    word = UInt64(cause.rawValue) << 4 | 1
  }

  /// What stands for a list that is too long for a word.
  ///
  /// No cause has the number 15, so no other list is this word.
  static var long: ShortCauses {
    var causes = ShortCauses()
    causes.word = ~0
    return causes
  }

  /// Whether the list is too long for a word, which then says nothing else.
  var isLong: Bool { word == ~0 }
  var count: Int { Int(word & 15) }

  /// - Precondition: the counts are fifteen at most, together.
  mutating func append(_ other: ShortCauses) {
    let shift = 4 * UInt64(count)
    word = (word & ~15) | (other.word & ~15) << shift | UInt64(count + other.count)
  }

  var causes: [Cause] { (0..<count).compactMap { self[$0] } }

  private subscript(index: Int) -> Cause? {
    Cause(rawValue: UInt8(word >> (4 * UInt64(index) + 4) & 15))
  }

  func allSatisfy(_ condition: (Cause) -> Bool) -> Bool {
    for index in 0..<count {
      if let cause = self[index], !condition(cause) { return false }
    }
    return true
  }
}

/// The causes of one reload, in the order of asking.
///
/// Most lists are a word; only a longer one is an array, and then it holds all of them.
package struct CauseList: Hashable, Sendable {
  private(set) var short = ShortCauses()
  private var long: [Cause]?

  package init(_ causes: Cause...) {
    for cause in causes { append(cause) }
  }

  package init(_ cause: Cause) {
    short = ShortCauses(cause)
  }

  /// - Precondition: the word holds the causes itself.
  @inline(__always)
  init(_ short: ShortCauses) {
    self.short = short
  }

  package mutating func append(_ cause: Cause) {
    append(CauseList(cause))
  }

  package mutating func append(_ other: CauseList) {
    if !short.isLong, !other.short.isLong,
      short.count + other.short.count <= ShortCauses.capacity
    {
      short.append(other.short)
      return
    }
    if long == nil {
      long = causes
      short = .long
    }
    long?.append(contentsOf: other.causes)
  }

  package var count: Int { long?.count ?? short.count }

  /// Whether a condition holds for each of the causes; no list of them is made for it.
  package func allSatisfy(_ condition: (Cause) -> Bool) -> Bool {
    long?.allSatisfy(condition) ?? short.allSatisfy(condition)
  }

  package func contains(_ cause: Cause) -> Bool { !allSatisfy { $0 != cause } }

  /// The causes, first asked first.
  package var causes: [Cause] { long ?? short.causes }
}
