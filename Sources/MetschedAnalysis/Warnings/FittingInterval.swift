internal import MetschedConfiguration
internal import MetschedDiagnostics
internal import MetschedTime

/// The least interval with which the host grants all that is asked, as runs show.
struct FittingInterval {
  private let step: Step

  private static let candidates: [Step] =
    [5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 720].map { Step(milliseconds: $0 * 60_000) }

  /// Looks for one; nil where the interval does not decide, or none that is allowed fits.
  static func of(_ judged: JudgedPlacement) async -> FittingInterval? {
    let plan = judged.plan
    guard plan.entry.date == nil else { return nil }
    if case .after(let dates, _) = plan.reload.value {
      guard dates.contains(where: { if case .end = $0.value { true } else { false } }) else {
        return nil
      }
    }
    for step in candidates where plan.interval.isShorter(than: step) {
      guard judged.allows(interval: step) else { return nil }
      var other = plan
      other.interval = step
      let figures = await judged.run.with(other).play()
      if figures.waitsForBudget.isEmpty, figures.spacingDeferrals == 0 {
        return FittingInterval(step: step)
      }
    }
    return nil
  }

  func fix(at range: SourceRange) -> Diagnostic.FixIt {
    Diagnostic.FixIt(
      "with `\(step)` all are granted", at: range, replacement: step.description)
  }
}

extension JudgedPlacement {
  /// Whether the bounds of the parameter, if it is one, allow an interval.
  fileprivate func allows(interval: Step) -> Bool {
    guard let intent = widget.intent,
      let parameter = configuration.intents[intent].parameters.first(where: {
        $0.name == Knob.interval.rawValue
      }), let maximum = parameter.maximum?.value
    else { return true }
    switch maximum {
    case .duration(let most): return !most.isShorter(than: interval)
    case .integer(let count):
      let unit = parameter.unit.flatMap { StepUnit(rawValue: $0.value) } ?? .second
      return !unit.step(count).isShorter(than: interval)
    default: return true
    }
  }
}
