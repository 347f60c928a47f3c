import MetschedAnalysis
import MetschedConfiguration

/// What one reading of a file changes against the one before, in a few lines for an operator.
struct RevisionChange {
  private let difference: ConfigurationDifference
  let clockHasChanged: Bool

  init(from old: Configuration, to new: Configuration) {
    difference = ConfigurationDifference(old: old, new: new)
    clockHasChanged = old.clock.differs(from: new.clock)
  }

  /// The lines that `metsched diff` would begin with, indented; empty where nothing changes.
  var text: String {
    let lines = difference.text().split(separator: "\n").map { "  \($0)\n" }.joined()
    guard clockHasChanged else { return lines }
    return lines + "  `clock` counts from the next start on; the run keeps the one that it has\n"
  }
}

extension ClockSettings {
  /// Whether a run of one would be another run than one of the other.
  fileprivate func differs(from other: ClockSettings) -> Bool {
    kind.value != other.kind.value || length?.value != other.length?.value
      || speed.value != other.speed.value || seed.value != other.seed.value
      || kind.value == .virtual && start.value != other.start.value
  }
}
