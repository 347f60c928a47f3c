import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedRuntime
import MetschedText

/// `metsched explain`: where a placement's value comes from and what it does.
struct ExplainCommand {
  static let verb = Verb(
    name: "explain", abstract: "say what a placement shows and why, or who set one of its values",
    arguments: "FILE PLACEMENT", argumentCount: 2...2,
    discussion: """
      A placement is named user/Kind/id/family; what is clear may be left out at the end.

      With --value it lists every layer that set the value, the one that counts first, each with
      its place, and what the value does: a day of the placement alone, with it and with the
      layer below.
      """,
    options: [
      .single("value", "NAME", "a parameter, or interval, query, limit, reload, families")
    ] + ConfigurationOptions.all + [
      .single("format", "FORMAT", "text or json", choices: ["text", "json"]),
      ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      (
        "metsched explain widget.yaml bob/MetSearchWidget/hall --value interval",
        "who sets the interval, and what it changes"
      )
    ])

  private let arguments: ParsedArguments
  private let terminal: Terminal
  private let name: PlacementName

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
    name = PlacementName(arguments.operands[1])
  }

  func run() async -> ExitCode {
    let trace = arguments["value"].map { _ in LayerTrace(user: name.user, kind: name.kind) }
    let loaded: LoadedConfiguration
    do {
      loaded = try LoadedConfiguration(arguments.operands[0], arguments, trace: trace)
    } catch {
      terminal.problem(error.message)
      return .badConfiguration
    }
    loaded.report(on: terminal, arguments)
    guard let configuration = loaded.configuration else { return .badConfiguration }
    let index: Int
    do {
      index = try name.index(in: configuration)
    } catch {
      terminal.problem(error.message, hint: error.hint)
      return .badConfiguration
    }
    guard let value = arguments["value"] else { return .usage }
    return await explain(value, at: index, configuration, loaded)
  }

  private func explain(
    _ name: String, at index: Int, _ configuration: Configuration, _ loaded: LoadedConfiguration
  ) async -> ExitCode {
    let placement = configuration.placements[index]
    let traced = loaded.trace?.placements.first {
      $0.widget == placement.widget && $0.id == placement.id && $0.range == placement.range
    }
    let values = traced?.values ?? []
    let wanted = name == PlacementKey.family.rawValue ? PlacementKey.families.rawValue : name
    guard let value = values.first(where: { $0.name == wanted }) else {
      let names = values.map(\.name)
      let near = Nearest.match(name, among: names).map { "; did you mean `\($0)`?" } ?? ""
      terminal.problem(
        "`\(configuration.name(of: placement))` has no value `\(name)`\(near)",
        hint: "there is " + names.map { "`\($0)`" }.joined(separator: ", "))
      return .badConfiguration
    }
    var effect: ValueEffect?
    var conflict: String?
    do {
      effect = try await ValueEffect.of(value, at: index, in: configuration)
    } catch {
      conflict = error.message
    }
    let explanation = ValueExplanation(
      placement: configuration.name(of: placement), value: value, effect: effect,
      conflict: conflict, loaded: loaded)
    let isJSON = arguments["format"] == "json"
    terminal.output(isJSON ? explanation.json.text + "\n" : explanation.text)
    return .done
  }
}
