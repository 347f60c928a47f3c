internal import MetschedDiagnostics
internal import WidgetFamilies

/// What one file says at one place about a user's kind, or about one of its placements.
struct UserValues {
  /// A parameter with its value's number in the plan table.
  struct Assigned {
    var parameter: Int
    var value: Int32
    var range: SourceRange
  }

  /// The families that were picked, and where.
  struct Pick {
    var families: [WidgetFamily]
    var range: SourceRange
  }

  var layer: Layer
  var assigned: [Assigned] = []
  var pick: Pick?
  var id: (name: String, range: SourceRange)?
  /// The list of `placements`, if there is one.
  var list: Field?
  /// Where the values stand.
  var range: SourceRange
}

extension PlacementDecoder {
  /// Reads the keys that stand under a user's kind, or in an element of `placements`.
  ///
  /// - Returns: nil where the value is no mapping, which has been reported.
  mutating func values(
    _ field: Field, _ draft: WidgetDraft, widget: Int, layer: Layer
  ) -> UserValues? {
    var values = UserValues(layer: layer, range: field.keyRange)
    guard !field.value.isNull else { return values }
    guard field.value.kind == .mapping else {
      decoder.report(wrongType: field, expected: .mapping(table(of: layer)))
      return nil
    }
    decoder.layer = layer
    var former: [Field] = []
    for entry in decoder.entries(field) where !entry.value.isNull {
      if let key = key(entry.name, in: layer) {
        read(entry, as: key, draft, into: &values)
      } else if let index = draft.indices[entry.name] {
        read(entry, index, draft, widget, into: &values)
      } else if draft.formerIndices[entry.name] != nil {
        former.append(entry)
      } else {
        reportUnknown(entry, draft, layer)
      }
    }
    for entry in former { read(former: entry, of: field, draft, widget, into: &values) }
    return values
  }

  /// Reads a value under a former name, unless the parameter has one under its name of today.
  private mutating func read(
    former entry: Field, of mapping: Field, _ draft: WidgetDraft, _ widget: Int,
    into values: inout UserValues
  ) {
    guard let (index, former) = draft.formerIndices[entry.name],
      let parameter = draft.intent?.parameters[index]
    else { return }
    let present = mapping.value.entries.first { $0.name == parameter.name && !$0.value.isNull }
    if let present {
      decoder.report(.formerValueIgnored(entry, parameter.name, present: present.keyRange))
      return
    }
    decoder.report(.renamed(entry.name, to: parameter.name, at: entry.keyRange, former))
    var renamed = entry
    renamed.name = parameter.name
    if parameter.name == Knob.families.rawValue {
      read(renamed, as: .families, draft, into: &values)
    } else {
      read(renamed, index, draft, widget, into: &values)
    }
  }

  private func table(of layer: Layer) -> KeyTable {
    if case .placement = layer { return PlacementIdentityKey.table }
    return PlacementKey.table
  }

  private func key(_ name: String, in layer: Layer) -> PlacementKey? {
    guard let key = PlacementKey(rawValue: name) else { return nil }
    if case .placement = layer, key == .placements { return nil }
    return key
  }

  private mutating func read(
    _ field: Field, as key: PlacementKey, _ draft: WidgetDraft, into values: inout UserValues
  ) {
    switch key {
    case .id:
      guard let id = decoder.text(field, example: "hall") else { return }
      guard Self.isName(id) else {
        decoder.report(.invalidName(field, what: "an id", example: "hall", at: field.range))
        return
      }
      values.id = (id, field.range)
    case .family, .families: pick(field, key, draft, into: &values)
    case .placements: values.list = field
    }
  }

  /// Reads the families, which have to be options of the parameter and supported by the widget.
  private mutating func pick(
    _ field: Field, _ key: PlacementKey, _ draft: WidgetDraft, into values: inout UserValues
  ) {
    if let first = values.pick {
      decoder.report(.familyAndFamilies(field, first: first.range))
      return
    }
    if key == .family, field.value.kind == .sequence {
      decoder.report(.familyIsList(field))
      return
    }
    let parameter = draft.indices[Knob.families.rawValue].flatMap {
      draft.intent?.parameters[$0]
    }
    let families = decoder.stored(for: parameter) { decoder in
      decoder.pick(field, of: parameter, draft.widget)
    }
    guard let families else { return }
    values.pick = UserValues.Pick(families: families, range: field.range)
  }

  private mutating func read(
    _ field: Field, _ index: Int, _ draft: WidgetDraft, _ widget: Int,
    into values: inout UserValues
  ) {
    if let date = draft.datedAt, field.name == Knob.interval.rawValue {
      decoder.report(.datedItems(field, date: date))
      return
    }
    let number = plans.number(of: field, at: index, draft, widget: widget, &decoder)
    guard let number else { return }
    values.assigned.append(
      UserValues.Assigned(parameter: index, value: number, range: field.range))
  }

  private mutating func reportUnknown(_ field: Field, _ draft: WidgetDraft, _ layer: Layer) {
    let keys = table(of: layer).names
    guard let intent = draft.intent else {
      let isWidgetKey = WidgetKey(rawValue: field.name) != nil
      let meant = isWidgetKey ? nil : decoder.nearest(field.name, among: keys)
      guard meant == nil else {
        decoder.report(.unknownKey(field, of: PlacementKey.owner, known: keys, meant))
        return
      }
      let place = WidgetKey(rawValue: field.name).flatMap { draft.fields[$0]?.keyRange }
      decoder.report(.staticValue(field, draft.widget, setAt: place))
      return
    }
    guard !decoder.brokenNames.contains(intent.name + "." + field.name) else { return }
    let names = intent.parameters.map(\.name)
    let meant = decoder.nearest(field.name, among: names + keys.filter { !names.contains($0) })
    decoder.report(.unknownParameter(field, intent, draft.widget.kind, meant))
  }

  /// Returns whether a text can be the name of a user or a placement.
  static func isName(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isNamePart($0) } && text.first != " " && text.last != " "
  }

  /// Returns whether some bytes can be a name, apart from spaces at its ends.
  static func isNamePart(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !bytes.isEmpty, bytes.count <= 200 else { return false }
    for byte in bytes where byte < 0x20 || byte == UInt8(ascii: "/") || byte == 0x7F {
      return false
    }
    return true
  }
}

extension FileDecoder {
  /// Reads the families of a placement.
  fileprivate mutating func pick(
    _ field: Field, of parameter: Parameter?, _ widget: Widget
  ) -> [WidgetFamily]? {
    guard let families = families(field) else { return nil }
    if let parameter, !isAllowed(.families(families), field, parameter) { return nil }
    for (index, family) in families.enumerated() where !widget.families.value.contains(family) {
      let elements = field.value.kind == .sequence ? field.value.elements : []
      let range = elements.indices.contains(index) ? elements[index].range : field.range
      report(.unsupportedFamily(family, at: range, widget))
      return nil
    }
    return families
  }
}
