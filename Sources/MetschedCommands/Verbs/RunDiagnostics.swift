import MetschedConfiguration
import MetschedDiagnostics
import MetschedEngine
import MetschedRuntime
import MetschedWidgets

/// What a run has brought to light, as diagnostics at the places that cause it.
enum RunDiagnostics {
  /// Writes to stderr what a run has brought to light.
  static func report(
    _ conductor: Conductor<WidgetProvider>, in configuration: Configuration,
    _ loaded: LoadedConfiguration, _ terminal: Terminal, _ color: Terminal.ColorMode
  ) {
    let diagnostics = diagnostics(
      of: conductor.warnings, notices: conductor.provider.notices, in: configuration)
    guard !diagnostics.isEmpty else { return }
    terminal.error(
      DiagnosticRenderer(sources: loaded.sources, usesColor: terminal.errorUsesColor(color))
        .text(diagnostics))
  }

  static func diagnostics(
    of warnings: [Warning], notices: [ItemNotice], in configuration: Configuration
  ) -> Diagnostics {
    var diagnostics = Diagnostics()
    var seen: Set<Diagnostic> = []
    for warning in warnings {
      let diagnostic = self.diagnostic(of: warning, in: configuration)
      if seen.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
    }
    for notice in notices { diagnostics.append(diagnostic(of: notice, in: configuration)) }
    return diagnostics
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
        "date-passed", "the date of `after` has passed, so nothing reloads `\(kind)` any more",
        at: range,
        notes: [Diagnostic.Note("a duration, a time of day or `end` comes again")])
    case .lastEntryHardlySeen:
      return .warning(
        "last-entry-hardly-seen",
        "`atEnd` asks at the last entry's own date, so `\(kind)` shows it only until the host grants",
        at: range,
        notes: [Diagnostic.Note("`reload: {after: end}` gives the last entry its turn")])
    }
  }

  private static func diagnostic(
    of notice: ItemNotice, in configuration: Configuration
  ) -> Diagnostic {
    let widget = configuration.widgets[Int(notice.widget)]
    switch notice.kind {
    case .unsorted(let field):
      return .warning(
        "unsorted-items",
        "the items of `\(widget.kind)` are not in order of `\(field)`; they were sorted",
        at: widget.range)
    case .undated(let field, let count):
      return .warning(
        "undated-items",
        "\(count) item\(count == 1 ? "" : "s") of `\(widget.kind)` left out, with no date in "
          + "`\(field)` that can be read (RFC 3339)", at: widget.range)
    }
  }
}
