import MetschedTime

/// The beginning or the end of one occurrence of an event.
struct Moment: Comparable {
  var at: Instant
  /// Whether a state ends; at one instant ends come before beginnings.
  var isEnd: Bool
  /// The event's place in the file.
  var number: Int
  /// Which time it is that the event happens, from 0.
  var occurrence: Int64
  /// When the state that begins here ends; nil for one that lasts, and for what is no state.
  var end: Instant?

  /// The end of the state that begins here.
  var ending: Moment {
    Moment(at: end ?? at, isEnd: true, number: number, occurrence: occurrence)
  }

  static func < (lhs: Moment, rhs: Moment) -> Bool {
    if lhs.at != rhs.at { return lhs.at < rhs.at }
    if lhs.isEnd != rhs.isEnd { return lhs.isEnd }
    return (lhs.number, lhs.occurrence) < (rhs.number, rhs.occurrence)
  }
}

/// Moments to come, the earliest first: a binary heap with one beginning an event.
struct MomentQueue {
  private var heap: [Moment] = []

  init(_ moments: [Moment] = []) {
    for moment in moments { insert(moment) }
  }

  /// All of them, in no order.
  var moments: [Moment] { heap }

  var first: Moment? { heap.first }

  mutating func insert(_ moment: Moment) {
    heap.append(moment)
    var index = heap.count - 1
    while index > 0, heap[index] < heap[(index - 1) / 2] {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Takes everything out, in no order.
  mutating func removeAll() -> [Moment] {
    defer { heap = [] }
    return heap
  }

  /// Moves the ends of states along with the wall clock: they last as long as they were to last.
  mutating func moveEnds(by distance: Int64) {
    let all = heap
    heap = []
    for var moment in all {
      if moment.isEnd { moment.at = moment.at + distance }
      insert(moment)
    }
  }

  mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      let children = (2 * index + 1)..<min(2 * index + 3, max(heap.count, 2 * index + 1))
      guard let least = children.min(by: { heap[$0] < heap[$1] }), heap[least] < heap[index]
      else { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
