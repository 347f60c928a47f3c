import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedEngine
import MetschedRecords
import MetschedText
import MetschedTime

/// The answer as JSON.
extension MomentExplanation {
  /// The answer as one line of JSON.
  var json: JSONValue {
    var fields: [(String, JSONValue)] = [
      ("placement", .string(placement)), ("at", instant(moment.at)),
    ]
    fields.append(("shows", moment.shown.map(json) ?? .null))
    fields.append(("next", moment.nextShown.map(json) ?? .null))
    let reloaded = moment.reload
    fields.append(("reload", reloaded.map(json) ?? .null))
    fields.append(("policy", .string(reloaded.map { "\($0.reload.policy)" })))
    fields.append(("why", .string(reloaded?.reload.why?.text)))
    fields.append(("origin", .string(reloaded?.origin.range.map(loaded.place))))
    fields.append(("asked", instant(reloaded?.reload.next)))
    fields.append(("granted", instant(moment.nextReload?.reload.granted)))
    fields.append(("rules", .array(moment.reasons.map { .string(Self.name(of: $0)) })))
    fields.append(("nextReload", moment.nextReload.map(json) ?? .null))
    fields.append(("budget", moment.budget.map(json) ?? .null))
    fields.append(("foreground", .boolean(moment.isInForeground)))
    fields.append(("removed", instant(moment.removed)))
    fields.append(("runEnd", instant(runEnd)))
    fields.append(("horizon", instant(moment.horizon)))
    let coming = moment.coming.map { coming in
      switch coming {
      case .show(let shown): json(shown)
      case .reload(let reloaded): json(reloaded)
      }
    }
    fields.append(("coming", .array(coming)))
    return .object(fields)
  }

  private func instant(_ instant: Instant?) -> JSONValue { .string(instant?.rfc3339(in: zone)) }

  private func json(_ budget: PlacementMoment.Budget) -> JSONValue {
    .object([
      ("limit", .integer(budget.limit)), ("left", .integer(budget.left)),
      ("returns", instant(budget.returns)),
    ])
  }

  private func json(_ shown: PlacementMoment.Shown) -> JSONValue {
    let what = ShowsWord(shown.content, isEmpty: shown.isEmpty).name
    return .object([
      ("at", instant(shown.at)), ("what", .string("show")), ("shows", .string(what)),
      ("title", .string(shown.title)), ("link", .string(shown.link)),
      ("entry", .integer(shown.number)),
    ])
  }

  private func json(_ reloaded: PlacementMoment.Reloaded) -> JSONValue {
    let reload = reloaded.reload
    var fields: [(String, JSONValue)] = [("at", instant(reloaded.at))]
    fields.append(("what", .string(reloaded.error == nil ? "reload" : "fail")))
    fields.append(("cause", .array(reloaded.causes.map { .string($0.name) })))
    fields.append(("counted", .boolean(reload.isCounted)))
    fields.append(("eligible", instant(reload.eligible)))
    fields.append(("granted", instant(reload.granted)))
    fields.append(("reason", .string(reload.reason.map { "\($0)" })))
    fields.append(("left", .integer(reload.left)))
    fields.append(("entries", .integer(reload.entries)))
    fields.append(("last", instant(reload.last)))
    fields.append(("next", instant(reload.next)))
    fields.append(("error", .string(reloaded.error)))
    return .object(fields)
  }

  private static func name(of reason: ReloadReason) -> String {
    switch reason {
    case .window: "window"
    case .gap: "gap"
    case .clockChange: "clock-change"
    case .maxAge: "max-age"
    case .noMaxAge: "no-max-age"
    case .end: "end"
    case .spacing: "spacing"
    case .budget: "budget"
    case .visible: "visible"
    case .latency: "latency"
    case .suspension: "suspension"
    case .coalescing: "coalescing"
    case .earlier: "earlier"
    }
  }
}
