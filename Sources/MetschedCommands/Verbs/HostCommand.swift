import MetschedConfiguration
import MetschedDiagnostics
import MetschedText

/// `metsched host`: the figures of the hosts, and how each is known.
struct HostCommand {
  static let verb = Verb(
    name: "host", abstract: "print the figures of the hosts, and how each is known",
    arguments: "[PROFILE]", argumentCount: 0...1,
    discussion: """
      Prints what a host grants: each figure, its value, whether Apple documents it, developers
      report it or we assume it, and who says so. A file sets figures under `host:`, for one user
      under the user's `host:` (docs/host.md).
      """,
    options: [
      .single(
        "format", "FORMAT", "text, or json for one object a line", choices: ["text", "json"]),
      ConfigurationOptions.help,
    ],
    examples: [
      ("metsched host", "the figures of all profiles"),
      ("metsched host widgetkit --format json", "one profile's, for another program"),
    ])

  private let arguments: ParsedArguments
  private let terminal: Terminal

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
  }

  func run() -> ExitCode {
    var profiles = HostSettings.Profile.allCases
    if let name = arguments.operands.first {
      guard let profile = HostSettings.Profile(rawValue: name) else {
        let names = profiles.map(\.rawValue)
        let near = Nearest.match(name, among: names).map { "; did you mean `\($0)`?" } ?? ""
        terminal.problem(
          "no host is called `\(name)`\(near)",
          hint: "there are " + names.map { "`\($0)`" }.joined(separator: " and "))
        return .usage
      }
      profiles = [profile]
    }
    for (index, profile) in profiles.enumerated() {
      if arguments["format"] == "json" {
        for figure in HostFigure.all(of: profile) { terminal.output(json(figure, of: profile)) }
      } else {
        terminal.output((index > 0 ? "\n" : "") + text(of: profile))
      }
    }
    return .done
  }

  private func json(_ figure: HostFigure, of profile: HostSettings.Profile) -> String {
    let object: JSONValue = [
      "profile": .string(profile.rawValue), "figure": .string(figure.name),
      "value": .string(figure.value), "basis": .string(figure.basis.rawValue),
      "source": .string(figure.source),
    ]
    return object.text + "\n"
  }

  private func text(of profile: HostSettings.Profile) -> String {
    let figures = HostFigure.all(of: profile)
    let names = figures.map(\.name.count).max() ?? 0
    let values = figures.map(\.value.count).max() ?? 0
    var text = "\(profile.rawValue)\n"
    for figure in figures {
      text += "  \(padded(figure.name, names))  \(padded(figure.value, values))  "
      text += figure.basis.rawValue + "\n"
      for line in Self.wrapped(figure.source, to: Self.width - 6) { text += "      \(line)\n" }
    }
    return text
  }

  private static let width = 80

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
