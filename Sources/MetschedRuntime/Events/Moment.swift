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

  static func < (lhs: Moment, rhs: Moment) -> Bool {
    if lhs.at != rhs.at { return lhs.at < rhs.at }
    if lhs.isEnd != rhs.isEnd { return lhs.isEnd }
    return (lhs.number, lhs.occurrence) < (rhs.number, rhs.occurrence)
  }
}

/// Moments to come, the earliest first: a binary heap with one beginning an event.
struct MomentQueue {
  private var heap: [Moment] = []

  var first: Moment? { heap.first }

  mutating func insert(_ moment: Moment) {
    heap.append(moment)
    var index = heap.count - 1
    while index > 0, heap[index] < heap[(index - 1) / 2] {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
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
