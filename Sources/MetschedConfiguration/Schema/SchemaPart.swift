internal import MetschedText

/// A kind of file that has a schema of its own.
///
/// Apart from the whole file these are what `--overrides` names, and what `include` stands for: at
/// the top of a file, and in each section that takes it.
package enum SchemaPart: String, CaseIterable, Sendable {
  case file, overrides, include, intents, widgets, users

  /// What such a file is, in one line.
  package var summary: String {
    switch self {
    case .file: "a whole file, as `metsched run` reads it"
    case .overrides: "an override file, which holds `users:` alone"
    case .include: "a file that `include` at the top of another names"
    case .intents, .widgets, .users: "a file that `include` in `\(rawValue)` names"
    }
  }

  /// The name of the schema's own file, beside which nobody has to be told what it is.
  package var fileName: String {
    self == .file ? "metsched.schema.json" : "metsched.\(rawValue).schema.json"
  }

  var title: String {
    switch self {
    case .file: "metsched configuration file"
    case .overrides: "metsched override file"
    case .include: "metsched included file"
    case .intents, .widgets, .users: "metsched included file of \(rawValue)"
    }
  }

  var description: String {
    switch self {
    case .file: "Widgets, what users may configure, and who has placed what, for metsched."
    case .overrides: "What users have placed, over what a file of metsched says."
    case .include: "What belongs to a file of metsched, in a file of its own."
    case .intents, .widgets, .users:
      "What stands under `\(rawValue)` in a file of metsched, in a file of its own."
    }
  }

  /// The file's root, in JSON Schema; an included or override file may also say nothing at all.
  var members: [JSONValue.Member] {
    switch self {
    case .file: FileSchema.object(FileKey.table)
    case .overrides: FileSchema.nullable(FileSchema.object(OverrideKey.table))
    case .include:
      FileSchema.nullable(FileSchema.object(Self.includedTable))
    case .intents: included(.intents)
    case .widgets: included(.widgets)
    case .users: included(.users)
    }
  }

  /// The keys of a file of which others hold the rest.
  private static var includedTable: KeyTable {
    var table = FileKey.table
    table.rules = []
    for index in table.keys.indices { table.keys[index].takesNull = true }
    return table
  }

  /// The names of a section, without the section's own: it stands in the file that includes them.
  private func included(_ key: FileKey) -> [JSONValue.Member] {
    guard case .names(let rule, let shape) = key.shape else { return [] }
    let section = JSONValue.Member(
      key.rawValue,
      [
        "not": [:], "doNotSuggest": true,
        "errorMessage": .string(
          "the file stands under `\(key.rawValue)` already, and holds \(rule.plural) themselves"),
      ])
    return FileSchema.nullable(
      FileSchema.names(rule, shape, takesReferences: false, further: [section]))
  }
}
