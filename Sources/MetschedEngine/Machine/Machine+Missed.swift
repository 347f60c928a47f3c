package import MetschedTime

/// A reload that only a policy asked for, and whose grant fell into a time in which nothing ran.
package struct MissedReload: Hashable, Sendable {
  package var placement: PlacementNumber
  /// When it would have been granted.
  package var date: Instant

  package init(placement: PlacementNumber, date: Instant) {
    self.placement = placement
    self.date = date
  }
}

/// A missed reload that is left out, and when its policy asks next.
package struct SkippedReload: Hashable, Sendable {
  package var placement: PlacementNumber
  /// The eligible date; nil where the policy asks for nothing any more.
  package var next: Instant?
  /// The end of a timeline that is granted at its end, or whose last entry is watched.
  package var end: Instant?
  /// How many reloads are left out.
  package var count: Int

  package init(placement: PlacementNumber, next: Instant?, end: Instant?, count: Int) {
    self.placement = placement
    self.next = next
    self.end = end
    self.count = count
  }
}

extension Machine {
  /// Returns what only policies asked for and what would have been granted before an instant.
  ///
  /// A retry is not among it, since what has failed is worth no waiting; nor is what somebody else
  /// has asked for.
  package func missedReloads(before limit: Instant) -> [MissedReload] {
    placements.indices.compactMap { index in
      let state = placements[index]
      guard state.phase != .removed, state.phase != .asked,
        let date = policyGrant(of: index, state), date < limit
      else { return nil }
      return MissedReload(placement: PlacementNumber(index), date: date)
    }
  }

  private func policyGrant(of index: Int, _ state: PlacementState) -> Instant? {
    if state.pending >= 0 {
      let pending = pendings[state.pending]
      let isPolicy = pendings.causes(of: state.pending).causes.allSatisfy { $0 == .policy }
      return isPolicy && !pending.isExempt ? pending.granted : nil
    }
    guard state.policyDate != PlacementState.noDate, !state.flags.contains(.retry) else {
      return nil
    }
    let date = Instant(milliseconds: state.policyDate)
    let end =
      state.flags.contains(.waitsForEnd)
      ? Instant(milliseconds: backgrounds[index].policyEnd) : nil
    return grantDate(
      of: index, state, eligible: date, isExempt: state.flags.contains(.foreground), end: end,
      at: date
    ).at
  }

  /// Leaves missed reloads out, and tells of each.
  mutating func skip(_ reloads: [SkippedReload], at time: Instant, into actions: inout Actions) {
    for reload in reloads {
      let index = Int(reload.placement.index)
      var state = placements[index]
      guard state.phase != .removed, state.phase != .asked else { continue }
      if state.pending >= 0 {
        discardPending(of: &state)
        state.phase = .showing
      }
      if let next = reload.next {
        state.policyDate = next.milliseconds
        if let end = reload.end {
          backgrounds[index].policyEnd = end.milliseconds
        } else {
          state.flags.subtract([.watchesLastEntry, .waitsForEnd])
        }
      } else {
        state.clearPolicy()
      }
      placements[index] = state
      record(
        .drop(Drop(reason: .missed, count: reload.count)), of: index, at: time, into: &actions)
      schedule(index)
    }
  }
}
