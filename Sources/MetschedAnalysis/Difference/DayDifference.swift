package import MetschedTime

/// What is another in one run of a placement than in another over the same time.
package struct DayDifference: Sendable {
  /// What is in one of the runs alone, or in both with another time or another content.
  package struct Item: Hashable, Sendable {
    /// What the old run has; nil for what is added.
    package var old: Happening?
    /// What the new run has; nil for what is gone.
    package var new: Happening?

    /// When it comes first.
    fileprivate var at: Int64 {
      [old, new].compactMap { $0?.at.milliseconds }.min() ?? 0
    }
  }

  /// How much of something there is.
  package struct Count: Hashable, Sendable {
    package var old = 0
    package var new = 0
    package var added = 0
    package var gone = 0
    package var moved = 0
    /// At the same time with another content; of reloads, for another cause or with a failure.
    package var other = 0

    package init(
      old: Int = 0, new: Int = 0, added: Int = 0, gone: Int = 0, moved: Int = 0, other: Int = 0
    ) {
      self.old = old
      self.new = new
      self.added = added
      self.gone = gone
      self.moved = moved
      self.other = other
    }
  }

  /// What was compared.
  package private(set) var range: Range<Instant>
  /// Whether there was more in one of the runs than is looked at.
  package private(set) var isCut: Bool
  package private(set) var entries = Count()
  package private(set) var reloads = Count()
  /// In order of time.
  package private(set) var items: [Item] = []

  package var isEmpty: Bool { items.isEmpty }

  init(_ old: PlayedDay, _ new: PlayedDay) {
    var (old, new) = (old, new)
    let end = min(old.range.upperBound, new.range.upperBound)
    if old.isCut || new.isCut {
      old.cut(at: end)
      new.cut(at: end)
    }
    range = new.range
    isCut = old.isCut || new.isCut
    for isShow in [true, false] {
      let pairs = Self.match(
        old.happenings.filter { $0.isShow == isShow }, new.happenings.filter { $0.isShow == isShow }
      )
      let count = Self.count(pairs)
      if isShow { entries = count } else { reloads = count }
      items += pairs.filter { $0.old != $0.new }
    }
    // Reloads before the entries that they bring.
    items = items.enumerated().sorted { left, right in
      let keys = [left, right].map { ($0.element.at, $0.element.isShow ? 1 : 0, $0.offset) }
      return keys[0] < keys[1]
    }.map(\.element)
  }

  private static func count(_ pairs: [Item]) -> Count {
    var count = Count()
    for pair in pairs {
      if pair.old != nil { count.old += 1 }
      if pair.new != nil { count.new += 1 }
      switch (pair.old, pair.new) {
      case (nil, _): count.added += 1
      case (_, nil): count.gone += 1
      case (let old?, let new?):
        if old.at != new.at { count.moved += 1 } else if old != new { count.other += 1 }
      }
    }
    return count
  }

  // MARK: Pairs

  /// Pairs what is the same in both, then what comes at one time, then what has the same content at
  /// another time and is nearest to each other; what is left is gone, or added.
  private static func match(_ old: [Happening], _ new: [Happening]) -> [Item] {
    var pairs = Pairs(old, new)
    pairs.match { $0 }
    pairs.match { $0.at }
    pairs.matchNearest()
    return pairs.items
  }

  private struct Pairs {
    private let old: [Happening]
    private let new: [Happening]
    /// The old one's partner in the new run.
    private var partners: [Int?]
    private var isTaken: [Bool]

    init(_ old: [Happening], _ new: [Happening]) {
      self.old = old
      self.new = new
      partners = Array(repeating: nil, count: old.count)
      isTaken = Array(repeating: false, count: new.count)
    }

    /// Pairs those without a partner that have a key in common, the first with the first.
    mutating func match<Key: Hashable>(by key: (Happening) -> Key) {
      var free: [Key: [Int]] = [:]
      for index in new.indices.reversed() where !isTaken[index] {
        free[key(new[index]), default: []].append(index)
      }
      for index in old.indices where partners[index] == nil {
        guard let partner = free[key(old[index])]?.popLast() else { continue }
        partners[index] = partner
        isTaken[partner] = true
      }
    }

    /// Pairs those with the same content that are nearest to each other, both ways.
    ///
    /// What has a partner already stands in between, so nothing moves past what did not move.
    mutating func matchNearest() {
      let earlier = Dictionary(grouping: old.indices) { old[$0].what }
      let later = Dictionary(grouping: new.indices) { new[$0].what }
      for (what, left) in earlier {
        guard let right = later[what] else { continue }
        let ours = Line(left.map { (old[$0].at, $0) })
        let theirs = Line(right.map { (new[$0].at, $0) })
        for index in left where partners[index] == nil {
          let nearest = theirs.nearest(to: old[index].at)
          guard !isTaken[nearest], ours.nearest(to: new[nearest].at) == index else { continue }
          partners[index] = nearest
          isTaken[nearest] = true
        }
      }
    }

    var items: [Item] {
      old.indices.map { index in
        Item(old: old[index], new: partners[index].map { new[$0] })
      } + new.indices.filter { !isTaken[$0] }.map { Item(old: nil, new: new[$0]) }
    }
  }
}

/// Some happenings on the line of time.
private struct Line {
  private let points: [(at: Instant, index: Int)]

  /// - Precondition: there is one at least.
  init(_ points: [(at: Instant, index: Int)]) {
    // A clock that is set back makes later ones come first.
    self.points = points.sorted { ($0.at, $0.index) < ($1.at, $1.index) }
  }

  /// Returns the number of the nearest one, of two alike the earlier.
  func nearest(to instant: Instant) -> Int {
    var range = points.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        points[middle].at < instant
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    let after = range.lowerBound
    guard after > 0 else { return points[0].index }
    guard after < points.count else { return points[after - 1].index }
    let before = instant - points[after - 1].at
    return points[before <= points[after].at - instant ? after - 1 : after].index
  }
}

extension DayDifference.Item {
  /// Whether it is an entry.
  package var isShow: Bool { (new ?? old)?.isShow == true }
}
