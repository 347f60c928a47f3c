internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

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

  /// Reads kinds with the placements that are to be added.
  mutating func additions(
    _ field: Field, user: Int32?, _ reader: inout EventReader
  ) -> [Placement]? {
    guard let entries = kindEntries(field) else { return nil }
    let added = entries.flatMap { kind, entry in
      additions(kind, entry).map { placement in
        var placement = placement
        placement.user = user ?? 0
        return placement
      }
    }
    reader.added.append((user, added))
    return added
  }

  // MARK: Names

  /// Reads `Kind`, `Kind/id` or `Kind/id/family`.
  mutating func pattern(
    _ field: Field, user: Int32?, needsOne: Bool, _ reader: inout EventReader
  ) -> PlacementPattern? {
    guard let text = decoder.text(field, example: "TheMetWidget/hall") else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 3, parts.allSatisfy({ !$0.isEmpty }) else {
      decoder.report(.notPlacement(text, field))
      return nil
    }
    let place = decoder.place(of: parts[0], 0, in: field)
    guard let kind = kind(parts[0], field, at: place) else { return nil }
    var pattern = PlacementPattern(
      widget: Int32(kind), id: parts.count > 1 ? parts[1] : nil, family: nil)
    if parts.count > 2 {
      guard let family = WidgetFamily(name: parts[2]) else {
        let names = WidgetFamily.allCases.map(\.name)
        decoder.report(.unknownFamily(parts[2], field, decoder.nearest(parts[2], among: names)))
        return nil
      }
      pattern.family = family
    }
    reader.named.append(
      NamedPlacement(
        user: user, pattern: pattern, field: field, range: field.range, needsOne: needsOne))
    return pattern
  }

  // MARK: Edits

  /// Reads kinds with their new values.
  mutating func edits(
    _ field: Field, user: Int32?, _ reader: inout EventReader
  ) -> [PlannedEdit]? {
    guard let entries = kindEntries(field) else { return nil }
    return entries.compactMap { kind, entry in
      guard let draft = drafts[kind], let layers = layers(kind, entry, draft, user, &reader)
      else { return nil }
      // What says nothing of the kind leaves the edit to the placements that are named.
      let spoken = layers.filter { $0.families != nil || !$0.values.isEmpty }
      let edit = PlannedEdit(widget: Int32(kind), layers: spoken.isEmpty ? layers : spoken)
      checkPlans(of: edit, draft, user: user, origin: entry.keyRange)
      return edit
    }
  }

  /// Returns what is said of a kind, and then of its placements.
  private mutating func layers(
    _ kind: Int, _ field: Field, _ draft: WidgetDraft, _ user: Int32?,
    _ reader: inout EventReader
  ) -> [EditLayer]? {
    guard let common = values(field, draft, widget: kind, layer: .user(file: 0)) else { return nil }
    var layers = [layer(common, id: common.id?.name, kind, user, field, &reader)]
    guard let list = common.list,
      let elements = decoder.elements(list, expected: PlacementKey.placements.shape)
    else { return layers }
    if let id = common.id {
      decoder.report(.idBesidePlacements(at: id.range, list: list.keyRange))
    }
    for element in elements {
      let values = values(element, draft, widget: kind, layer: .placement(file: 0))
      guard let values else { continue }
      layers.append(
        layer(values, id: values.id?.name ?? "main", kind, user, element, &reader))
    }
    return layers
  }

  private func layer(
    _ values: UserValues, id: String?, _ kind: Int, _ user: Int32?, _ field: Field,
    _ reader: inout EventReader
  ) -> EditLayer {
    reader.named.append(
      NamedPlacement(
        user: user, pattern: PlacementPattern(widget: Int32(kind), id: id, family: nil),
        field: field, range: values.id?.range ?? field.keyRange, edited: values))
    return EditLayer(
      id: id, families: values.pick?.families,
      values: values.assigned.map { assigned in
        EditLayer.Value(
          parameter: assigned.parameter, value: plans.values[Int(assigned.value)])
      })
  }

  /// Makes the plans that an edit gives to what is placed, so that a conflict shows now.
  private mutating func checkPlans(
    of edit: PlannedEdit, _ draft: WidgetDraft, user: Int32?, origin: SourceRange
  ) {
    guard draft.hasReferences else { return }
    var met: Set<[ParameterValue]> = []
    for placement in placements
    where placement.widget == edit.widget && (user ?? placement.user) == placement.user {
      let layers = edit.layers.filter { ($0.id ?? placement.id) == placement.id }
      let before = plans.plans[Int(placement.plan)].parameters
      let parameters = draft.recipe.present(
        layers.reduce(before) { $1.applied(to: $0) }, in: placement.family)
      guard met.insert(parameters).inserted else { continue }
      let numbers = parameters.map { plans.number(of: $0) }
      _ = plans.plan(
        draft, widget: Int(edit.widget), values: numbers, origin: origin, &decoder)
    }
  }
}
