/// What the programs of one call have measured, by the programs' short names.
///
/// Every round runs all programs one after the other, so that whatever slows the machine down for
/// a while slows both sides of a ratio. A ratio is taken in each round, and its median counts.
struct Runs {
  private var measurements: [String: [Measurement]] = [:]

  mutating func add(_ measurement: Measurement, of program: String) {
    measurements[program, default: []].append(measurement)
  }

  /// The median of a value that a program has measured.
  func median(_ figure: Figure) -> Double {
    Self.median(values(figure))
  }

  /// The median of the ratios of two values, round by round.
  func ratio(_ ours: Figure, to limit: Figure) -> Double {
    Self.median(zip(values(ours), values(limit)).map { $0 / $1 })
  }

  /// The hash of the order in which a program made its decisions.
  func order(of program: String) -> Set<String> {
    Set((measurements[program] ?? []).compactMap { $0.texts["order"] })
  }

  private func values(_ figure: Figure) -> [Double] {
    (measurements[figure.program] ?? []).compactMap { $0[figure.value] }
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

/// A value that one program measures.
struct Figure {
  let program: String
  let value: String

  init(_ program: String, _ value: String) {
    self.program = program
    self.value = value
  }
}
