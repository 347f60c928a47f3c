import MetschedConfiguration
import MetschedText

/// `metsched schema`: the JSON Schema of the configuration file, for editors.
struct SchemaCommand {
  static let verb = Verb(
    name: "schema", abstract: "print the JSON Schema of the file, for editors",
    arguments: "", argumentCount: 0...0,
    discussion: """
      Prints JSON Schema (draft 2020-12) of the configuration file, with a description of each
      key. An editor with a YAML language server completes and checks a file that begins with

          # yaml-language-server: $schema=metsched.schema.json

      The path is relative to the file in which it stands. Override files and included files
      begin otherwise than a whole file, so each kind has a schema of its own, with --part:

      \(parts)

      The schema sees one place at a time; `metsched validate` also checks what places say of
      each other.
      """,
    options: [
      .single(
        "part", "PART", "a kind of file, as above; `file` unless given",
        choices: SchemaPart.allCases.map(\.rawValue)),
      ConfigurationOptions.help,
    ],
    examples: [
      ("metsched schema > metsched.schema.json", "write it beside the file that names it"),
      (
        "metsched schema --part users > metsched.users.schema.json",
        "for what `users: {include: …}` names"
      ),
    ])

  private static var parts: String {
    SchemaPart.allCases.map { part in
      "    " + Help.column(part.rawValue, 12) + part.summary
    }.joined(separator: "\n")
  }

  private let arguments: ParsedArguments
  private let terminal: Terminal

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.arguments = arguments
    self.terminal = terminal
  }

  func run() -> ExitCode {
    let part = arguments["part"].flatMap(SchemaPart.init(rawValue:)) ?? .file
    terminal.output(FileSchema.document(of: part).lines() + "\n")
    return .done
  }
}
