import MetschedConfiguration
import MetschedDiagnostics
import MetschedSources
import MetschedSystem
import MetschedText
import MetschedWidgets

/// `metsched fetch`: what the app does when somebody searches in it.
struct FetchCommand {
  static let verb = Verb(
    name: "fetch", abstract: "fetch objects of the Met, and write them into the container",
    arguments: "FILE", argumentCount: 1...1,
    discussion: """
      Does what the app of The Met does: searches the Met Collection API, fetches the objects
      found, and writes them into the file that a widget reads, whole or not at all. Then it
      asks the running service of the file, if there is one, to reload the widgets that read
      it; those that say `reload-on: {container: changed}` notice it by themselves. Where the
      fetch fails, the file stays as it was, and the exit code is 1.

      Widgets whose `source` is `met` or `json` need no app: what they ask for is fetched into
      the cache, from which virtual runs answer.
      """,
    options: [
      .single("query", "TEXT", "the words to search for; the widget's own `query` without it"),
      .single("count", "N", "how many objects, 1 to 500; 12 without it"),
      .single("kind", "KIND", "only this widget"),
      .single("user", "NAME", "only this user's widgets, and their container"),
      .single("base", "URL", "where the API is; the museum's own without it"),
    ] + ConfigurationOptions.all + [
      ConfigurationOptions.cache, ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      (
        "metsched fetch examples/themet.yaml --query peony",
        "12 objects that have to do with peonies"
      )
    ])

  private let arguments: ParsedArguments
  private let terminal: Terminal

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
  }

  /// Where a widget's objects are written.
  private struct Target: Hashable {
    var container: String
    var file: String
    var query: String?
  }

  func run() async -> ExitCode {
    guard
      let configuration = LoadedConfiguration.reported(arguments, terminal)?.configuration
    else { return .badConfiguration }
    do {
      guard let placements = placements(of: configuration) else { return .usage }
      return try await fetch(for: placements, of: configuration)
    } catch {
      terminal.problem(error.message)
      return .failed
    }
  }

  /// What the options leave; nil where they name nothing, which is said.
  private func placements(of configuration: Configuration) -> [Placement]? {
    var placements = configuration.placements
    let kinds = configuration.widgets.map(\.kind)
    if let kind = arguments["kind"] {
      guard let index = kinds.firstIndex(of: kind) else {
        let near = Nearest.match(kind, among: kinds).map { "; did you mean `\($0)`?" } ?? ""
        terminal.problem("no widget `\(kind)` in `\(configuration.path)`\(near)")
        return nil
      }
      placements.removeAll { $0.widget != Int32(index) }
    }
    let users = configuration.users.map(\.name)
    if let user = arguments["user"] {
      guard let index = users.firstIndex(of: user) else {
        let near = Nearest.match(user, among: users).map { "; did you mean `\($0)`?" } ?? ""
        terminal.problem("no user `\(user)` in `\(configuration.path)`\(near)")
        return nil
      }
      placements.removeAll { $0.user != Int32(index) }
    }
    return placements
  }

  private func fetch(
    for placements: [Placement], of configuration: Configuration
  ) async throws(FileAccess.Failure) -> ExitCode {
    let store = ItemStore(configuration)
    var targets: [Target] = []
    var queries: [RemoteQuery] = []
    for placement in placements {
      let plan = configuration.plans[Int(placement.plan)]
      switch plan.source.value {
      case .file(let file):
        guard let container = store.container(of: Int(placement.user)) else {
          terminal.problem("no container is set, so `\(file)` has no place")
          return .badConfiguration
        }
        let target = Target(
          container: container, file: file, query: arguments["query"] ?? plan.query)
        if !targets.contains(target) { targets.append(target) }
      case .remote(let query, _): if !queries.contains(query) { queries.append(query) }
      case .document, .items, .sample: break
      }
    }
    guard let count = Int(arguments["count"] ?? "12"), (1...500).contains(count) else {
      terminal.problem("`--count` is a number from 1 to 500, not `\(arguments["count"] ?? "")`")
      return .usage
    }
    guard let base = base(queries) else { return .usage }
    if let code = check(targets, queries, configuration) { return code }
    let remote = RunNetwork.fetcher(configuration, arguments, mode: .awaited)
    var code = ExitCode.done
    for target in targets {
      if !(await write(target, count: count, base: base, remote)) { code = .failed }
    }
    for query in queries where !(await warm(query, remote)) { code = .failed }
    if code == .done { tell(configuration, placements) }
    return code
  }

  /// Asks the running service for new timelines where it does not notice the writing by itself.
  private func tell(_ configuration: Configuration, _ placements: [Placement]) {
    let readers = placements.filter { placement in
      let plan = configuration.plans[Int(placement.plan)]
      return plan.source.value.containerFile != nil && plan.reloadOn == nil
    }
    let kinds = Set(readers.map(\.widget)).sorted().map { configuration.widgets[Int($0)].kind }
    guard !kinds.isEmpty else { return }
    do throws(ControlClient.Failure) {
      let client = try ControlClient(
        for: configuration.path, SystemEnvironment.variables())
      for kind in kinds {
        let event = ServiceCommands.reloadEvent(kind, arguments["user"])
        switch try client.ask(.event(event)) {
        case .done(let output): terminal.output("reload of `\(kind)`: \(output)")
        case .wrong(let error, _): terminal.error(error)
        case .status: break
        }
      }
    } catch {
      terminal.output("\(error.message), so nobody was asked to reload\n")
    }
  }

  private func check(
    _ targets: [Target], _ queries: [RemoteQuery], _ configuration: Configuration
  ) -> ExitCode? {
    if targets.isEmpty, queries.isEmpty {
      terminal.problem(
        "no widget here reads a file of its container, or asks the network",
        hint: "`source: {file: objects.json}` reads what the app has fetched")
      return .failed
    }
    if let target = targets.first(where: { $0.query == nil }), queries.isEmpty {
      terminal.problem(
        "what is to be fetched for `\(target.file)`?",
        hint: "`metsched fetch \(configuration.path) --query peony`")
      return .usage
    }
    let files = Set(targets.map { [$0.container, $0.file] })
    if files.count < targets.count {
      terminal.problem(
        "widgets with different queries share one file",
        hint: "`--query` says for which of them it is fetched")
      return .usage
    }
    return nil
  }

  /// Where the API is: as the command line has it, else as the file's own sources have it.
  private func base(_ queries: [RemoteQuery]) -> String? {
    guard let base = arguments["base"] else {
      for case .met(let query) in queries { return query.base }
      return MetQuery.museum
    }
    guard WebAddress.isHTTP(base) else {
      terminal.problem("`--base` is a URL such as `\(MetQuery.museum)`, not `\(base)`")
      return nil
    }
    return base.hasSuffix("/") ? base : base + "/"
  }

  // MARK: Fetching

  /// Fetches for a query and writes the file; false where one of both fails, which is said.
  private func write(
    _ target: Target, count: Int, base: String, _ remote: RemoteFetcher
  ) async -> Bool {
    guard let words = target.query else { return true }
    let query = MetQuery(
      base: base, parameters: [.init("hasImages", "true"), .init("q", words)], count: count,
      fresh: 0)
    do {
      let path = try ContainerFile.path(toWrite: target.file, in: target.container)
      switch await remote.ask(.met(query)).wait().result {
      case .failure(let fault):
        terminal.problem(fault.message, hint: "`\(path)` stays as it was")
        return false
      case .success(let content):
        let file = try AtomicFile(path)
        try file.write(Self.text(of: content.items))
        try file.commit()
        let items = content.items.count
        terminal.output(
          "\(path): \(items) object\(items == 1 ? "" : "s") for `\(VisibleText.of(words))`\n")
        return true
      }
    } catch let failure as FileAccess.Failure {
      terminal.problem(failure.message)
    } catch let fault as SourceFault {
      terminal.problem(fault.message)
    } catch {
      terminal.problem("\(error)")
    }
    return false
  }

  /// Fetches what a widget asks for into the cache.
  private func warm(_ query: RemoteQuery, _ remote: RemoteFetcher) async -> Bool {
    switch await remote.ask(query).wait().result {
    case .failure(let fault):
      terminal.problem(fault.message)
      return false
    case .success(let content):
      let items = content.items.count
      terminal.output("cache: \(items) item\(items == 1 ? "" : "s") for \(query.name)\n")
      return true
    }
  }

  /// The fields that the app keeps of an object.
  private static let fields = [
    "objectID", "title", "creditLine", "objectURL", "isPublicDomain", "primaryImageSmall",
  ]

  private static func text(of items: [ItemValue]) -> String {
    let objects = items.map { item in
      let kept = fields.compactMap { name in
        item[name].map { ItemField(name: name, value: $0) }
      }
      return "  " + ItemValue.object(kept).json.text
    }
    return objects.isEmpty ? "[]\n" : "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }
}
