package import MetschedDiagnostics

/// A value of the configuration together with the place that set it.
package struct Setting<Value> {
  package var value: Value
  package var origin: Origin

  package init(_ value: Value, _ origin: Origin) {
    self.value = value
    self.origin = origin
  }

  /// Returns the same origin with another value.
  package func map<Other>(_ transform: (Value) -> Other) -> Setting<Other> {
    Setting<Other>(transform(value), origin)
  }

  /// Returns the same origin with another value; nil where there is none.
  package func compactMap<Other>(_ transform: (Value) -> Other?) -> Setting<Other>? {
    transform(value).map { Setting<Other>($0, origin) }
  }
}

extension Setting: Sendable where Value: Sendable {}

/// Who set a value, and where.
///
/// Built-in values have no range. A value of `--set` has its range in a source of its own that
/// is shown as `--set`.
package struct Origin: Hashable, Sendable {
  package var layer: Layer
  package var range: SourceRange?

  package init(_ layer: Layer, _ range: SourceRange?) {
    self.layer = layer
    self.range = range
  }

  /// The origin of everything that nobody has set.
  package static let builtIn = Origin(.builtIn, nil)
}

/// The layers of a value, from the lowest to the highest.
package enum Layer: Hashable, Comparable, Sendable {
  case builtIn
  case parameterDefault
  case widget
  /// The user's values for a kind, in the file itself (0) or in an override file (1, 2, …).
  case user(file: UInt8)
  /// The values of one placement, in the file itself (0) or in an override file (1, 2, …).
  case placement(file: UInt8)

  private var rank: Int {
    switch self {
    case .builtIn: 0
    case .parameterDefault: 1
    case .widget: 2
    case .user(let file): 3 + 2 * Int(file)
    case .placement(let file): 4 + 2 * Int(file)
    }
  }

  package static func < (lhs: Layer, rhs: Layer) -> Bool { lhs.rank < rhs.rank }
}
