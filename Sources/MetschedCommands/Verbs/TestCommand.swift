import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedSources

/// `metsched test`: runs the tests of files on the virtual clock.
struct TestCommand {
  static let verb = Verb(
    name: "test", abstract: "run the tests of files, on the virtual clock",
    arguments: "FILE…", argumentCount: 1...Int.max,
    discussion: """
      Runs `tests:` of each file: what must be shown, reloaded and recorded, for each placement
      that a test is about (docs/tests.md). A test costs what happens in it until its last step.
      Exit code 3 if one fails, 2 if a file is wrong.

      A failure shows the expectation in the file, what there is instead, the reload and the
      policy that brought it about, and the lines of the run before it.

      --update writes the files that `timeline:` names, and says what changed in them.
      """,
    options: [
      .repeated("only", "TEXT", "only tests whose names hold the text; may be given again"),
      .flag("update", "write the timelines anew that differ from their files"),
      .single(
        "format", "FORMAT", "text, json for one object a line, or junit for JUnit XML",
        choices: Format.allCases.map(\.rawValue)),
      .single("junit", "FILE", "write JUnit XML to a file as well"),
    ] + ConfigurationOptions.all + [
      ConfigurationOptions.cache, ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched test examples/tests.yaml", "run a file's tests"),
      ("metsched test --set host=widgetkit *.yaml", "on the system's host"),
      ("metsched test --junit tests.xml widget.yaml", "in CI"),
      ("metsched test --update --only midnight widget.yaml", "write the golden timelines"),
    ])

  private enum Format: String, CaseIterable {
    case text, json, junit
  }

  private let arguments: ParsedArguments
  private let terminal: Terminal

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
  }

  func run() async -> ExitCode {
    // All files are read before any test runs, so that nothing runs beside a bad one.
    var files: [(path: String, loaded: LoadedConfiguration, configuration: Configuration)] = []
    let code = await GivenFiles(arguments, terminal).check { path throws(FileAccess.Failure) in
      let loaded = try LoadedConfiguration(path, arguments)
      loaded.report(on: terminal, arguments)
      guard let configuration = loaded.configuration else { return false }
      files.append((path, loaded, configuration))
      return true
    }
    guard code == .done else { return code }
    guard hasChosen(from: files.flatMap { $0.configuration.tests.map(\.name.value) }) else {
      return .usage
    }
    do {
      var reports: [FileReport] = []
      for file in files {
        let report = try await report(file.path, file.loaded, file.configuration)
        write(report)
        reports.append(report)
      }
      try finish(reports)
      return reports.contains { $0.failed > 0 } ? .checkFailed : .done
    } catch {
      terminal.problem(error.message)
      return .failed
    }
  }

  // MARK: Tests

  private func isChosen(_ name: String) -> Bool {
    let texts = arguments.all("only")
    return texts.isEmpty || texts.contains { name.lowercased().contains($0.lowercased()) }
  }

  /// Returns whether `--only` leaves a test, or says which there are.
  private func hasChosen(from names: [String]) -> Bool {
    guard arguments["only"] != nil, !names.contains(where: isChosen) else { return true }
    let shown = names.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    terminal.problem(
      "no test has such a name",
      hint: names.isEmpty
        ? "there are no tests" : "there is \(shown)\(names.count > 8 ? ", …" : "")")
    return false
  }

  private func report(
    _ path: String, _ loaded: LoadedConfiguration, _ configuration: Configuration
  ) async throws(FileAccess.Failure) -> FileReport {
    let remote = RunNetwork.fetcher(for: configuration, arguments, mode: .offline)
    var reports: [TestReport] = []
    for test in configuration.tests where isChosen(test.name.value) {
      var outcomes: [TestOutcome] = []
      for testCase in TestCase.all(of: test, in: configuration) {
        outcomes.append(await TestRun.outcome(of: testCase, remote: remote))
      }
      var golden = try GoldenTimeline(outcomes, loaded)
      if arguments.has("update") { try golden?.update() }
      reports.append(TestReport(test: test, outcomes: outcomes, golden: golden))
    }
    return FileReport(loaded: loaded, path: path, reports: reports)
  }

  // MARK: Output

  private var format: Format {
    arguments["format"].flatMap(Format.init(rawValue:)) ?? .text
  }

  private func write(_ report: FileReport) {
    switch format {
    case .json: terminal.output(report.jsonLines)
    case .text:
      let renderer = DiagnosticRenderer(
        sources: report.loaded.sources, usesColor: terminal.usesColor(arguments.colorMode))
      terminal.output(TestText(renderer: renderer).text(report))
    case .junit: break
    }
  }

  private func finish(_ reports: [FileReport]) throws(FileAccess.Failure) {
    switch format {
    case .json: break
    case .text: terminal.output("\n" + TestText.summary(reports))
    case .junit: terminal.output(JUnitReport(files: reports).text)
    }
    guard let path = arguments["junit"] else { return }
    let file = try AtomicFile(path)
    try file.write(JUnitReport(files: reports).text)
    try file.commit()
  }
}
