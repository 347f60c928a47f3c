internal import MetschedConfiguration
internal import MetschedDiagnostics
internal import MetschedTime
internal import MetschedWidgets
internal import WidgetFamilies

/// A placement whose run has been seen, with everything that a rule may ask about it.
struct JudgedPlacement {
  let configuration: Configuration
  let placement: Placement
  /// The placements for which it speaks.
  let count: Int
  let run: SolitaryRun
  let figures: RunFigures
  let texts: TextObserver

  var plan: WidgetPlan { configuration.plans[Int(placement.plan)] }
  var widget: Widget { configuration.widgets[Int(placement.widget)] }
  var kind: String { widget.kind }
  var host: HostSettings { configuration.host(of: placement) }
  var isWidgetKit: Bool { host.profile.value == .widgetkit }
  var zone: ZoneTable {
    configuration.zones[configuration.users[Int(placement.user)].zone]
  }

  /// The end of the first day, in which reloads are counted.
  var dayEnd: Instant {
    min(zone.adding(1, .day, to: figures.range.lowerBound), figures.range.upperBound)
  }

  /// How long the run looked, in words.
  var span: String { Words.length(figures.length) }

  /// Where the policy stands, or else the kind.
  var reloadRange: SourceRange { plan.reload.origin.range ?? widget.range }

  /// Where a value of the placement was set, or else the kind.
  func range(of name: String) -> SourceRange {
    configuration.origin(of: name, at: placement)?.range ?? widget.range
  }

  func time(_ instant: Instant) -> String { Words.time(instant, in: zone) }

  /// Whether every answer says the same, so that nothing is lost when it stays.
  var isUnchanging: Bool {
    let isFixed =
      switch plan.source.value {
      case .items, .sample: true
      case .file, .document, .remote: false
      }
    let saysDate = [plan.entry.title, plan.entry.subtitle].contains { text in
      if case .date? = text?.value { true } else { false }
    }
    return isFixed && !saysDate && !choosesByDay
      && figures.timelines.allSatisfy { $0.entries == 1 }
  }

  /// Whether items are chosen by the day.
  var choosesByDay: Bool { ItemSelection(plan).dependsOnDay }

  /// Whether what shows depends on the day.
  var dependsOnDay: Bool {
    choosesByDay || [plan.entry.title, plan.entry.subtitle].contains { $0?.value.namesDay == true }
  }

  /// Returns a warning about it.
  func warning(
    _ id: DiagnosticID, _ message: String, at range: SourceRange, notes: [String] = [],
    suggestion: Diagnostic.FixIt? = nil
  ) -> Finding {
    Finding(
      widget: placement.widget, count: count,
      diagnostic: .warning(
        id, message, at: range, notes: notes.map { Diagnostic.Note($0) }, suggestion: suggestion))
  }
}

/// A finding, with the placements that it concerns.
struct Finding {
  /// Nil where no widget can allow it.
  var widget: Int32?
  var count: Int
  var diagnostic: Diagnostic
}

extension EntryMapping.Text {
  /// Whether it is the entry's date in a format with the day in it.
  fileprivate var namesDay: Bool {
    if case .date(let pattern) = self { pattern.namesDay } else { false }
  }
}
