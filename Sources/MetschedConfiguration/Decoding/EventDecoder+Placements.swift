internal import MetschedDiagnostics
internal import MetschedTime

/// `edit` and `add`, which hold what stands under a user.
extension PlacementDecoder {
  /// Reads the kinds of an `edit` or `add`.
  private mutating func kindEntries(_ field: Field) -> [(kind: Int, field: Field)]? {
    guard decoder.isMapping(field, expected: EventKey.edit.shape) else { return nil }
    let entries = decoder.entries(field)
    if entries.isEmpty {
      decoder.report(.emptyEvent(field, example: "{TheMetWidget: {family: systemLarge}}"))
    }
    return entries.compactMap { entry in
      if UserKey(rawValue: entry.name) != nil {
        decoder.report(.userKeyInEvent(entry))
        return nil
      }
      return kind(entry.name, entry, at: entry.keyRange).map { ($0, entry) }
    }
  }

  mutating func additions(_ field: Field, user: Int32?) -> [Placement]? {
    kindEntries(field)?.flatMap { kind, entry in
      additions(kind, entry).map { placement in
        var placement = placement
        placement.user = user ?? 0
        return placement
      }
    }
  }

  mutating func edits(
    _ field: Field, user: Int32?, _ reader: inout EventReader
  ) -> [PlannedEdit]? {
    kindEntries(field)?.flatMap { kind, entry in edits(kind, entry, user: user, &reader) }
  }

  private mutating func edits(
    _ kind: Int, _ field: Field, user: Int32?, _ reader: inout EventReader
  ) -> [PlannedEdit] {
    guard let draft = drafts[kind],
      let common = values(field, draft, widget: kind, layer: .user(file: 0))
    else { return [] }
    var edits = [edit(kind, common, field, user: user, &reader)]
    guard let list = common.list,
      let elements = decoder.elements(list, expected: PlacementKey.placements.shape)
    else { return edits }
    if let id = common.id {
      decoder.report(.idBesidePlacements(at: id.range, list: list.keyRange))
    }
    for element in elements {
      guard
        var values = values(element, draft, widget: kind, layer: .placement(file: 0))
      else { continue }
      if values.id == nil { values.id = ("main", element.range) }
      edits.append(edit(kind, values, element, user: user, &reader))
    }
    return edits
  }

  private mutating func edit(
    _ kind: Int, _ values: UserValues, _ field: Field, user: Int32?, _ reader: inout EventReader
  ) -> PlannedEdit {
    reader.assignments[reader.assignments.count - 1].append(values.assigned)
    reader.named.append(
      NamedPlacement(
        user: user, widget: kind, id: values.id?.name, field: field,
        range: values.id?.range ?? field.keyRange))
    return PlannedEdit(
      widget: Int32(kind), id: values.id?.name, families: values.pick?.families, plans: [:],
      range: values.assigned.first?.range ?? field.keyRange)
  }

  // MARK: When all events are read

  /// Checks the placements that events name, and finds the plan that each edit makes of each.
  mutating func resolve(_ events: inout [PlannedEvent], _ reader: EventReader) {
    for named in reader.named { check(named, events) }
    guard !decoder.diagnostics.hasErrors else { return }
    var reach = PlanReach(placements, users: users.count)
    for number in events.indices.sorted(by: { (events[$0].at, $0) < (events[$1].at, $1) }) {
      let event = events[number]
      guard event.at >= reader.start || event.dates != nil else { continue }
      switch event.verb {
      case .add(let added):
        for placement in added { reach.add(placement, ofEverybody: event.user == nil) }
        settle(&reach, &events, reader)
      case .edit:
        if event.dates == nil {
          for index in reader.assignments[number].indices {
            apply(number, index, &reach, &events, reader, replaces: reach.recurring.isEmpty)
          }
        } else {
          reach.recurring.append(number)
        }
        settle(&reach, &events, reader)
      default: break
      }
    }
  }

  /// Applies the edits that come again and again until they lead to no new plan.
  private mutating func settle(
    _ reach: inout PlanReach, _ events: inout [PlannedEvent], _ reader: EventReader
  ) {
    var isNew = !reach.recurring.isEmpty
    while isNew, !decoder.diagnostics.hasErrors {
      isNew = false
      for number in reach.recurring {
        for index in reader.assignments[number].indices
        where apply(number, index, &reach, &events, reader, replaces: false) {
          isNew = true
        }
      }
    }
  }

  /// Applies one edit to the plans that its placements may have; true where one is new.
  @discardableResult
  private mutating func apply(
    _ number: Int, _ index: Int, _ reach: inout PlanReach, _ events: inout [PlannedEvent],
    _ reader: EventReader, replaces: Bool
  ) -> Bool {
    guard case .edit(var edits) = events[number].verb else { return false }
    let widget = edits[index].widget
    guard let draft = drafts[Int(widget)] else { return false }
    let assigned = reader.assignments[number][index]
    guard !assigned.isEmpty else { return false }
    var isNew = false
    for slot in reach.slots
    where slot.widget == widget && (edits[index].id ?? slot.id) == slot.id
      && events[number].concerns(slot.user)
    {
      let known = reach.plans[slot] ?? []
      var next: Set<Int32> = replaces ? [] : known
      for plan in known.sorted() {
        if edits[index].plans[plan] == nil {
          var values = plans.numbers(of: plan)
          for value in assigned { values[value.parameter] = value.value }
          edits[index].plans[plan] = plans.plan(
            draft, widget: Int(widget), values: values, origin: assigned[0].range, &decoder)
        }
        if let made = edits[index].plans[plan], next.insert(made).inserted { isNew = true }
      }
      reach.plans[slot] = next
    }
    events[number].verb = .edit(edits)
    return isNew
  }

  private mutating func check(_ named: NamedPlacement, _ events: [PlannedEvent]) {
    let added = events.flatMap { event -> [Placement] in
      guard case .add(let placements) = event.verb,
        event.user == nil || named.user == nil || event.user == named.user
      else { return [] }
      return placements
    }
    let mine = placements.filter { named.user == nil || $0.user == named.user } + added
    let ids = mine.filter { Int($0.widget) == named.widget }.map(\.id)
    if named.id.map(ids.contains) ?? !ids.isEmpty { return }
    let kind = drafts[named.widget]?.widget.kind ?? ""
    decoder.report(
      .unknownPlacement(
        named.id, kind, user: named.user.map { users[Int($0)].name }, known: ids,
        decoder.nearest(named.id ?? "", among: ids), named))
  }
}

/// The plans that placements may have while events are read in order of time.
private struct PlanReach {
  struct Slot: Hashable {
    var user: Int32
    var widget: Int32
    var id: String
  }

  var plans: [Slot: Set<Int32>] = [:]
  /// The edits that come again and again, by the event's number.
  var recurring: [Int] = []
  private let users: [Int32]

  init(_ placements: [Placement], users: Int) {
    self.users = (0..<users).map { Int32($0) }
    for placement in placements { add(placement, ofEverybody: false) }
  }

  /// The slots in a fixed order.
  var slots: [Slot] {
    plans.keys.sorted { ($0.user, $0.widget, $0.id) < ($1.user, $1.widget, $1.id) }
  }

  mutating func add(_ placement: Placement, ofEverybody: Bool) {
    for user in ofEverybody ? users : [placement.user] {
      let slot = Slot(user: user, widget: placement.widget, id: placement.id)
      plans[slot, default: []].insert(placement.plan)
    }
  }
}
