package import MetschedDiagnostics
package import MetschedTime
package import WidgetTimelines

/// Every layer that set a value of a placement, kept by the decoder as it lays them over each
/// other; nothing of it is kept where nobody asks.
package struct LayerTrace: Sendable {
  /// Whose placements are traced.
  package var user: String
  /// The kind that is traced; nil for all of the user's.
  package var kind: String?
  /// What was found, in the order of the placements.
  package var placements: [TracedPlacement] = []

  package init(user: String, kind: String?) {
    self.user = user
    self.kind = kind
  }
}

/// The values of placements that were placed together, each with its layers.
package struct TracedPlacement: Sendable {
  package var widget: Int32
  package var id: String
  /// Where the placements stand; nil for those of a file without users.
  package var range: SourceRange?
  package var values: [TracedValue]
}

/// A value of a placement with what each layer says of it.
package struct TracedValue: Sendable {
  /// A parameter's name, or `interval`, `query`, `limit`, `reload` or `families`.
  package var name: String
  /// From the lowest to the highest, which counts.
  package var layers: [TracedLayer]
}

/// What one layer says.
package struct TracedLayer: Sendable {
  /// A value as the layer has it.
  package enum Value: Sendable {
    case parameter(ParameterValue)
    case interval(Step)
    /// Nil for all items.
    case query(String?)
    case limit(Int)
    case reload(ReloadRule)
    case families([WidgetFamily])
  }

  package var origin: Origin
  package var value: Value
  /// The unit of an integer that stands for a duration.
  package var unit: String?
  /// Whether an assignment of the command line stands in its place, in the same layer.
  package var isReplaced = false
}

extension PlacementDecoder {
  /// Keeps the layers of placements, where somebody asked for them.
  mutating func trace(
    id: String, range: SourceRange?, layers: [UserValues], _ draft: WidgetDraft, widget: Int
  ) {
    guard let trace, users.last?.name == trace.user,
      trace.kind == nil || trace.kind == draft.widget.kind
    else { return }
    var values = (draft.intent?.parameters ?? []).indices.compactMap { index in
      parameter(index, layers, draft)
    }
    for knob in [Knob.interval, .query, .limit] where draft.indices[knob.rawValue] == nil {
      values.append(own(knob, draft))
    }
    var reload = [TracedLayer(origin: .builtIn, value: .reload(.atEnd))]
    if let rule = draft.values?.definition.reload, rule.origin != .builtIn {
      reload.append(TracedLayer(origin: rule.origin, value: .reload(rule.value)))
    }
    values.append(TracedValue(name: WidgetKey.reload.rawValue, layers: reload))
    values.append(families(layers, draft))
    self.trace?.placements.append(
      TracedPlacement(widget: Int32(widget), id: id, range: range, values: values))
  }

  private mutating func parameter(
    _ index: Int, _ layers: [UserValues], _ draft: WidgetDraft
  ) -> TracedValue? {
    guard let parameter = draft.intent?.parameters[index], parameter.name != Knob.families.rawValue
    else { return nil }
    var settings = [parameter.defaultValue]
    if draft.base[index].origin != parameter.defaultValue.origin {
      settings.append(draft.base[index])
    }
    for values in layers {
      for assigned in values.assigned where assigned.parameter == index {
        settings.append(
          Setting(plans.values[Int(assigned.value)], Origin(values.layer, assigned.range)))
      }
    }
    var traced: [TracedLayer] = []
    for setting in settings {
      for (node, value) in replaced(at: setting.origin.range, parameter, draft.widget.kind) {
        traced.append(
          TracedLayer(
            origin: Origin(setting.origin.layer, node.range), value: .parameter(value),
            unit: parameter.unit?.value, isReplaced: true))
      }
      traced.append(
        TracedLayer(
          origin: setting.origin, value: .parameter(setting.value), unit: parameter.unit?.value))
    }
    return TracedValue(name: parameter.name, layers: traced)
  }

  /// Returns what an assignment of the command line has replaced, as far as it is a value.
  private mutating func replaced(
    at range: SourceRange?, _ parameter: Parameter, _ kind: String
  ) -> [(PatchedNode, ParameterValue)] {
    guard let range else { return [] }
    let found = decoder.diagnostics
    defer { decoder.diagnostics = found }
    return decoder.replaced.filter { $0.range.holds(range) }.flatMap { replaced in
      replaced.nodes.compactMap { node -> (PatchedNode, ParameterValue)? in
        let value =
          replaced.range == range
          ? node : node[parameter.name] ?? node[kind].flatMap { $0[parameter.name] }
        guard let value, !value.isNull else { return nil }
        let field = Field(name: parameter.name, keyRange: value.range, value: value)
        return decoder.value(field, of: parameter).map { (value, $0) }
      }
    }
  }

  private func own(_ knob: Knob, _ draft: WidgetDraft) -> TracedValue {
    let values = draft.values
    let layers: [TracedLayer?] =
      switch knob {
      case .interval:
        [
          TracedLayer(origin: .builtIn, value: .interval(Step(milliseconds: 3_600_000))),
          values?.interval.map { TracedLayer(origin: $0.origin, value: .interval($0.value)) },
        ]
      case .limit:
        [
          TracedLayer(origin: .builtIn, value: .limit(200)),
          values?.limit.map { TracedLayer(origin: $0.origin, value: .limit($0.value)) },
        ]
      default:
        [
          TracedLayer(origin: .builtIn, value: .query(nil)),
          values?.query.map { TracedLayer(origin: $0.origin, value: .query($0.value)) },
        ]
      }
    return TracedValue(name: knob.rawValue, layers: layers.compactMap(\.self))
  }

  private func families(_ layers: [UserValues], _ draft: WidgetDraft) -> TracedValue {
    let first = draft.widget.families
    var traced = [
      TracedLayer(origin: first.origin, value: .families(Array(first.value.prefix(1))))
    ]
    if let index = draft.indices[Knob.families.rawValue],
      case .families(let families) = draft.base[index].value
    {
      traced.append(TracedLayer(origin: draft.base[index].origin, value: .families(families)))
    }
    for values in layers {
      guard let pick = values.pick else { continue }
      traced.append(
        TracedLayer(origin: Origin(values.layer, pick.range), value: .families(pick.families)))
    }
    return TracedValue(name: Knob.families.rawValue, layers: traced)
  }
}

/// What an assignment of the command line stands in the place of.
struct ReplacedNodes {
  /// Where the assigned value stands.
  var range: SourceRange
  /// What was there, from the file's own to the last assignment before.
  var nodes: [PatchedNode]
}

extension SourceRange {
  fileprivate func holds(_ other: SourceRange) -> Bool {
    file == other.file && start <= other.start && other.end <= end
  }
}

extension PatchedNode {
  fileprivate subscript(key: String) -> PatchedNode? {
    kind == .mapping ? entries.first { $0.name == key }?.value : nil
  }
}
