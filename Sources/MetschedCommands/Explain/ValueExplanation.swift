import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedText
import MetschedTime
import WidgetFamilies

/// `explain --value`: the layers of a value, the highest first, and what the value does to a day.
struct ValueExplanation {
  /// The placement's whole name.
  let placement: String
  let value: TracedValue
  /// Nil where nothing is below the value that counts.
  let effect: ValueEffect?
  /// What is wrong with the layer below, where it cannot be played.
  let conflict: String?
  let loaded: LoadedConfiguration

  /// The answer as people read it.
  var text: String {
    let rows = value.layers.reversed().map { layer in
      [
        words(layer), Self.name(of: layer.origin.layer), place(layer),
        layer.isReplaced ? "replaced by an assignment" : "",
      ]
    }
    let widths = (0..<3).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    let counting = rows.count - 1 - (value.counting ?? rows.count - 1)
    var text = "\(placement): `\(value.name)` is \(counts ?? "nothing")\n\n"
    for (index, row) in rows.enumerated() {
      var line = index == counting ? "→ " : "  "
      for (column, cell) in row.enumerated() where !cell.isEmpty {
        let width = column < 3 ? widths[column] + 2 : 0
        line += cell + String(repeating: " ", count: max(0, width - DisplayWidth.of(cell)))
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text + "\n" + sentence + "\n"
  }

  /// The value that counts.
  private var counts: String? { value.counting.map { words(value.layers[$0]) } }

  private var sentence: String {
    guard let below = value.below.map(words) else {
      return "No \(value.layers.count > 1 ? "layer below" : "other layer") says anything of it."
    }
    let other =
      "\(below), \(value.below?.isReplaced == true ? "which it replaced" : "the layer below")"
    if let conflict { return "With \(other), nothing can be run: \(conflict)." }
    guard let effect else { return "" }
    let after = Self.words(effect.after)
    if effect.before == effect.after {
      return "A day of this placement alone comes to \(after), as it does with \(other)."
    }
    return "A day of this placement alone comes to \(after);\nwith \(other), to "
      + "\(Self.words(effect.before))."
  }

  private static func words(_ count: DayCount) -> String {
    func number(_ value: Int, _ one: String, _ many: String) -> String {
      "\(value) \(value == 1 ? one : many)"
    }
    let failed = count.failures > 0 ? ", \(count.failures) of them failed" : ""
    return (count.isCut ? "more than " : "") + number(count.entries, "entry", "entries") + " and "
      + number(count.reloads, "reload", "reloads") + failed
  }

  /// The answer as one line of JSON.
  var json: JSONValue {
    .object([
      ("placement", .string(placement)), ("value", .string(value.name)),
      ("counts", .string(counts)),
      (
        "layers",
        .array(
          value.layers.enumerated().reversed().map { index, layer in
            .object([
              ("value", .string(words(layer))),
              ("layer", .string(Self.name(of: layer.origin.layer))),
              ("origin", .string(layer.origin.range.map(loaded.place))),
              ("counts", .boolean(index == value.counting)),
              ("replaced", .boolean(layer.isReplaced)),
            ])
          })
      ), ("before", effect.map { Self.json($0.before) } ?? .null),
      ("after", effect.map { Self.json($0.after) } ?? .null), ("conflict", .string(conflict)),
    ])
  }

  private static func json(_ count: DayCount) -> JSONValue {
    .object([
      ("entries", .integer(count.entries)), ("reloads", .integer(count.reloads)),
      ("failures", .integer(count.failures)), ("more", .boolean(count.isCut)),
    ])
  }

  // MARK: Layers in words

  private func place(_ layer: TracedLayer) -> String {
    layer.origin.range.map(loaded.place) ?? ""
  }

  static func name(of layer: Layer) -> String {
    switch layer {
    case .builtIn: "built in"
    case .parameterDefault: "default"
    case .widget: "widget"
    case .user(let file): file == 0 ? "user" : "user (override)"
    case .placement(let file): file == 0 ? "placement" : "placement (override)"
    }
  }

  private func words(_ layer: TracedLayer) -> String {
    switch layer.value {
    case .parameter(.string(let text)): text.isEmpty ? "nothing" : text
    case .parameter(let value): value.text(unit: layer.unit)
    case .interval(let step): step.description
    case .limit(let limit): String(limit)
    case .query(let query): query ?? "nothing"
    case .families(let families): families.map(\.name).joined(separator: ", ")
    case .reload(let rule): policy(rule, layer.origin)
    }
  }

  /// A policy as the file has it, in one line.
  private func policy(_ rule: ReloadRule, _ origin: Origin) -> String {
    switch rule {
    case .atEnd: return "atEnd"
    case .never: return "never"
    case .auto: return "auto"
    case .after:
      let text = origin.range.map { loaded.sources.text(in: $0) } ?? ""
      let words = text.split { $0.isWhitespace }.joined(separator: " ")
      return "after \(words)"
    }
  }
}
