import MetschedEngine
import MetschedTime
import SchedulerReference

/// All that happens around a machine: the placements, their providers' replies, and the events.
struct Script {
  var hosts: [Host]
  var rules: [FailureHandling] = [.lastAfterQuarterHour]
  var zones: [ZoneTable] = [.utc]
  var seed: UInt64 = 0
  /// By letter: `a` is the first; a placement's number is the order in which it is added.
  var placements: [ScriptedPlacement] = []
  var steps: [Step] = []
  /// Steps and deadlines before it are played.
  var length: Int64 = .days(1)
  /// No instant begins after as many records.
  var mostRecords = Int.max

  struct Step {
    /// Elapsed since the start, which a clock change leaves alone.
    var at: Moment
    var action: Action
  }

  enum Action {
    case add(Int)
    case remove(Int, announced: Bool)
    /// Another host grants from now on.
    case host(Int, Int)
    case edit([Int], rule: Int?)
    case request(Int, Cause)
    /// The placement's own provider asks, as if it did so while it answers.
    case requestByProvider(Int)
    case foreground(Whom, Bool)
    case zone(Whom, Int)
    case clock(by: Int64)
    case suspend(for: Int64)
    case wake

    /// The place within the instant.
    var rank: Int {
      switch self {
      case .clock: 0
      case .zone: 1
      case .foreground, .suspend, .wake: 2
      case .request(_, .container), .requestByProvider: 3
      case .add, .remove, .edit, .host: 4
      case .request: 5
      }
    }
  }

  /// Whether a placement gets another host on the way.
  func changesHost(of name: Int) -> Bool {
    steps.contains { if case .host(name, _) = $0.action { true } else { false } }
  }

  enum Whom: Hashable {
    case everybody
    case user(Int32)
    case placement(Int)
  }
}

/// One placement and what its provider replies, request after request; the last reply repeats.
struct ScriptedPlacement {
  var user: Int32 = 0
  var host = 0
  var rule = 0
  var zone = 0
  var replies: [Reply]

  func reply(to generation: UInt32) -> Reply {
    replies[min(Int(generation) - 1, replies.count - 1)]
  }
}

extension FailureHandling {
  static let lastAfterQuarterHour = FailureHandling(
    show: .last, retry: Step(milliseconds: .minutes(15)))
}

extension Host {
  /// The documented figures without latency, so that grants fall on round times.
  static func budgeted(
    _ budget: Int? = 40, spacing: Int64 = .minutes(5), latency: ClosedRange<Int64> = 0...0,
    reloadsOnEdit: Bool = true
  ) -> Host {
    Host(
      budget: budget, spacing: spacing, latency: latency, timeLimit: .seconds(30),
      grantsAtEnd: false, reloadsOnEdit: reloadsOnEdit)
  }
}
