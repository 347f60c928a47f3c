package import MetschedDiagnostics
package import MetschedTime
package import WidgetFamilies

/// Every layer that set a value of a placement, kept by the decoder as it lays them over each
/// other; nothing of it is kept where nobody asks.
package struct LayerTrace: Sendable {
  /// Whose placements are traced.
  package var user: String
  /// The kind that is traced; nil for all of the user's.
  package var kind: String?
  /// What was found, in the order of the placements.
  package var placements: [TracedPlacement] = []
  /// What the file said before assignments of the command line.
  var history = LayerHistory()

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
  /// From the lowest to the highest.
  package var layers: [TracedLayer]

  /// Which of the layers counts: the highest that no assignment has replaced.
  package var counting: Int? { layers.lastIndex { !$0.isReplaced } }

  /// The layer below the one that counts, or what an assignment has replaced there.
  package var below: TracedLayer? { counting.flatMap { $0 > 0 ? layers[$0 - 1] : nil } }
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
  /// Whether an assignment of the command line stands in its place, or has taken it away.
  package var isReplaced = false
}
