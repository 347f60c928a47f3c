package import MetschedTime

/// How a placement stands between two instants, for people who ask.
package struct PlacementStatus: Sendable {
  package enum Content: Sendable {
    case nothing
    case placeholder
    case entry
    case sample
  }

  package var content: Content
  /// The entry that shows, as long as its timeline lasts.
  package var entry: (timeline: TimelineID, index: Int, date: Instant)?
  /// The entries that follow it.
  package var entriesToCome: Int
  /// What waits for its grant, or for its answer; none where nothing does.
  package var pending: CauseList?
  /// Whether the provider is being asked.
  package var isAsked: Bool
  /// When the next reload is granted, as far as can be known now; nil for never.
  package var next: Instant?
  /// What moves the grant of what is pending.
  package var reason: GrantReason?
  /// The budget that is left; nil on a host without one.
  package var left: Int?
}

extension Machine {
  /// Returns how a placement stands; nil for one that was removed.
  package func status(of placement: PlacementNumber, at time: Instant) -> PlacementStatus? {
    let index = Int(placement.index)
    let state = placements[index]
    guard state.phase != .removed else { return nil }
    let host = hosts[Int(state.host)]
    let content: PlacementStatus.Content =
      switch state.shows {
      case .nothing: .nothing
      case .placeholder: .placeholder
      case .entry: .entry
      case .sample: .sample
      }
    var status = PlacementStatus(
      content: content, entriesToCome: Int(state.entryCount - state.nextEntry), pending: nil,
      isAsked: state.phase == .asked,
      left: ledger.left(index, host: host, at: time.milliseconds - wallOffset))
    if state.timeline >= 0, state.nextEntry > 0 {
      let shown = state.nextEntry - 1
      status.entry = (
        TimelineID(Int(state.timeline)), Int(shown),
        Instant(milliseconds: date(of: shown, state))
      )
    }
    if state.pending >= 0 {
      status.pending = pendings.causes(of: state.pending)
      status.next = pendings[state.pending].granted
      status.reason = pendings[state.pending].reason
    } else if state.phase == .asked {
      status.pending = pendings.causes(of: state.underWay)
    } else if state.policyDate != PlacementState.noDate {
      let end =
        state.flags.contains(.waitsForEnd)
        ? Instant(milliseconds: backgrounds[index].policyEnd) : nil
      status.next =
        grantDate(
          of: index, state, eligible: Instant(milliseconds: state.policyDate),
          isExempt: state.flags.contains(.foreground), end: end, at: time
        ).at
    }
    return status
  }

  /// The number that the next placement gets.
  package var placementCount: Int { placements.count }
}
