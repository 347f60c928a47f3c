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

      The schema sees one place at a time; `metsched validate` also checks what places say of
      each other.
      """,
    options: [ConfigurationOptions.help],
    examples: [
      ("metsched schema > metsched.schema.json", "write it beside the file that names it")
    ])

  private let terminal: Terminal

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    self.terminal = terminal
  }

  func run() -> ExitCode {
    terminal.output(FileSchema.document.lines() + "\n")
    return .done
  }
}
