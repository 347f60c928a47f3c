import MetschedEngine
import MetschedTime

/// The machine on `ideal`, driven as the virtual driver drives it, with a synchronous answer.
///
/// A decision is one whole reload: the policy's date comes, the host grants, the provider is asked
/// and answers with a timeline of one entry and `after` one interval later, the reload is recorded,
/// the entry shows and is recorded, the old timeline is released, and the next date goes into the
/// queue. Placements are added one second before the first; what they are granted then counts as a
/// decision too, but not into the order, which must be that of the reference programs.
struct EngineMeasurement {
  private let work: Workload
  private var machine: Machine
  private var actions = Actions()
  private var answers = Answers()
  private var dates = Array(repeating: start, count: batch)
  private var decisions = Decisions()
  /// The entries that showed, which must be those of the decisions, in their order.
  private var shows = Decisions()
  private var added = 0
  private var shown = 0
  private var released = 0

  /// How many requests are answered in one go, so that no list of answers counts as memory.
  private static let batch = 256
  /// 2026-01-05T00:00:00Z.
  private static let start = Instant(milliseconds: 1_767_571_200_000)

  static func run(_ work: @autoclosure () throws -> Workload) rethrows -> Measurement {
    let base = Memory.peak
    var run = EngineMeasurement(try work())
    let taken = seconds { run.play() }
    let count = Double(run.work.phases.count)
    precondition(run.shown == run.decisions.count + run.added, "every reload shows its entry")
    precondition(run.shows.order == run.decisions.order, "entries show in the order of reloads")
    precondition(run.released == run.decisions.count, "every reload but the first ends a timeline")
    var result = Measurement()
    result["events"] = Double(run.decisions.count)
    result["per-second"] = Double(run.decisions.count + run.added) / taken
    result["peak-bytes"] = (Memory.peak - base) / count
    result["held-bytes"] = (Memory.held - base) / count
    result.set("order", hexadecimal(run.decisions.order))
    return result
  }

  private init(_ work: Workload) {
    self.work = work
    machine = Machine(
      hosts: [.ideal], rules: [FailureHandling(show: .last, retry: Step(milliseconds: 900_000))],
      zones: [.utc], seed: 0, placements: work.phases.count)
  }

  private mutating func play() {
    let first = Self.start - 1000
    for index in work.phases.indices {
      let name = UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15
      let placement = NewPlacement(
        user: Int32(index), host: 0, rule: 0, zone: 0, nameHash: name)
      machine.handle(.added(placement), at: first, into: &actions)
    }
    let end = Self.start + Int64(work.end) * 1000
    var requests: [Request] = []
    while let time = machine.nextDeadline(), time < end {
      machine.handle(.due, at: time, into: &actions)
      deliver()
      requests.removeAll(keepingCapacity: true)
      swap(&requests, &actions.asks)
      for start in stride(from: 0, to: requests.count, by: Self.batch) {
        let batch = Array(requests[start..<min(start + Self.batch, requests.count)])
        answer(batch)
        machine.handle(answers, to: batch, at: time, into: &actions)
        deliver()
      }
      machine.handle(.settled, at: time, into: &actions)
      deliver()
    }
  }

  private mutating func answer(_ requests: [Request]) {
    // The placements' intervals first: what waits for memory is best done in a short loop.
    for (number, request) in requests.enumerated() {
      let index = Int(request.placement.index)
      dates[number] =
        request.generation == 1
        ? Self.start + Int64(work.phases[index]) * 1000
        : request.granted + Int64(work.intervals[index]) * 1000
    }
    answers.removeAll()
    for (number, request) in requests.enumerated() {
      answers.append(
        TimelineID(Int(request.placement.index)), first: request.granted, step: 0, count: 1,
        after: dates[number])
    }
  }

  /// Takes the records in as something that writes them would.
  private mutating func deliver() {
    actions.records.withPlainRecords { count($0) }
    released += actions.released.count
    actions.records.removeAll()
    actions.released.removeAll(keepingCapacity: true)
  }

  private mutating func count(_ records: UnsafeBufferPointer<PlainRecord>) {
    for record in records {
      guard case .placement(let placement) = record.scope else { continue }
      switch record.what {
      case .reload:
        if record.at < Self.start {
          added += 1
        } else {
          decisions.add(placement.index, second: UInt32((record.at - Self.start) / 1000))
        }
      case .show:
        shown += 1
        if record.at >= Self.start {
          shows.add(placement.index, second: UInt32((record.at - Self.start) / 1000))
        }
      case .fail, .deferred, .drop, .state: fatalError("nothing else happens here")
      }
    }
  }
}

/// Returns 16 hexadecimal digits.
func hexadecimal(_ value: UInt64) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: 16 - text.count) + text
}
