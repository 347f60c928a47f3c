import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedSources
import MetschedTime

/// `metsched diff`: what an edit changes, and what it breaks for those who have placed widgets.
struct DiffCommand {
  static let verb = Verb(
    name: "diff", abstract: "say what an edit changes in the coming day, and what it breaks",
    arguments: "OLD [NEW]", argumentCount: 1...2,
    discussion: """
      Runs two versions of a file side by side from the same start, and says for each placement
      which entries and reloads are added, gone or moved, and which values are others. Before that
      stands what breaks for those who have placed widgets: kinds and parameters that are gone,
      families that are dropped, values that are stored and no longer allowed; and what `was` and
      `invalid: default` take along. NEW may be in error for that reason alone.

      With one file it is compared with itself as --set leaves it; with two, --set holds for both,
      as --overrides does in any case.

      With --exit-code the code is 1 if there is a difference and 3 if something breaks.
      """,
    options: [
      .flag("exit-code", "1 if there is a difference, 3 if something breaks"),
      .single("start", "TIME", "when both begin, such as 2026-01-05T09:00; OLD's own start"),
      .single("for", "DURATION", "how long both are played, such as 2d; 1d unless given"),
      .repeated("user", "NAME", "only this user's widgets; may be given again"),
    ] + ConfigurationOptions.all + [
      .single(
        "format", "FORMAT", "text, or json for one object a line", choices: ["text", "json"]),
      ConfigurationOptions.cache, ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched diff widget.old.yaml widget.yaml", "what the edit does to everybody"),
      (
        "metsched diff widget.yaml --set widgets.TheMetWidget.interval=30m --user alice",
        "what a value would do to one user"
      ),
      (
        "metsched diff <(git show HEAD:widget.yaml) widget.yaml --exit-code",
        "before a commit; what comes through a pipe stands in the folder of the other file"
      ),
    ])

  private let arguments: ParsedArguments
  private let terminal: Terminal

  /// The errors of the new file that are looked at.
  private static let errorLimit = 100_000

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
  }

  func run() async -> ExitCode {
    let paths = (arguments.operands[0], arguments.operands.last ?? arguments.operands[0])
    let hasOneFile = arguments.operands.count == 1
    if hasOneFile, arguments.all("set").isEmpty {
      terminal.problem(
        "`metsched diff` needs a second file, or `--set` to compare the file with",
        hint: "metsched diff \(paths.0) --set widgets.KIND.interval=30m")
      return .usage
    }
    let old: LoadedConfiguration
    let new: LoadedConfiguration
    do {
      let versions = (
        try version(paths.0, named: "old", beside: paths.1),
        try version(paths.1, named: "new", beside: paths.0)
      )
      old = try LoadedConfiguration(
        versions.0.path, arguments, files: versions.0.files, takesSet: !hasOneFile)
      new = try LoadedConfiguration(
        versions.1.path, arguments, files: versions.1.files, limit: Self.errorLimit)
    } catch {
      terminal.problem(error.message)
      return .badConfiguration
    }
    guard let before = old.configuration else {
      reportErrors(of: old)
      return .badConfiguration
    }
    guard let after = new.configuration ?? new.remainder else {
      reportErrors(of: new)
      return .badConfiguration
    }
    return await compare(old, before, new, after)
  }

  /// Returns how a file is read: what comes through a pipe stands where the other file does, so that
  /// `<(git show HEAD:widget.yaml)` finds its container and what it includes.
  private func version(
    _ path: String, named name: String, beside other: String
  ) throws(FileAccess.Failure) -> (path: String, files: DiskFiles) {
    guard FileAccess.exists(path), !FileAccess.isRegular(path), FileAccess.isRegular(other) else {
      return (path, DiskFiles())
    }
    let beside = "\(other) (\(name))"
    return (beside, DiskFiles(edited: [beside: try FileAccess.read(path)]))
  }

  private func compare(
    _ old: LoadedConfiguration, _ before: Configuration, _ new: LoadedConfiguration,
    _ after: Configuration
  ) async -> ExitCode {
    var difference = ConfigurationDifference(old: before, new: after)
    var stored = StoredValues(difference) { old.sources.text(in: $0) }
    // What users have stored may stand in the new file as before; everything else that is wrong
    // with it is its own.
    let isOwn = reportErrors(of: new) { error in
      !stored.explains(error) { new.sources.text(in: $0) }
    }
    guard let chosen = chosenUsers(before, after) else { return .badConfiguration }
    if let chosen {
      difference = ConfigurationDifference(
        old: before.of(users: chosen), new: after.of(users: chosen))
      stored = StoredValues(difference) { old.sources.text(in: $0) }
    }
    let zone = before.timezone.value
    let start = before.clock.start.value
    let length = arguments["for"] == nil ? .day : before.clock.length?.value ?? .day
    let range = start..<zone.adding(1, length, to: start)
    let schedule = await ScheduleDifference(
      difference, without: stored.broken, over: range,
      remote: (
        RunNetwork.fetcher(for: before, arguments, mode: .offline),
        RunNetwork.fetcher(for: after, arguments, mode: .offline)
      ))
    let report = DifferenceReport(
      difference: difference, stored: stored, schedule: schedule, range: range, length: length,
      hasOneFile: arguments.operands.count == 1, isRefused: new.configuration == nil,
      place: new.place)
    if arguments["format"] == "json" {
      terminal.output(report.jsonLines)
    } else {
      terminal.output(report.text(usesColor: terminal.usesColor(arguments.colorMode)))
    }
    if isOwn { return .badConfiguration }
    guard arguments.has("exit-code") else { return .done }
    if !stored.broken.isEmpty { return .checkFailed }
    return report.isEmpty ? .done : .failed
  }

  /// Says on stderr what is wrong with a file; warnings are for `validate`.
  ///
  /// - Returns: whether there was anything to say.
  @discardableResult
  private func reportErrors(
    of loaded: LoadedConfiguration, where isReported: (Diagnostic) -> Bool = { _ in true }
  ) -> Bool {
    var errors = Diagnostics()
    for diagnostic in loaded.diagnostics.all
    where diagnostic.severity == .error && isReported(diagnostic) {
      errors.append(diagnostic)
    }
    guard !errors.isEmpty else { return false }
    let usesColor = terminal.errorUsesColor(arguments.colorMode)
    let renderer = DiagnosticRenderer(sources: loaded.sources, usesColor: usesColor)
    terminal.error(renderer.text(errors))
    return true
  }

  /// Returns the names of the users that were asked for, nil inside where all are; nil for an unknown
  /// one, which has been said.
  private func chosenUsers(_ old: Configuration, _ new: Configuration) -> Set<String>?? {
    let names = arguments.all("user")
    guard !names.isEmpty else { return .some(nil) }
    let known = Set(new.users.map(\.name))
    guard old.hasUsers(named: names.filter { !known.contains($0) }, terminal) else { return nil }
    return Set(names)
  }
}

extension Configuration {
  /// Returns the configuration with the placements and events of some users.
  fileprivate func of(users names: Set<String>) -> Configuration {
    var own = self
    own.select(users: Set(users.indices.filter { names.contains(users[$0].name) }.map(Int32.init)))
    return own
  }
}
