import MetschedEngine
import MetschedTime
import SchedulerReference

/// What holds for every run, whatever happens in it.
struct Invariants {
  let script: Script
  let records: [Record]
  let asks: [Playback<Machine>.Ask]
  private(set) var violations: [String] = []

  init(_ playback: Playback<Machine>) {
    script = playback.script
    records = playback.records
    asks = playback.asks
    violations = playback.faults
    checkSequence()
    checkAnswers()
    checkGrants()
    checkShows()
    checkReleases(playback)
  }

  private mutating func require(_ condition: Bool, _ text: @autoclosure () -> String) {
    if !condition { violations.append(text()) }
  }

  /// Sequence numbers have no gaps, and time goes on but for a clock that is set.
  private mutating func checkSequence() {
    for (index, record) in records.enumerated() {
      require(record.sequence == Int64(index) + 1, "record \(index + 1) is \(record.sequence)")
      guard index > 0, record.at < records[index - 1].at else { continue }
      if case .state(.clock(let by)) = record.what, by < 0 { continue }
      violations.append("record \(record.sequence) is before the one before it")
    }
  }

  /// Each ask has one answer at most; one has none only if it was discarded or is the last.
  private mutating func checkAnswers() {
    for number in Set(asks.map(\.request.placement)) {
      let own = asks.filter { $0.request.placement == number }
      for (ask, next) in zip(own, own.dropFirst()) {
        require(
          ask.request.generation + 1 == next.request.generation,
          "a generation is left out after \(ask.request)")
      }
      var grants: [Instant] = []
      for record in records where record.scope == .placement(number) {
        switch record.what {
        case .reload(let reload), .fail(let reload, _): grants.append(reload.granted)
        default: break
        }
      }
      var rest = own.map(\.request.granted)
      for grant in grants {
        guard let place = rest.firstIndex(of: grant) else {
          violations.append("an answer to no ask, granted \(Moment(grant))")
          continue
        }
        rest.remove(at: place)
      }
      let edits = records.count { if case .state(.edited) = $0.what { true } else { false } }
      require(rest.count <= edits + 1, "\(rest.count) asks without an answer")
    }
  }

  /// Granted is not before eligible; spacing and budget hold, in elapsed time.
  private mutating func checkGrants() {
    for number in Set(asks.map(\.request.placement)) {
      let own = asks.filter { $0.request.placement == number }
      guard let first = own.first else { continue }
      // Between two hosts the reference alone knows what holds.
      guard !script.changesHost(of: first.name) else { continue }
      let host = script.hosts[script.placements[first.name].host]
      var counted: [Int64] = []
      var rest = own[...]
      for record in records where record.scope == .placement(number) {
        let reload: Reload
        switch record.what {
        case .reload(let answered): reload = answered
        case .fail(let failed, _): reload = failed
        default: continue
        }
        require(
          reload.granted >= reload.eligible || !reload.isCounted,
          "granted \(Moment(reload.granted)) before \(Moment(reload.eligible))")
        guard let place = rest.firstIndex(where: { $0.request.granted == reload.granted })
        else { continue }
        if reload.isCounted, place > own.startIndex {
          require(
            own[place].elapsed - own[place - 1].elapsed >= host.spacing,
            "a counted grant \(Moment(reload.granted)) within the spacing")
        }
        if reload.isCounted { counted.append(own[place].elapsed) }
        if let left = reload.left { require(left >= 0, "\(left) left") }
        rest = rest[(place + 1)...]
      }
      guard let budget = host.budget else { continue }
      for (old, new) in zip(counted, counted.dropFirst(budget)) {
        require(new - old >= .hours(24), "more than \(budget) counted grants in 24 h")
      }
    }
  }

  /// Entries show in order, not before their date, and none after a newer timeline.
  private mutating func checkShows() {
    var shown: [Scope: Show] = [:]
    for record in records {
      guard case .show(let show) = record.what, let timeline = show.timeline,
        let date = show.date
      else { continue }
      require(date <= record.at, "an entry of \(Moment(date)) at \(Moment(record.at))")
      if let before = shown[record.scope], let old = before.timeline, let oldDate = before.date {
        require(old.value <= timeline.value, "timeline \(timeline.value) after \(old.value)")
        if old == timeline {
          require(before.index < show.index, "entry \(show.index) after \(before.index)")
          require(oldDate <= date, "\(Moment(date)) after \(Moment(oldDate))")
        }
      }
      shown[record.scope] = show
    }
  }

  /// No timeline is released that was not answered, nor one more often than it was answered.
  private mutating func checkReleases(_ playback: Playback<Machine>) {
    var held: [TimelineID: Int] = [:]
    for timeline in playback.answered { held[timeline, default: 0] += 1 }
    for timeline in playback.released { held[timeline, default: 0] -= 1 }
    for (timeline, count) in held {
      require(count >= 0, "timeline \(timeline.value) is released twice")
    }
    require(
      held.values.reduce(0, +) <= playback.names.count, "more timelines are held than placements")
  }
}
