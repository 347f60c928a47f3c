import MetschedTime

extension Machine {
  mutating func add(_ new: NewPlacement, at time: Instant, into actions: inout Actions) {
    let index = placements.count
    placements.append(PlacementState(new, on: hosts[new.host]))
    backgrounds.append(PlacementBackground(new))
    ledger.add(for: hosts[new.host])
    if foreground.contains(new.user) { placements[index].flags.insert(.foreground) }
    bare.append(Int32(index))
    request(.added, for: index, at: time, into: &actions)
  }

  mutating func remove(
    _ placement: PlacementNumber, announced: Bool, at time: Instant, into actions: inout Actions
  ) {
    let index = Int(placement.index)
    var state = placements[index]
    guard state.phase != .removed else { return }
    releaseTimeline(of: &state, into: &actions)
    discardPending(of: &state)
    discardUnderWay(of: &state)
    state.clearPolicy()
    state.phase = .removed
    state.deadline = PlacementState.noDate
    placements[index] = state
    if announced { record(.state(.removed), of: index, at: time, into: &actions) }
  }

  /// New values: reloads at once, or with the next grant where the host says so.
  mutating func edit(
    _ edits: [EditedPlacement], of scope: Scope, at time: Instant, into actions: inout Actions
  ) {
    record(.state(.edited), of: scope, at: time, into: &actions)
    for edit in edits {
      let index = Int(edit.placement.index)
      guard placements[index].phase != .removed else { continue }
      placements[index].rule = Int32(edit.rule)
      guard hosts[Int(placements[index].host)].reloadsOnEdit else { continue }
      if placements[index].phase == .asked {
        // The answer under way is of the old values; its budget stays spent.
        var state = placements[index]
        discardUnderWay(of: &state)
        state.phase = .showing
        placements[index] = state
        if state.pending >= 0 {
          let slot = state.pending
          pendings[slot].eligible = time
          pendings[slot].grant(at: time, reason: nil, askedAt: time)
        }
      }
      request(.edited, for: index, at: time, into: &actions)
    }
  }

  mutating func setForeground(
    _ isOn: Bool, of scope: Scope, at time: Instant, into actions: inout Actions
  ) {
    record(.state(.foreground(isOn)), of: scope, at: time, into: &actions)
    foreground.set(isOn, for: scope)
    for index in placements.indices where isIn(scope, index) {
      if isOn {
        placements[index].flags.insert(.foreground)
      } else {
        placements[index].flags.remove(.foreground)
      }
    }
  }

  mutating func changeZone(
    of scope: Scope, to zone: Int, name: Int32, at time: Instant, into actions: inout Actions
  ) {
    record(.state(.timezone(name)), of: scope, at: time, into: &actions)
    for index in placements.indices where isIn(scope, index) {
      placements[index].zone = Int16(zone)
      request(.timezone, for: index, at: time, into: &actions)
    }
  }

  /// The wall clock was set: every placement reloads once, and elapsed time goes on.
  ///
  /// The dates of what is pending are of the old clock, so it is this request that brings the
  /// grant. Time limits move along with the clock.
  mutating func changeClock(by: Int64, at time: Instant, into actions: inout Actions) {
    wallOffset += by
    record(.state(.clock(by: by)), of: .everybody, at: time, into: &actions)
    for index in placements.indices where placements[index].phase != .removed {
      let slot = placements[index].pending
      if slot >= 0, placements[index].phase != .asked {
        pendings[slot].grant(at: time, reason: nil, askedAt: time)
      }
      request(.clock, for: index, at: time, into: &actions)
      schedule(index)
    }
  }

  private func isIn(_ scope: Scope, _ index: Int) -> Bool {
    guard placements[index].phase != .removed else { return false }
    return switch scope {
    case .everybody: true
    case .user(let user): backgrounds[index].user == user
    case .placement(let placement): Int(placement.index) == index
    }
  }
}

/// The users whose app is in the foreground, by the last event that was about each.
struct ForegroundUsers {
  private(set) var everybody = false
  private(set) var users: [Int32: Bool] = [:]

  func contains(_ user: Int32) -> Bool { users[user] ?? everybody }

  mutating func set(_ isOn: Bool, for scope: Scope) {
    switch scope {
    case .everybody: (everybody, users) = (isOn, [:])
    case .user(let user): users[user] = isOn
    case .placement: break
    }
  }
}
