internal import MetschedDiagnostics
internal import WidgetFamilies

/// Whether what events name is there, which shows once all of them have been read.
extension PlacementDecoder {
  /// Checks the placements that events name, and those that they add.
  ///
  /// - Parameters:
  ///   - events: everything that happens.
  ///   - reader: what they name.
  ///   - first: the first of the additions that have not been checked.
  mutating func check(
    _ events: [PlannedEvent], _ reader: EventReader, addedFrom first: Int = 0
  ) {
    for named in reader.named {
      check(named, reader)
      checkConditions(named, events, reader)
    }
    for (user, additions) in reader.added[first...] {
      guard let user else { continue }
      for placement in additions { check(addition: placement, of: user, events, reader) }
    }
  }

  private mutating func check(_ named: NamedPlacement, _ reader: EventReader) {
    let pattern = named.pattern
    guard let draft = drafts[Int(pattern.widget)] else { return }
    let ofKind = candidates(for: named.user, reader).filter { $0.widget == pattern.widget }
    let ids = ofKind.map(\.id)
    guard pattern.id.map(ids.contains) ?? !ids.isEmpty else {
      decoder.report(
        .unknownPlacement(
          pattern.id, draft.widget.kind, user: named.user.map { users[Int($0)].name }, known: ids,
          decoder.nearest(pattern.id ?? "", among: ids), named))
      return
    }
    if let family = pattern.family, !draft.widget.families.value.contains(family) {
      decoder.report(.unsupportedFamily(family, at: named.range, draft.widget))
      return
    }
    guard named.needsOne else { return }
    var names: [Int32: [String]] = [:]
    for placement in ofKind where pattern.matches(placement) {
      let hasIDs = ofKind.contains { $0.user == placement.user && $0.id != placement.id }
      let tail = pattern.id == nil && hasIDs ? "" : "/" + placement.family.name
      let name = "\(draft.widget.kind)/\(placement.id)\(tail)"
      if names[placement.user]?.contains(name) != true {
        names[placement.user, default: []].append(name)
      }
    }
    let several = names.filter { $0.value.count > 1 }.min { $0.key < $1.key }
    if let several { decoder.report(.ambiguousPlacement(at: named.range, names: several.value)) }
  }

  /// Checks that some placement has the parameters that an edit sets.
  private mutating func checkConditions(
    _ named: NamedPlacement, _ events: [PlannedEvent], _ reader: EventReader
  ) {
    guard let edited = named.edited, let draft = drafts[Int(named.pattern.widget)],
      draft.isConditional
    else { return }
    var families = edited.pick?.families ?? []
    if families.isEmpty {
      families = candidates(for: named.user, reader).filter(named.pattern.matches).map(\.family)
      for event in events {
        guard case .edit(let edits) = event.verb else { continue }
        // What another edit picks may be there by then.
        for edit in edits where edit.widget == named.pattern.widget {
          families += edit.layers.flatMap { $0.families ?? [] }
        }
      }
    }
    for assigned in edited.assigned {
      checkPresence(
        of: assigned.parameter, in: families, draft, at: assigned.range,
        picked: edited.pick?.range)
    }
  }

  /// What the file and its events place for a user or, without one, for anybody.
  private func candidates(for user: Int32?, _ reader: EventReader) -> [Placement] {
    var result = present(for: user, reader)
    for (owner, added) in reader.added where owner == nil || user == nil || owner == user {
      result += added.map { placement in
        var own = placement
        own.user = owner ?? user ?? -1
        return own
      }
    }
    return result
  }

  /// What a user has, or everybody together.
  private func present(for user: Int32?, _ reader: EventReader) -> [Placement] {
    if let present = reader.present {
      return user.map { user in present.filter { $0.user == user } } ?? present
    }
    return user.map { Array(placements[...].placements(of: $0)) } ?? placements
  }

  /// What a user has, and keeps, cannot be added.
  private mutating func check(
    addition: Placement, of user: Int32, _ events: [PlannedEvent], _ reader: EventReader
  ) {
    let first = present(for: user, reader).first {
      $0.widget == addition.widget && $0.id == addition.id && $0.family == addition.family
    }
    guard let first, !events.contains(where: { $0.mayRemove(addition.widget, of: user) }) else {
      return
    }
    decoder.report(
      .addedTwice(
        addition, drafts[Int(addition.widget)]?.widget.kind ?? "", users[Int(user)].name,
        first: first.range))
  }
}

extension PlannedEvent {
  /// Whether the event may take a user's placements of a kind away.
  fileprivate func mayRemove(_ widget: Int32, of user: Int32) -> Bool {
    guard concerns(user) else { return false }
    switch verb {
    case .remove(let pattern): return pattern.widget == widget
    case .edit(let edits):
      return edits.contains { edit in
        edit.widget == widget && edit.layers.contains { $0.families != nil }
      }
    default: return false
    }
  }
}
