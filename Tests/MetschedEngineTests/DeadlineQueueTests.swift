import MetschedEngine
import MetschedTime
import SchedulerReference
import TestSupport
import Testing

struct DeadlineQueueTests {
  struct Deadline: Comparable {
    var time: Int64
    var placement: Int32

    static func < (lhs: Deadline, rhs: Deadline) -> Bool {
      (lhs.time, lhs.placement) < (rhs.time, rhs.placement)
    }
  }

  /// A way to draw the times that are added, given the time that was taken last.
  struct Times: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var draw: @Sendable (Int64, inout SplitMix64) -> Int64
  }

  static let times: [Times] = [
    Times(testDescription: "within a slot") { now, random in
      now + .random(in: 0...900, using: &random)
    },
    Times(testDescription: "within the ring") { now, random in
      now + .random(in: 0...200_000, using: &random)
    },
    Times(testDescription: "at the ring's edge") { now, random in
      now + 256 * 1_024 + .random(in: -2_048...2_048, using: &random)
    },
    Times(testDescription: "far in the future") { now, random in
      now + .random(in: 0...(.days(40_000)), using: &random)
    },
    Times(testDescription: "earlier than what was looked at last") { now, random in
      now + .random(in: -10_000_000...100_000, using: &random)
    },
    Times(testDescription: "many at one instant") { now, random in
      (now / 60_000 + .random(in: 0...1, using: &random)) * 60_000
    },
    Times(testDescription: "before 1970") { now, random in
      -.days(20_000) + .random(in: 0...(.days(1)), using: &random)
    },
    Times(testDescription: "all of these") { now, random in
      switch Int.random(in: 0..<5, using: &random) {
      case 0: now
      case 1: now + .random(in: 0...2_000, using: &random)
      case 2: now + .random(in: -5_000...400_000, using: &random)
      case 3: now - .random(in: 0...(.days(1)), using: &random)
      default: now + .random(in: 0...(.days(400)), using: &random)
      }
    },
  ]

  @Test(arguments: times, [UInt64(1), 2, 3])
  func `the queue gives what a sorted list gives`(times: Times, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var queue = DeadlineQueue(placements: seed == 3 ? 1_000 : 0)
    var list: [Deadline] = []
    var now: Int64 = 1_767_571_200_000
    for step in 0..<3_000 {
      let grows = step % 600 < 300
      for _ in 0..<Int.random(in: 0...(grows ? 3 : 1), using: &random) {
        let deadline = Deadline(
          time: times.draw(now, &random), placement: .random(in: 0..<50, using: &random))
        queue.insert(deadline.placement, at: Instant(milliseconds: deadline.time))
        let place = list.firstIndex { deadline < $0 } ?? list.endIndex
        list.insert(deadline, at: place)
      }
      for _ in 0..<Int.random(in: 0...(grows ? 1 : 3), using: &random) {
        let first = queue.first().map {
          Deadline(time: $0.time.milliseconds, placement: $0.placement)
        }
        guard first == list.first else {
          Issue.record("step \(step): \(String(describing: first)) for \(list[0])")
          return
        }
        guard let first else { continue }
        now = first.time
        // A look is not always followed by a removal.
        if Bool.random(using: &random) {
          queue.removeFirst()
          list.removeFirst()
        }
      }
    }
    while let first = queue.first() {
      queue.removeFirst()
      #expect(first.time.milliseconds == list.first?.time)
      #expect(first.placement == list.first?.placement)
      list.removeFirst()
    }
    #expect(list.isEmpty)
  }

  @Test func `an empty queue has no first deadline, and takes new ones afterwards`() {
    var queue = DeadlineQueue()
    #expect(queue.first() == nil)
    queue.insert(3, at: Instant(milliseconds: 5))
    #expect(queue.first()?.placement == 3)
    queue.removeFirst()
    #expect(queue.first() == nil)
    queue.insert(4, at: Instant(milliseconds: -5))
    #expect(queue.first()?.placement == 4)
  }
}
