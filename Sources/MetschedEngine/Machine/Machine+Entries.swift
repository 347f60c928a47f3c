import MetschedTime

extension Machine {
  /// Shows the entries of those whose turn may have come.
  mutating func showDueEntries(at time: Instant, into actions: inout Actions) {
    for position in dueEntries.indices {
      let index = Int(dueEntries[position])
      var state = placements[index]
      showDueEntry(of: index, &state, at: time, into: &actions)
      placements[index] = state
    }
  }

  /// Shows the newest entry whose date has come and counts those that were passed over.
  @inline(__always)
  mutating func showDueEntry(
    of index: Int, _ state: inout PlacementState, at time: Instant, into actions: inout Actions
  ) {
    guard state.nextEntry < state.entryCount,
      date(of: state.nextEntry, state) <= time.milliseconds
    else { return }
    var newest = state.nextEntry
    while newest + 1 < state.entryCount, date(of: newest + 1, state) <= time.milliseconds {
      newest += 1
    }
    let passed = newest - state.nextEntry
    state.nextEntry = newest + 1
    if passed > 0 {
      let drop = Drop(reason: .past, count: Int(passed))
      record(.drop(drop), of: index, at: time, into: &actions)
    }
    let isSample = state.flags.contains(.samples)
    state.shows = isSample ? .sample : .entry
    let show = Show(
      content: isSample ? .sample : .entry, timeline: TimelineID(Int(state.timeline)),
      index: Int(newest), date: Instant(milliseconds: date(of: newest, state)))
    record(.show(show), of: index, at: time, into: &actions)
  }

  /// Puts an answer's timeline, which has entries, in the place of the one that was released.
  ///
  /// Dates that are not regular are kept by `keeping`.
  @inline(__always)
  func adopt(_ answer: PlainAnswer, asSamples: Bool, for state: inout PlacementState) {
    state.timeline = answer.timeline.value
    state.entryCount = answer.entryCount
    state.base = answer.first.milliseconds
    state.step = answer.step
    state.flags.remove(.samples)
    if asSamples { state.flags.insert(.samples) }
  }

  /// Keeps the dates of entries that are not regular, and returns the state that names them.
  @inline(never)
  mutating func keeping(_ dates: [Instant], _ old: PlacementState) -> PlacementState {
    var state = old
    let slot = freeDates.popLast() ?? Int32(irregularDates.count)
    if Int(slot) == irregularDates.count {
      irregularDates.append(dates)
    } else {
      irregularDates[Int(slot)] = dates
    }
    state.base = Int64(slot)
    state.flags.insert(.irregular)
    return state
  }

  /// Ends the timeline: what shows stays, but no entry follows.
  @inline(__always)
  mutating func releaseTimeline(of state: inout PlacementState, into actions: inout Actions) {
    if state.flags.contains(.irregular) {
      irregularDates[Int(state.base)] = []
      freeDates.append(Int32(state.base))
      state.flags.remove(.irregular)
    }
    if state.timeline >= 0 {
      actions.released.append(TimelineID(Int(state.timeline)))
      state.timeline = PlacementState.noIndex
    }
    state.entryCount = 0
    state.nextEntry = 0
  }

  /// Ends an instant: time limits first, and if none has passed, placeholders.
  mutating func settle(at time: Instant, into actions: inout Actions) {
    // Where every answer has come nobody waits.
    if askedCount == 0 { waiting.removeAll() }
    waiting.withMutableRows { $0.sort() }
    var previous = PlacementState.noIndex
    for position in waiting.indices where waiting[position] != previous {
      let placement = waiting[position]
      previous = placement
      let state = placements[Int(placement)]
      guard let limit = timeLimit(of: state) else { continue }
      if limit <= time, let granted = pendings[state.underWay].granted {
        let request = Request(
          placement: PlacementNumber(Int(placement)), generation: state.generation,
          granted: granted, hasExpired: true)
        actions.expired.append(request)
      } else {
        schedule(Int(placement))
      }
    }
    waiting.removeAll()
    guard actions.expired.isEmpty else { return }
    for placement in bare.sorted() {
      let index = Int(placement)
      guard placements[index].shows == .nothing, placements[index].phase != .removed else {
        continue
      }
      placements[index].shows = .placeholder
      touched.insert(placement)
      let show = Show(content: .placeholder, timeline: nil, index: 0, date: nil)
      record(.show(show), of: index, at: time, into: &actions)
    }
    bare.removeAll(keepingCapacity: true)
  }
}
