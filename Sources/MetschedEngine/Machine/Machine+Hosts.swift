import MetschedTime

extension Machine {
  /// Lets another host grant the placement's reloads from now on.
  ///
  /// What the old one has granted counts for the new one too. A reload that is pending gets the
  /// date that the new host gives it, from when it was first eligible; an answer under way stays as
  /// it is.
  mutating func changeHost(of placement: PlacementNumber, to number: Int, at time: Instant) {
    let index = Int(placement.index)
    guard placements[index].phase != .removed, Int(placements[index].host) != number else { return }
    let host = hosts[number]
    ledger.move(index, to: host)
    placements[index].host = Int16(number)
    if host.grantsAtOnce {
      placements[index].flags.insert(.grantsAtOnce)
    } else {
      placements[index].flags.remove(.grantsAtOnce)
    }
    let state = placements[index]
    if state.pending >= 0, state.phase == .due {
      let pending = pendings[state.pending]
      let grant = grantDate(
        of: index, state, eligible: pending.eligible, isExempt: pending.isExempt, end: nil,
        at: time)
      pendings[state.pending].grant(at: grant.at, reason: grant.reason, askedAt: time)
    }
    schedule(index)
  }
}
