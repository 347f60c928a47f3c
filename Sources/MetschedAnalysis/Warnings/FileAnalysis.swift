package import MetschedConfiguration
package import MetschedDiagnostics
internal import MetschedEngine
package import MetschedTime
package import MetschedWidgets

/// What comes to light when the placements of a file are run, before anybody ships it.
///
/// One placement of each class is run by itself for two days on the file's own host; every figure
/// of a warning is taken from such a run.
package struct FileAnalysis: Sendable {
  /// What was found and is not allowed.
  package var diagnostics = Diagnostics()
  /// The different placements of the file, and those of them that were run.
  package var classes = 0
  package var judged = 0

  /// How long each placement is run.
  private static let span = Step(days: 2)

  /// Runs a file.
  ///
  /// - Parameters:
  ///   - configuration: the checked file.
  ///   - now: the instant for files on the system's clock, whose runs begin with that day; nil for
  ///     the start of a virtual run.
  ///   - remote: brings the items of sources over the network.
  package init(_ configuration: Configuration, now: Instant?, remote: (any RemoteItems)? = nil)
    async
  {
    let start =
      now.map { configuration.timezone.value.startOfDay(containing: $0) }
      ?? configuration.clock.start.value
    let range = start..<configuration.timezone.value.adding(1, Self.span, to: start)
    // What events add is judged as if it were there from the start.
    var whole = configuration
    whole.placements += configuration.addedPlacements
    let all = PlacementClass.all(of: whole)
    let limits = PlacementClass.limits
    let chosen = all.lazy.filter { $0.index < limits.ofWidget }.prefix(limits.ofFile)
    var placements: [JudgedPlacement] = []
    var findings: [Finding] = FileRules.unusableFamilies(configuration)
    for member in chosen {
      let placement = await Self.judge(member, configuration, range, remote)
      placements.append(placement)
      findings += await ReloadRules.findings(placement)
      findings += await EntryRules.findings(placement)
    }
    findings += FileRules.indistinguishable(configuration)
    findings += FileRules.commonReloads(placements)
    findings += await FileRules.shortSpacing(placements)
    classes = all.count
    judged = placements.count
    report(findings, configuration)
    if classes == judged { reportUnused(findings, configuration) }
  }

  private static func judge(
    _ member: PlacementClass, _ configuration: Configuration, _ range: Range<Instant>,
    _ remote: (any RemoteItems)?
  ) async -> JudgedPlacement {
    let run = SolitaryRun(
      member.placement, in: configuration, over: range, remote: remote)
    let zone = configuration.zones[configuration.users[Int(member.placement.user)].zone]
    var texts = TextObserver(zone: zone)
    let hasWishes = !configuration.events.isEmpty
    let figures = await run.play(comparesContent: hasWishes) { record, provider in
      texts.look(record, &provider)
    }
    texts.finish(at: figures.range.upperBound)
    return JudgedPlacement(
      configuration: configuration, placement: member.placement, count: member.count, run: run,
      figures: figures, texts: texts)
  }

  /// One warning of each kind at each place, with the placements that it is about.
  private mutating func report(_ findings: [Finding], _ configuration: Configuration) {
    struct Place: Hashable {
      var id: DiagnosticID
      var range: SourceRange?
    }
    var order: [Place] = []
    var merged: [Place: Finding] = [:]
    for finding in findings {
      if let widget = finding.widget,
        configuration.widgets[Int(widget)].allows(finding.diagnostic.id)
      {
        continue
      }
      let place = Place(id: finding.diagnostic.id, range: finding.diagnostic.range)
      if merged[place] == nil {
        order.append(place)
        merged[place] = finding
      } else {
        merged[place]?.count += finding.count
      }
    }
    for place in order {
      guard var finding = merged[place] else { continue }
      if finding.count > 1 {
        finding.diagnostic.notes.append(
          Diagnostic.Note("so it is for \(Words.count(finding.count, "placement"))"))
      }
      diagnostics.append(finding.diagnostic)
    }
  }

  /// Warns of what is allowed and does not come up, unless this host could not bring it up.
  private mutating func reportUnused(_ findings: [Finding], _ configuration: Configuration) {
    let placed = configuration.placements + configuration.addedPlacements
    for (index, widget) in configuration.widgets.enumerated() {
      guard !widget.allowed.isEmpty else { continue }
      let owners = Set(placed.lazy.filter { $0.widget == index }.map(\.user))
      let hosts = Set(owners.map { configuration.users[Int($0)].host })
      for allowed in widget.allowed
      where hosts.contains(where: { allowed.id.canComeUp(on: configuration.hosts[$0]) }) {
        let isUsed = findings.contains {
          $0.widget == Int32(index) && $0.diagnostic.id == allowed.id
        }
        guard !isUsed else { continue }
        diagnostics.append(
          .warning(
            .unusedAllow, "`\(allowed.id.rawValue)` does not come up here; remove it",
            at: allowed.range))
      }
    }
  }
}

extension DiagnosticID {
  /// Whether a host gives occasion for a warning.
  fileprivate func canComeUp(on host: HostSettings) -> Bool {
    switch self {
    case .shortInterval, .collapsedEntries, .singleEntry, .largeTimeline, .indistinguishable,
      .lastEntryHardlySeen:
      host.profile.value == .widgetkit
    case .reloadsDeferred: host.figures.budget != nil || host.figures.spacing > 0
    case .unsortedItems, .undatedItems: false  // a run says so, and validation does not
    default: true
    }
  }
}
