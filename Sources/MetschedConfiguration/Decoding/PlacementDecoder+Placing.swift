internal import MetschedDiagnostics
internal import WidgetFamilies

/// What the layers of a user's kind come to: placements, each with its plan and the places of its
/// values.
extension PlacementDecoder {
  /// Resolves the drafts of one user and kind, and adds a placement for each of their families.
  mutating func place(_ found: [PlacementDraft], _ draft: WidgetDraft, widget: Int) {
    if draft.isConditional { checkConditions(found, draft) }
    var met: [String: SourceRange?] = [:]
    for placement in found {
      if trace != nil, addedByEvent == nil {
        trace(
          id: placement.id, range: placement.range, layers: placement.layers, draft, widget: widget)
      }
      var resolved: (plan: Int32?, rows: Range<Int32>)?
      for family in placement.pick?.families ?? draft.defaultFamilies {
        if found.count > 1 {
          let name = placement.id + "/" + family.name
          if let first = met[name] {
            decoder.report(
              .duplicatePlacement(
                placement.id, family, draft.widget.kind, at: placement.range, first: first))
            continue
          }
          met[name] = .some(placement.range)
        }
        // Families share their values, unless some of them lack a parameter.
        let (plan, rows) =
          draft.isConditional
          ? resolve(placement, draft, widget, family)
          : resolved ?? resolve(placement, draft, widget, family)
        resolved = (plan, rows)
        guard let plan else { continue }
        let placed = Placement(
          user: Int32(users.count - 1), widget: Int32(widget), plan: plan, family: family,
          id: placement.id, settings: rows, range: placement.range)
        if addedByEvent == nil { placements.append(placed) } else { addedByEvent?.append(placed) }
      }
    }
  }

  /// Returns the plan of a placement in a family, and the rows of its settings.
  private mutating func resolve(
    _ placement: PlacementDraft, _ draft: WidgetDraft, _ widget: Int, _ family: WidgetFamily
  ) -> (plan: Int32?, rows: Range<Int32>) {
    var numbers = plans.base(of: draft)
    let rows = addSettings(of: placement, in: family, draft, to: &numbers)
    let origin = rows.isEmpty ? nil : settings[Int(rows.lowerBound)].range
    return (plans.plan(draft, widget: widget, values: numbers, origin: origin, &decoder), rows)
  }

  /// Puts the highest layer's values into the numbers of a plan, and keeps where they stand.
  private mutating func addSettings(
    of placement: PlacementDraft, in family: WidgetFamily, _ draft: WidgetDraft,
    to numbers: inout [Int32]
  ) -> Range<Int32> {
    let first = settings.count
    for values in placement.layers.reversed() {
      for assigned in values.assigned where draft.has(assigned.parameter, in: family) {
        let index = Int16(clamping: assigned.parameter)
        guard !settings[first...].contains(where: { $0.parameter == index }) else { continue }
        numbers[assigned.parameter] = assigned.value
        settings.append(
          PlacedSetting(parameter: index, layer: values.layer, range: assigned.range))
      }
    }
    // The families are the placement's own, and no part of the plan.
    if let values = placement.layers.last(where: { $0.pick != nil }), let pick = values.pick {
      settings.append(
        PlacedSetting(parameter: draft.pickIndex, layer: values.layer, range: pick.range))
    }
    return Int32(first)..<Int32(settings.count)
  }

  /// Reports the values that are for no placement, since those have families without the
  /// parameter.
  private mutating func checkConditions(_ found: [PlacementDraft], _ draft: WidgetDraft) {
    var values: [SourceRange: (parameter: Int, pick: UserValues.Pick?, families: [WidgetFamily])] =
      [:]
    var order: [SourceRange] = []
    for placement in found {
      let families = placement.pick?.families ?? draft.defaultFamilies
      for assigned in placement.layers.flatMap(\.assigned) {
        if values[assigned.range] == nil { order.append(assigned.range) }
        values[assigned.range, default: (assigned.parameter, placement.pick, [])].families +=
          families
      }
    }
    for range in order {
      guard let value = values[range] else { continue }
      checkPresence(
        of: value.parameter, in: value.families, draft, at: range, picked: value.pick?.range)
    }
  }

  /// Reports a value whose parameter none of the families has that it is for.
  mutating func checkPresence(
    of index: Int, in families: [WidgetFamily], _ draft: WidgetDraft, at range: SourceRange,
    picked: SourceRange?
  ) {
    guard let parameter = draft.intent?.parameters[index],
      !families.isEmpty, !families.contains(where: parameter.exists)
    else { return }
    var met: Set<WidgetFamily> = []
    let named = families.filter { met.insert($0).inserted }
    decoder.stored(for: parameter) { decoder in
      decoder.report(.absentParameter(parameter, named, at: range, picked: picked))
      return nil as Void?
    }
  }
}
