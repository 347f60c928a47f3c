import MetschedTime

extension Machine {
  /// Shows the newest entry whose date has come and counts those that were passed over.
  mutating func showDueEntry(of index: Int, at time: Instant, into actions: inout Actions) {
    let state = placements[index]
    guard state.nextEntry < state.entryCount,
      date(of: state.nextEntry, state) <= time.milliseconds
    else { return }
    var newest = state.nextEntry
    while newest + 1 < state.entryCount, date(of: newest + 1, state) <= time.milliseconds {
      newest += 1
    }
    placements[index].nextEntry = newest + 1
    if newest > state.nextEntry {
      let drop = Drop(reason: .past, count: Int(newest - state.nextEntry))
      record(.drop(drop), of: index, at: time, into: &actions)
    }
    let isSample = state.flags.contains(.samples)
    placements[index].shows = isSample ? .sample : .entry
    let show = Show(
      content: isSample ? .sample : .entry, timeline: TimelineID(Int(state.timeline)),
      index: Int(newest), date: Instant(milliseconds: date(of: newest, state)))
    record(.show(show), of: index, at: time, into: &actions)
  }

  /// Puts a timeline in the place of the one that shows.
  mutating func adopt(
    _ timeline: AnsweredTimeline, asSamples: Bool, for index: Int, into actions: inout Actions
  ) {
    releaseTimeline(of: index, into: &actions)
    placements[index].timeline = timeline.id.value
    placements[index].entryCount = Int32(timeline.dates.count)
    placements[index].nextEntry = 0
    placements[index].flags.remove(.samples)
    if asSamples { placements[index].flags.insert(.samples) }
    switch timeline.dates {
    case .regular(let base, let step, _):
      placements[index].base = base.milliseconds
      placements[index].step = step
    case .dates(let dates):
      precondition(
        EntryDates.ascendingOrder(of: dates) == nil, "the runtime sorts entries before it answers")
      let slot = freeDates.popLast() ?? Int32(irregularDates.count)
      if Int(slot) == irregularDates.count {
        irregularDates.append(dates)
      } else {
        irregularDates[Int(slot)] = dates
      }
      placements[index].base = Int64(slot)
      placements[index].flags.insert(.irregular)
    }
  }

  /// Ends the timeline: what shows stays, but no entry follows.
  mutating func releaseTimeline(of index: Int, into actions: inout Actions) {
    let state = placements[index]
    if state.flags.contains(.irregular) {
      irregularDates[Int(state.base)] = []
      freeDates.append(Int32(state.base))
      placements[index].flags.remove(.irregular)
    }
    if state.timeline >= 0 {
      actions.released.append(TimelineID(Int(state.timeline)))
      placements[index].timeline = PlacementState.noIndex
    }
    placements[index].entryCount = 0
    placements[index].nextEntry = 0
  }

  /// Ends an instant: time limits first, and if none has passed, placeholders.
  mutating func settle(at time: Instant, into actions: inout Actions) {
    waiting.sort()
    var previous = PlacementState.noIndex
    for placement in waiting where placement != previous {
      previous = placement
      let state = placements[Int(placement)]
      guard let limit = timeLimit(of: state) else { continue }
      if limit <= time, let granted = pendings[Int(state.underWay)].granted {
        let request = Request(
          placement: PlacementNumber(Int(placement)), generation: state.generation,
          granted: granted, hasExpired: true)
        actions.expired.append(request)
      } else {
        schedule(Int(placement))
      }
    }
    waiting.removeAll(keepingCapacity: true)
    guard actions.expired.isEmpty else { return }
    for placement in bare.sorted() {
      let index = Int(placement)
      guard placements[index].shows == .nothing, placements[index].phase != .removed else {
        continue
      }
      placements[index].shows = .placeholder
      let show = Show(content: .placeholder, timeline: nil, index: 0, date: nil)
      record(.show(show), of: index, at: time, into: &actions)
    }
    bare.removeAll(keepingCapacity: true)
  }
}
