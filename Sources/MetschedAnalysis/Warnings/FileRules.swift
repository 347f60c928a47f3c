internal import MetschedConfiguration
internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

/// What is wrong between placements, and with what nobody can place.
enum FileRules {
  /// So many placements that ask at one instant are a crowd.
  private static let crowd = 100

  /// Families that a widget supports and that users cannot pick.
  static func unusableFamilies(_ configuration: Configuration) -> [Finding] {
    configuration.widgets.enumerated().compactMap { index, widget in
      guard let intent = widget.intent,
        let parameter = configuration.intents[intent].parameters.first(where: {
          $0.kind == .families
        }), let options = parameter.options, let range = widget.families.origin.range
      else { return nil }
      let names = Set(options.value.map(\.name))
      let unusable = widget.families.value.map(\.name).filter { !names.contains($0) }
      guard !unusable.isEmpty else { return nil }
      let listed = ValueShape.alternatives(unusable.map { "`\($0)`" })
      return Finding(
        widget: Int32(index), count: 0,
        diagnostic: .warning(
          .unusableFamily, "no placement of `\(widget.kind)` can be \(listed)", at: range,
          notes: [
            Diagnostic.Note("users pick among these alone", at: options.origin.range ?? range)
          ]))
    }
  }

  /// Placements that are the same to a system that knows no ids.
  static func indistinguishable(_ configuration: Configuration) -> [Finding] {
    struct Identity: Hashable {
      var user: Int32
      var widget: Int32
      var plan: Int32
      var family: WidgetFamily
    }
    struct Pair {
      var first: Placement
      var second: Placement
      var count: Int
    }
    var met: [Identity: Placement] = [:]
    var user: Int32?
    var pairs: [Int32: Pair] = [:]
    for placement in configuration.placements
    where configuration.host(of: placement).profile.value == .widgetkit {
      if placement.user != user {
        met.removeAll(keepingCapacity: true)
        user = placement.user
      }
      let identity = Identity(
        user: placement.user, widget: placement.widget, plan: placement.plan,
        family: placement.family)
      guard let first = met[identity] else {
        met[identity] = placement
        continue
      }
      pairs[placement.widget, default: Pair(first: first, second: placement, count: 0)].count += 1
    }
    return pairs.sorted { $0.key < $1.key }.map { widget, pair in
      let kind = configuration.widgets[Int(widget)].kind
      let range = pair.second.range ?? configuration.widgets[Int(widget)].range
      return Finding(
        widget: widget, count: 0,
        diagnostic: .warning(
          .indistinguishable,
          "the system cannot tell `\(pair.second.id)` from `\(pair.first.id)`: both are `\(kind)` "
            + "in `\(pair.second.family.name)` with the same values", at: range,
          notes: [
            Diagnostic.Note("the other", at: pair.first.range),
            Diagnostic.Note(
              "\(Words.count(pair.count, "placement")) of `\(kind)` "
                + "\(pair.count == 1 ? "is" : "are") like another; a value of its own helps"),
          ]))
    }
  }

  /// Many placements ask at one instant.
  static func commonReloads(_ judged: [JudgedPlacement]) -> [Finding] {
    var crowds: [Instant: (count: Int, largest: Int)] = [:]
    for (index, placement) in judged.enumerated() {
      guard placement.plan.reload.value.namesTime else { continue }
      let dates = Set(placement.figures.timelines.filter(\.isAfter).compactMap(\.next))
      for date in dates {
        var crowd = crowds[date] ?? (0, index)
        crowd.count += placement.count
        if placement.count > judged[crowd.largest].count { crowd.largest = index }
        crowds[date] = crowd
      }
    }
    let worst = crowds.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    guard let worst, worst.value.count >= crowd else { return [] }
    let largest = judged[worst.value.largest]
    let all = largest.configuration.placements.count
    let latency = largest.host.latency.value
    let spread =
      latency.upperBound == 0
      ? "the host grants all of them at that instant"
      : "the host grants them within \(Words.length(latency.upperBound))"
    return [
      largest.warning(
        .commonReload,
        "\(Words.grouped(worst.value.count)) of \(Words.count(all, "placement")) ask for a reload "
          + "at \(largest.time(worst.key))",
        at: largest.reloadRange,
        notes: [spread, "a duration such as `{after: 6h}` counts from each one's own grant"])
    ]
  }

  /// Hosts that are kinder than the system: the file's, and those of users.
  static func shortSpacing(_ judged: [JudgedPlacement]) async -> [Finding] {
    var findings: [Finding] = []
    var met: Set<SourceRange> = []
    for first in judged where first.isWidgetKit && first.host.spacing.value < 300_000 {
      guard let range = first.host.spacing.origin.range, met.insert(range).inserted else {
        continue
      }
      let same = judged.filter { $0.host.spacing.origin.range == range }.prefix(16)
      findings.append(await shortSpacing(first, Array(same), at: range))
    }
    return findings
  }

  private static func shortSpacing(
    _ first: JudgedPlacement, _ judged: [JudgedPlacement], at range: SourceRange
  ) async -> Finding {
    var counts = (here: 0, strict: 0)
    for placement in judged {
      var strict = placement.host
      strict.spacing = Setting(300_000, .builtIn)
      counts.here += placement.figures.granted
      counts.strict += await placement.run.on(strict).play().granted
    }
    return Finding(
      widget: nil, count: 0,
      diagnostic: .warning(
        .shortSpacing,
        "a spacing of \(Words.length(first.host.spacing.value)) is kinder than the system's of "
          + "about 5m", at: range,
        notes: [
          Diagnostic.Note(
            "here \(Words.count(counts.here, "reload")) are granted in \(first.span), with 5m "
              + "\(counts.strict)")
        ]))
  }
}

extension ReloadRule {
  /// Whether it names an instant or a time of day, which many may share.
  fileprivate var namesTime: Bool {
    guard case .after(let dates, _) = self else { return false }
    return dates.contains { date in
      switch date.value {
      case .timeOfDay, .instant: true
      case .elapsed, .end, .maxAge: false
      }
    }
  }
}
