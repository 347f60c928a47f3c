import MetschedConfiguration
import MetschedDiagnostics
import MetschedSources
import MetschedText
import MetschedWidgets

/// `metsched open`: what a deep link leads to.
struct OpenCommand {
  static let verb = Verb(
    name: "open", abstract: "resolve a deep link, as the app would open it",
    arguments: "URL --in FILE", argumentCount: 1...1,
    discussion: """
      Looks the item of a deep link up in the sources of a file's widgets. An object in the
      public domain opens its own view, which is its fields; one that is not opens its
      `objectURL`. An item that says nothing of the public domain opens its own view.

      Sources over the network answer from the cache, or with `--online` from the network.
      Exit code 1 where no item has that id, 64 for a URL that is no deep link of the file.
      """,
    options: [
      .single("in", "FILE", "the file whose widgets link there; needed")
    ] + ConfigurationOptions.all + [
      .flag("online", "ask the network for what the cache does not have"),
      ConfigurationOptions.cache,
      .single("format", "FORMAT", "text, or json for one object", choices: ["text", "json"]),
      ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched open themet://452174 --in examples/themet.yaml", "an object's own view")
    ])

  private let arguments: ParsedArguments
  private let terminal: Terminal

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
  }

  func run() async -> ExitCode {
    guard let path = arguments["in"] else {
      terminal.problem("`metsched open` needs the file: `--in FILE`")
      return .usage
    }
    let link: DeepLink
    do {
      link = try DeepLink(arguments.operands[0])
    } catch {
      terminal.problem(error.message)
      return .usage
    }
    do {
      let loaded = try LoadedConfiguration(path, arguments)
      let renderer = DiagnosticRenderer(
        sources: loaded.sources, usesColor: terminal.errorUsesColor(arguments.colorMode))
      if loaded.diagnostics.hasErrors { terminal.error(renderer.text(loaded.diagnostics)) }
      guard let configuration = loaded.configuration else { return .badConfiguration }
      return await open(link, in: configuration)
    } catch {
      terminal.problem(error.message)
      return .badConfiguration
    }
  }

  private func open(_ link: DeepLink, in configuration: Configuration) async -> ExitCode {
    guard let scheme = configuration.link?.value else {
      terminal.problem(
        "`\(configuration.path)` has no deep links",
        hint: "`link: \(link.scheme)` gives its entries links")
      return .usage
    }
    guard link.scheme == scheme.lowercased() else {
      terminal.problem(
        "`\(configuration.path)` links with `\(scheme)://`, not with `\(link.scheme)://`",
        hint: "`metsched open \(scheme)://\(VisibleText.of(link.id)) --in \(configuration.path)`")
      return .usage
    }
    let remote = RunNetwork.fetcher(
      for: configuration, arguments, mode: arguments.has("online") ? .awaited : .offline)
    let (found, faults) = await ItemCatalog(configuration, remote: remote).find(link.id)
    guard let found else {
      terminal.problem(
        "no item of `\(configuration.path)` has the id `\(VisibleText.of(link.id))`",
        hint: faults.isEmpty ? nil : faults.map(\.message).joined(separator: "\n  "))
      return .failed
    }
    show(found, configuration)
    return .done
  }

  private func show(_ found: ItemCatalog.Found, _ configuration: Configuration) {
    let kind = configuration.widgets[Int(found.placement.widget)].kind
    let isPublic = found.item["isPublicDomain"]?.text != "false"
    // Whatever stands in an item, a browser is sent to the web alone.
    let url = found.item["objectURL"]?.text.flatMap { text in
      text.hasPrefix("https://") || text.hasPrefix("http://") ? text : nil
    }
    let page = isPublic ? nil : url
    if arguments["format"] == "json" {
      let opened = JSONValue.object([
        ("opens", page == nil ? "object" : "url"), ("kind", .string(kind)),
        ("url", .string(page)), ("object", found.item.json),
      ])
      terminal.output(opened.text + "\n")
    } else if let page {
      terminal.output(VisibleText.of(page) + "\n")
    } else {
      terminal.output(fields(of: found.item))
    }
  }

  /// The fields of an object, a line each, in columns.
  private func fields(of item: ItemValue) -> String {
    guard case .object(let fields) = item else { return item.json.text + "\n" }
    let width = fields.map { DisplayWidth.of($0.name) }.max() ?? 0
    return fields.map { field in
      let name = VisibleText.of(field.name)
      let blanks = String(repeating: " ", count: max(width - DisplayWidth.of(name), 0) + 2)
      return name + blanks + VisibleText.of(field.value.text ?? field.value.json.text) + "\n"
    }.joined()
  }
}
