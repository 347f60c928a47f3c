import MetschedEngine
import MetschedTime

/// What a provider replies to a request, and when; dates count from the grant.
struct Reply {
  var dates: Dates
  /// From the grant; nil where the provider names no end.
  var end: Int64?
  var policy: Policy
  var fails = false
  var sample: Dates?
  var last: Dates?
  /// From the grant; nil for a provider that never answers.
  var delay: Int64? = 0
  /// From the grant to the same answer once more.
  var repeatDelay: Int64?

  enum Dates {
    case regular(first: Int64, step: Int64, count: Int)
    case offsets([Int64])
    case moments([Moment])

    func dates(from grant: Instant) -> EntryDates {
      switch self {
      case .regular(let first, let step, let count):
        .regular(base: grant + first, step: step, count: count)
      case .offsets(let offsets): .dates(offsets.map { grant + $0 })
      case .moments(let moments): .dates(moments.map(\.instant))
      }
    }
  }

  enum Policy {
    case atEnd
    case never
    case after(Int64, why: PolicyReason? = nil)
    case afterMoment(Moment)
    /// From the end, or at the grant without entries, as the configuration's widgets have it.
    case afterEnd(Int64)
  }

  /// Entries at the grant and after it.
  static func entries(_ count: Int, every step: Int64, _ policy: Policy) -> Reply {
    Reply(
      dates: .regular(first: 0, step: step, count: count), end: Int64(count) * step,
      policy: policy)
  }

  /// Entries at distances from the grant.
  static func dated(_ offsets: Int64..., end: Int64? = nil, policy: Policy) -> Reply {
    Reply(dates: .offsets(offsets), end: end, policy: policy)
  }

  static func none(_ policy: Policy) -> Reply { Reply(dates: .offsets([]), policy: policy) }

  static var failure: Reply {
    Reply(dates: .offsets([]), policy: .never, fails: true)
  }

  static func failure(sample: Int64...) -> Reply {
    Reply(dates: .offsets([]), policy: .never, fails: true, sample: .offsets(sample))
  }

  /// A failure of a provider that remembers what it answered before.
  static func failure(last: Int64...) -> Reply {
    Reply(dates: .offsets([]), policy: .never, fails: true, last: .offsets(last))
  }

  /// The same reply, some time after the grant; nil for never.
  func taking(_ delay: Int64?, andAgain repeatDelay: Int64? = nil) -> Reply {
    var reply = self
    (reply.delay, reply.repeatDelay) = (delay, repeatDelay)
    return reply
  }

  func answer(to request: Request) -> Answer {
    let id = TimelineID(Int(request.placement.index) * 100_000 + Int(request.generation))
    let sampled = sample.map {
      AnsweredTimeline(id: id, dates: $0.dates(from: request.granted), end: nil, policy: .never)
    }
    if request.hasExpired { return .failure(Failure(error: 1, sample: sampled)) }
    let remembered = last.map {
      AnsweredTimeline(id: id, dates: $0.dates(from: request.granted), end: nil, policy: .never)
    }
    if fails { return .failure(Failure(error: 0, sample: sampled, last: remembered)) }
    let dates = dates.dates(from: request.granted)
    return .timeline(
      AnsweredTimeline(
        id: id, dates: dates, end: end.map { request.granted + $0 },
        policy: answered(request.granted, dates: dates)))
  }

  private func answered(_ grant: Instant, dates: EntryDates) -> AnsweredPolicy {
    switch policy {
    case .atEnd: .atEnd
    case .never: .never
    case .after(let distance, let why): .after(grant + distance, basis: .given, why: why)
    case .afterMoment(let moment): .after(moment.instant, basis: .given, why: nil)
    case .afterEnd(let distance):
      .after(
        dates.count == 0 ? grant : grant + (end ?? 0) + distance, basis: .end, why: nil)
    }
  }
}
