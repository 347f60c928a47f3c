import MetschedConfiguration
import MetschedText

/// `metsched config`: the configuration after all layers, as one file that says everything.
struct ConfigCommand {
  static let verb = Verb(
    name: "config", abstract: "print the resolved configuration, and who set each value",
    arguments: "FILE", argumentCount: 1...1,
    discussion: """
      Prints the file with everything put in that counts: what is built in, parameter defaults,
      override files, `--set`, and each placement with all its values. The output is a metsched
      file again, which gives the same configuration and the same records.

      With --origin each value has a comment with the file, line and column that set it. Paths
      stay relative to the file's own folder. Keys that begin with x- are left out.
      """,
    options: [
      .flag("origin", "say behind each value who set it, and where"),
      .repeated("user", "NAME", "only this user's placements; may be given again"),
    ] + ConfigurationOptions.all + [
      .single(
        "format", "FORMAT", "text (YAML), or json with value, origin and layer",
        choices: ["text", "json"]),
      ConfigurationOptions.color, ConfigurationOptions.help,
    ],
    examples: [
      ("metsched config --origin widget.yaml", "every value, and the place that set it"),
      (
        "metsched config widget.yaml --overrides team.yaml --user alice > alice.yaml",
        "one file out of several, for one user"
      ),
    ])

  private let arguments: ParsedArguments
  private let terminal: Terminal

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
  }

  func run() -> ExitCode {
    guard let loaded = LoadedConfiguration.reported(arguments, terminal),
      let configuration = loaded.configuration
    else { return .badConfiguration }
    let names = arguments.all("user")
    guard configuration.hasUsers(named: names, terminal),
      let file = loaded.resolved(users: names.isEmpty ? nil : Set(names))
    else { return .badConfiguration }
    if arguments["format"] == "json" {
      terminal.output(ConfigurationJSON(loaded: loaded).value(of: file.node).text + "\n")
    } else {
      let hasOrigins = arguments.has("origin")
      var yaml = ConfigurationYAML { hasOrigins ? loaded.description(of: $0) : nil }
      terminal.output(yaml.text(of: file.node))
    }
    return .done
  }
}
