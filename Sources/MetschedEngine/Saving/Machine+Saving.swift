import MetschedTime

/// A machine as values, and from values again.
///
/// Both are for the time between two instants, when nothing is due and nobody is asked within the
/// instant. What follows from the rest is not saved: deadlines, and what a host grants at once.
extension Machine {
  // MARK: Saving

  /// Begins to count which placements change; all that are there count as changed.
  package mutating func countTouched() {
    touched.begin()
    for index in placements.indices { touched.insert(Int32(truncatingIfNeeded: index)) }
  }

  /// Takes the placements that have changed since this was last called, in order.
  package mutating func takeTouched() -> [PlacementNumber] {
    touched.take().map { PlacementNumber(Int($0)) }
  }

  /// Counts the placements that an event changes, but for those that `due` and `settled` find.
  mutating func touch(_ event: Event) {
    switch event {
    case .suspended, .announced, .due, .settled: break
    case .clockChanged, .timezoneChanged, .foreground:
      for index in placements.indices { touched.insert(Int32(truncatingIfNeeded: index)) }
    case .added: touched.insert(Int32(truncatingIfNeeded: placements.count - 1))
    case .removed(let placement, _), .requested(let placement, _), .hostChanged(let placement, _),
      .requestedByProvider(let placement):
      touched.insert(placement.index)
    case .edited(_, let edits): for edit in edits { touched.insert(edit.placement.index) }
    case .skipped(let reloads): for reload in reloads { touched.insert(reload.placement.index) }
    case .answered(let request, _): touched.insert(request.placement.index)
    }
  }

  /// What it holds besides placements.
  package var saved: SavedMachine {
    SavedMachine(
      sequence: sequence, wallOffset: wallOffset, foreground: foreground.everybody,
      foregroundUsers: foreground.users.sorted { $0.key < $1.key }
        .map { SavedForeground(user: $0.key, isOn: $0.value) })
  }

  /// Returns what it holds of a placement.
  package func saved(_ placement: PlacementNumber) -> SavedPlacement {
    let index = Int(placement.index)
    let state = placements[index]
    guard state.phase != .removed else { return .removed }
    var saved = SavedPlacement(
      policyDate: state.policyDate == PlacementState.noDate
        ? nil : Instant(milliseconds: state.policyDate),
      policyEnd: Instant(milliseconds: backgrounds[index].policyEnd),
      generation: state.generation, failures: state.failures, phase: state.phase,
      shows: state.shows, flags: state.flags.intersection(.saved))
    if state.timeline >= 0 {
      saved.timeline = SavedTimeline(dates: savedDates(of: state), nextEntry: state.nextEntry)
    }
    if state.pending >= 0 { saved.pending = self.saved(pending: state.pending) }
    if state.underWay >= 0 {
      saved.underWay = self.saved(pending: state.underWay)
      saved.underWay?.rule = rules[Int(pendings[state.underWay].rule)]
    }
    saved.account = ledger.account(index)
    return saved
  }

  private func savedDates(of state: PlacementState) -> EntryDates {
    if state.flags.contains(.irregular) { return .dates(irregularDates[Int(state.base)]) }
    return .regular(
      base: Instant(milliseconds: state.base), step: Int64(state.step),
      count: Int(state.entryCount))
  }

  private func saved(pending slot: Int32) -> SavedPending {
    let pending = pendings[slot]
    return SavedPending(
      causes: pendings.causes(of: slot).causes, eligible: pending.eligible, visit: pending.visit,
      elapsedGrant: pending.elapsedGrant, granted: pending.granted,
      left: pending.left.map(Int32.init), reason: pending.reason, isExempt: pending.isExempt,
      waits: pending.waits, isDeferralTold: pending.isDeferralTold)
  }

  // MARK: Restoring

  /// Goes on where another machine was.
  ///
  /// - Precondition: nothing has happened here yet.
  package mutating func restore(_ saved: SavedMachine) {
    precondition(placements.count == 0 && sequence == 0, "a machine is restored before it runs")
    sequence = saved.sequence
    wallOffset = saved.wallOffset
    foreground.set(saved.foreground, for: .everybody)
    for user in saved.foregroundUsers { foreground.set(user.isOn, for: .user(user.user)) }
  }

  /// Adds a placement as another machine had it; it gets the next number.
  ///
  /// - Parameters:
  ///   - saved: what that machine held of it.
  ///   - new: what follows from its values.
  ///   - timeline: the id of its timeline's content, where it has one.
  ///   - grantRule: the number of the failure rule of the grant under way, where there is one.
  package mutating func restore(
    _ saved: SavedPlacement, as new: NewPlacement, timeline: TimelineID? = nil, grantRule: Int = 0
  ) {
    let index = placements.count
    let host = hosts[new.host]
    var state = PlacementState(new, on: host)
    backgrounds.append(PlacementBackground(new))
    backgrounds[index].policyEnd = saved.policyEnd.milliseconds
    ledger.add(for: host, saved.account)
    state.phase = saved.phase
    state.shows = saved.shows
    state.generation = saved.generation
    state.failures = saved.failures
    state.flags.formUnion(saved.flags.intersection(.saved))
    state.policyDate = saved.policyDate?.milliseconds ?? PlacementState.noDate
    if let entries = saved.timeline, let timeline {
      state.timeline = timeline.value
      state.nextEntry = entries.nextEntry
      state.entryCount = Int32(entries.count)
      switch entries.dates {
      case .regular(let base, let step, _):
        state.base = base.milliseconds
        state.step = UInt32(step)
      case .dates(let dates): state = keeping(dates, state)
      }
    }
    if let pending = saved.pending { state.pending = insert(pending, rule: 0) }
    if let grant = saved.underWay {
      state.underWay = insert(grant, rule: grantRule)
      askedCount += 1
    }
    placements.append(state)
    touched.insert(Int32(truncatingIfNeeded: index))
    schedule(index)
  }

  private mutating func insert(_ saved: SavedPending, rule: Int) -> Int32 {
    var pending = PendingReload(eligible: saved.eligible, visit: saved.visit)
    pending.granted = saved.granted
    pending.visit = saved.visit
    pending.elapsedGrant = saved.elapsedGrant
    pending.left = saved.left.map(Int.init)
    pending.rule = Int32(rule)
    pending.reason = saved.reason
    pending.isExempt = saved.isExempt
    pending.waits = saved.waits
    pending.isDeferralTold = saved.isDeferralTold
    let slot = pendings.insert(pending)
    for cause in saved.causes { pendings.append(CauseList(cause), to: slot) }
    return slot
  }

  /// The timeline whose entries a placement shows; nil where it has none.
  package func timeline(of placement: PlacementNumber) -> TimelineID? {
    let timeline = placements[Int(placement.index)].timeline
    return timeline < 0 ? nil : TimelineID(Int(timeline))
  }

  /// The request whose answer is under way; nil where none is.
  package func requestUnderWay(of placement: PlacementNumber) -> Request? {
    let state = placements[Int(placement.index)]
    guard state.phase == .asked, state.underWay >= 0,
      let granted = pendings[state.underWay].granted
    else { return nil }
    return Request(placement: placement, generation: state.generation, granted: granted)
  }
}

extension PlacementState.Flags {
  /// What does not follow from the host and the dates.
  fileprivate static let saved: PlacementState.Flags = [
    .foreground, .retry, .watchesLastEntry, .samples, .waitsForEnd,
  ]
}
