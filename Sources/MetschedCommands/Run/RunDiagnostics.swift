import MetschedConfiguration
import MetschedDiagnostics
import MetschedEngine
import MetschedRuntime
import MetschedTime
import MetschedWidgets

/// Says on stderr what a run brings to light, once each, at the places that cause it.
struct RunDiagnostics {
  private let terminal: Terminal
  private let arguments: ParsedArguments
  private var renderer: DiagnosticRenderer
  private var said: Set<Diagnostic> = []
  private var noticesSaid = 0

  init(_ prepared: PreparedRun) {
    terminal = prepared.terminal
    arguments = prepared.arguments
    renderer = DiagnosticRenderer(
      sources: prepared.loaded.sources,
      usesColor: terminal.errorUsesColor(prepared.arguments.colorMode))
  }

  /// Points into other files from now on.
  mutating func follow(_ loaded: LoadedConfiguration) {
    renderer = DiagnosticRenderer(
      sources: loaded.sources, usesColor: terminal.errorUsesColor(arguments.colorMode))
  }

  /// Takes what the conductor's machine and provider have noticed, and says what is new in it.
  mutating func report(_ conductor: inout Conductor<WidgetProvider>) {
    let notices = conductor.provider.notices
    guard !conductor.warnings.isEmpty || notices.count > noticesSaid else { return }
    let configuration = conductor.provider.configuration
    var diagnostics = Diagnostics()
    for warning in conductor.warnings {
      let diagnostic = Self.diagnostic(of: warning, in: configuration)
      let placement = configuration.placements[Int(warning.placement.index)]
      if configuration.widgets[Int(placement.widget)].allows(diagnostic.id) { continue }
      if said.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
    }
    conductor.warnings.removeAll(keepingCapacity: true)
    for notice in notices[noticesSaid...] {
      if case .cached(let time) = notice.kind {
        sayCached(notice.widget, at: time, in: configuration)
      } else if let diagnostic = Self.diagnostic(of: notice, in: configuration),
        !configuration.widgets[Int(notice.widget)].allows(diagnostic.id)
      {
        diagnostics.append(diagnostic)
      }
    }
    noticesSaid = notices.count
    if !diagnostics.isEmpty { terminal.error(renderer.text(diagnostics)) }
  }

  /// It is nobody's mistake, so it has no place in the file.
  private func sayCached(_ widget: Int32, at time: Instant, in configuration: Configuration) {
    let fetched = time - time.milliseconds % 1_000
    terminal.problem(
      "`\(configuration.widgets[Int(widget)].kind)` shows what the cache holds of "
        + fetched.rfc3339(in: .utc),
      hint: "`--online` asks the network")
  }

  private static func diagnostic(
    of warning: Warning, in configuration: Configuration
  ) -> Diagnostic {
    let placement = configuration.placements[Int(warning.placement.index)]
    let plan = configuration.plans[Int(placement.plan)]
    let kind = configuration.widgets[Int(placement.widget)].kind
    let range = plan.reload.origin.range ?? configuration.widgets[Int(placement.widget)].range
    switch warning.kind {
    case .datePassed:
      return .warning(
        .datePassed, "the date of `after` has passed, so nothing reloads `\(kind)` any more",
        at: range,
        notes: [Diagnostic.Note("a duration, a time of day or `end` comes again")])
    case .reloadLoop:
      return .warning(
        .reloadLoop,
        "the provider of `\(kind)` asks for a reload while it answers one, which would never end; "
          + "the reload waits for `retry` (`\(plan.failure.retry.value)`)",
        at: plan.failure.retry.origin.range ?? configuration.widgets[Int(placement.widget)].range,
        notes: [Diagnostic.Note("`reload:` says when the next timeline is due")])
    case .lastEntryHardlySeen:
      return .warning(
        .lastEntryHardlySeen,
        "`atEnd` asks at the last entry's own date, so `\(kind)` shows it only until the host grants",
        at: range,
        notes: [Diagnostic.Note("`reload: {after: end}` gives the last entry its turn")])
    }
  }

  private static func diagnostic(
    of notice: ItemNotice, in configuration: Configuration
  ) -> Diagnostic? {
    let widget = configuration.widgets[Int(notice.widget)]
    switch notice.kind {
    case .unsorted(let field):
      return .warning(
        .unsortedItems,
        "the items of `\(widget.kind)` are not in order of `\(field)`; they were sorted",
        at: widget.range)
    case .cached: return nil
    case .undated(let field, let count):
      return .warning(
        .undatedItems,
        "\(count) item\(count == 1 ? "" : "s") of `\(widget.kind)` left out, with no date in "
          + "`\(field)` that can be read (RFC 3339)", at: widget.range)
    }
  }
}
