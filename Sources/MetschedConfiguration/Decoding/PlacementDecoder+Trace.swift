internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

/// Keeps the layers of placements, where somebody asked for them.
extension PlacementDecoder {
  mutating func trace(
    id: String, range: SourceRange?, layers: [UserValues], _ draft: WidgetDraft, widget: Int
  ) {
    guard let trace, users.last?.name == trace.user,
      trace.kind == nil || trace.kind == draft.widget.kind
    else { return }
    var values = (draft.intent?.parameters ?? []).indices.compactMap { index in
      parameter(index, id, layers, draft)
    }
    for knob in [Knob.interval, .query, .limit] where draft.indices[knob.rawValue] == nil {
      values.append(own(knob, draft))
    }
    values.append(reload(draft))
    values.append(families(id, layers, draft))
    self.trace?.placements.append(
      TracedPlacement(widget: Int32(widget), id: id, range: range, values: values))
  }

  // MARK: Values

  private mutating func parameter(
    _ index: Int, _ id: String, _ layers: [UserValues], _ draft: WidgetDraft
  ) -> TracedValue? {
    guard let intent = draft.intent, intent.parameters[index].name != Knob.families.rawValue
    else { return nil }
    let parameter = intent.parameters[index]
    func read(_ decoder: inout FileDecoder, _ field: Field) -> Setting<ParameterValue>? {
      decoder.value(field, of: parameter).map { decoder.setting($0, field) }
    }
    let first = parameter.defaultValue
    var settings = layer(
      .parameterDefault, [first], at: Self.pathOfDefault(of: parameter, in: intent), read)
    let base = draft.base[index]
    settings += layer(
      .widget, base.origin == first.origin ? [] : [base], at: path(parameter.name, draft), read)
    let names = [parameter.name] + parameter.formerNames.map(\.name)
    for values in layers {
      let assigned = values.assigned.filter { $0.parameter == index }.map { assigned in
        Setting(plans.values[Int(assigned.value)], Origin(values.layer, assigned.range))
      }
      settings += layer(values.layer, assigned, at: path(names, id, values, draft), read)
    }
    return TracedValue(
      name: parameter.name,
      layers: settings.map { setting, isReplaced in
        TracedLayer(
          origin: setting.origin, value: .parameter(setting.value), unit: parameter.unit?.value,
          isReplaced: isReplaced)
      })
  }

  /// A knob of the widget that is no parameter of its intent.
  private mutating func own(_ knob: Knob, _ draft: WidgetDraft) -> TracedValue {
    let path = path(knob.rawValue, draft)
    let values = draft.values
    let builtIn: TracedLayer.Value
    let layers: [TracedLayer]
    switch knob {
    case .interval:
      builtIn = .interval(Step(milliseconds: 3_600_000))
      layers = own(values?.interval, at: path, { .interval($0) }) { decoder, field in
        decoder.duration(field)
      }
    case .limit:
      builtIn = .limit(200)
      layers = own(values?.limit, at: path, { .limit($0) }) { decoder, field in
        decoder.integer(field, in: WidgetKey.limits).map { Int($0) }
      }
    default:
      builtIn = .query(nil)
      layers = own(values?.query, at: path, { .query($0) }) { decoder, field in
        decoder.text(field)
      }
    }
    return TracedValue(
      name: knob.rawValue, layers: [TracedLayer(origin: .builtIn, value: builtIn)] + layers)
  }

  private mutating func own<Value>(
    _ setting: Setting<Value>?, at path: [LayerHistory.Step],
    _ traced: (Value) -> TracedLayer.Value,
    _ read: (inout FileDecoder, Field) -> Value?
  ) -> [TracedLayer] {
    let settings = layer(.widget, setting.map { [$0] } ?? [], at: path) { decoder, field in
      read(&decoder, field).map { decoder.setting($0, field) }
    }
    return settings.map { setting, isReplaced in
      TracedLayer(
        origin: setting.origin, value: traced(setting.value), isReplaced: isReplaced)
    }
  }

  private mutating func reload(_ draft: WidgetDraft) -> TracedValue {
    let rule = draft.values?.definition.reload
    let current = rule.flatMap { $0.origin == .builtIn ? nil : [$0] } ?? []
    let name = WidgetKey.reload.rawValue
    let settings = layer(.widget, current, at: path(name, draft)) { decoder, field in
      decoder.reload(field)
    }
    let layers = settings.map { setting, isReplaced in
      TracedLayer(origin: setting.origin, value: .reload(setting.value), isReplaced: isReplaced)
    }
    return TracedValue(
      name: name, layers: [TracedLayer(origin: .builtIn, value: .reload(.atEnd))] + layers)
  }

  private mutating func families(
    _ id: String, _ layers: [UserValues], _ draft: WidgetDraft
  ) -> TracedValue {
    func read(_ decoder: inout FileDecoder, _ field: Field) -> Setting<[WidgetFamily]>? {
      decoder.families(field).map { decoder.setting($0, field) }
    }
    let supported = draft.widget.families
    var settings = [(Setting(Array(supported.value.prefix(1)), supported.origin), false)]
    if let index = draft.indices[Knob.families.rawValue], let intent = draft.intent,
      case .families(let families) = draft.base[index].value
    {
      settings += layer(
        .parameterDefault, [Setting(families, draft.base[index].origin)],
        at: Self.pathOfDefault(of: intent.parameters[index], in: intent), read)
    }
    let names = [PlacementKey.families, .family].map(\.rawValue)
    for values in layers {
      let pick = values.pick.map { Setting($0.families, Origin(values.layer, $0.range)) }
      settings += layer(
        values.layer, pick.map { [$0] } ?? [], at: path(names, id, values, draft), read)
    }
    return TracedValue(
      name: Knob.families.rawValue,
      layers: settings.map { setting, isReplaced in
        TracedLayer(
          origin: setting.origin, value: .families(setting.value), isReplaced: isReplaced)
      })
  }

  // MARK: What assignments replaced

  /// Returns what a layer says, after what it said before assignments of the command line.
  private mutating func layer<Value>(
    _ layer: Layer, _ current: [Setting<Value>], at path: [LayerHistory.Step],
    _ read: (inout FileDecoder, Field) -> Setting<Value>?
  ) -> [(setting: Setting<Value>, isReplaced: Bool)] {
    var earlier: [(setting: Setting<Value>, isReplaced: Bool)] = []
    var met = Set(current.map(\.origin.range))
    let (found, own) = (decoder.diagnostics, decoder.layer)
    decoder.layer = layer
    for node in trace?.history.nodes(at: path) ?? [] {
      let field = Field(name: "", keyRange: node.range, value: node)
      guard let setting = read(&decoder, field), met.insert(setting.origin.range).inserted else {
        continue
      }
      earlier.append((setting, true))
    }
    (decoder.diagnostics, decoder.layer) = (found, own)
    return earlier + current.map { ($0, false) }
  }

  private static func pathOfDefault(
    of parameter: Parameter, in intent: Intent
  ) -> [LayerHistory.Step] {
    let keys = [
      FileKey.intents.rawValue, intent.name, IntentKey.parameters.rawValue, parameter.name,
      ParameterKey.defaultValue.rawValue,
    ]
    return keys.map { .key([$0]) }
  }

  /// The path of a key of a widget.
  private func path(_ name: String, _ draft: WidgetDraft) -> [LayerHistory.Step] {
    [.key([FileKey.widgets.rawValue]), .key([draft.widget.kind]), .key([name])]
  }

  /// The path of a user's value, by all its names; assignments change the main file alone.
  private func path(
    _ names: [String], _ id: String, _ values: UserValues, _ draft: WidgetDraft
  ) -> [LayerHistory.Step] {
    guard let user = users.last?.name else { return [] }
    let kinds = [draft.widget.kind] + draft.widget.formerKinds.map(\.name)
    let kind: [LayerHistory.Step] = [
      .key([FileKey.users.rawValue]), .key([user]), .key(kinds),
    ]
    switch values.layer {
    case .user(file: 0): return kind + [.key(names)]
    case .placement(file: 0):
      let element = LayerHistory.Step.placement(id: id, families: values.pick?.families)
      return kind + [.key([PlacementKey.placements.rawValue]), element, .key(names)]
    default: return []
    }
  }
}
