import MetschedEngine
import MetschedTime

/// Very many placements over hours, each reloaded again and again.
///
/// A decision is one reload: due, granted, asked, answered with a timeline of one entry, shown, and
/// put back with its next date; two records are written for it. The reference programs only take
/// a deadline, touch the placement and put it back.
struct Simulation {
  private let count: Int
  private let end: Int64
  private var intervals: [Int64] = []
  private var phases: [Int64] = []

  init(_ arguments: [String]) {
    guard arguments.count == 5, let count = Int(arguments[2]), let hours = Int64(arguments[3])
    else { Bench.fail() }
    self.count = count
    end = hours * 3_600_000
    var random = XorShift()
    let mixed: [Int64] = [900, 1_800, 3_600, 3_600, 3_600, 7_200, 21_600, 86_400]
    for _ in 0..<count {
      let interval = arguments[4] == "mixed" ? mixed[Int(random.next() & 7)] : 3_600
      intervals.append(interval * 1_000)
      phases.append((Int64(random.next() % UInt64(interval)) + 1) * 1_000)
    }
  }

  func runMachine() -> Measured {
    let before = peakMemory()
    var machine = Machine(
      hosts: [.ideal],
      rules: [FailureHandling(show: .last, retry: Step(milliseconds: 900_000))], zones: [.utc],
      seed: 1, placements: count)
    var actions = Actions()
    var decisions = 0
    var checksum: UInt64 = 0
    let start = Instant(milliseconds: 0)
    for index in 0..<count {
      let new = NewPlacement(user: 0, host: 0, rule: 0, zone: 0, nameHash: UInt64(index))
      machine.handle(.added(new), at: start, into: &actions)
    }
    var asks: [Request] = []
    var time = start
    let taken = seconds {
      while time.milliseconds < end {
        machine.handle(.due, at: time, into: &actions)
        swap(&asks, &actions.asks)
        for request in asks {
          let index = Int(request.placement.index)
          let isFirst = time == start
          let distance = isFirst ? phases[index] : intervals[index]
          let timeline = AnsweredTimeline(
            id: TimelineID(index),
            dates: .regular(base: request.granted, step: distance, count: 1),
            end: request.granted + distance,
            policy: .after(request.granted + distance, basis: .given, why: nil))
          machine.handle(.answered(request, .timeline(timeline)), at: time, into: &actions)
          if !isFirst {
            decisions += 1
            checksum =
              checksum &+ UInt64(time.milliseconds / 1_000) &* UInt64(index + 1)
              &+ checksum << 1
          }
        }
        asks.removeAll(keepingCapacity: true)
        machine.handle(.settled, at: time, into: &actions)
        actions.removeAll()
        guard let next = machine.nextDeadline() else { break }
        time = next
      }
    }
    return Measured(
      figure: Double(decisions) / taken, checksum: checksum,
      bytes: (peakMemory() - before) / count)
  }

  func runQueue() -> Measured {
    let before = peakMemory()
    var queue = DeadlineQueue(placements: count)
    for index in 0..<count {
      queue.insert(Int32(index), at: Instant(milliseconds: phases[index]))
    }
    var decisions = 0
    var checksum: UInt64 = 0
    let taken = seconds {
      while let (time, placement) = queue.first(), time.milliseconds < end {
        queue.removeFirst()
        let index = Int(placement)
        decisions += 1
        checksum =
          checksum &+ UInt64(time.milliseconds / 1_000) &* UInt64(index + 1)
          &+ checksum << 1
        let next = time + intervals[index]
        if next.milliseconds < end { queue.insert(placement, at: next) }
      }
    }
    return Measured(
      figure: Double(decisions) / taken, checksum: checksum,
      bytes: (peakMemory() - before) / count)
  }
}

/// The generator of the reference programs, so that both see the same placements.
struct XorShift {
  private var state: UInt64 = 88_172_645_463_325_252

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
