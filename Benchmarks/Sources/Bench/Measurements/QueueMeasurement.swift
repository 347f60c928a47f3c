import MetschedEngine
import MetschedTime

/// The deadline queue without the machine: taken, counted, put back.
enum QueueMeasurement {
  static func run(_ makeWork: @autoclosure () throws -> Workload) rethrows -> Measurement {
    let base = Memory.peak
    let work = try makeWork()
    var decisions = Decisions()
    let taken = seconds { play(work, &decisions) }
    let count = Double(work.phases.count)
    var result = Measurement()
    result["events"] = Double(decisions.count)
    result["per-second"] = Double(decisions.count) / taken
    result["peak-bytes"] = (Memory.peak - base) / count
    result.set("order", hexadecimal(decisions.order))
    return result
  }

  private static func play(_ work: Workload, _ decisions: inout Decisions) {
    var queue = DeadlineQueue(placements: work.phases.count)
    for (index, phase) in work.phases.enumerated() where phase < work.end {
      queue.insert(Int32(index), at: Instant(milliseconds: Int64(phase) * 1000))
    }
    while let (time, placement) = queue.first() {
      queue.removeFirst()
      let second = UInt32(time.milliseconds / 1000)
      decisions.add(placement, second: second)
      let next = second + work.intervals[Int(placement)]
      if next < work.end {
        queue.insert(placement, at: Instant(milliseconds: Int64(next) * 1000))
      }
    }
  }
}
