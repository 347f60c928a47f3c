import MetschedConfiguration
package import MetschedText
package import MetschedTime
import MetschedWidgets
import WidgetFamilies

/// How inputs are kept: a word that says what came, and a JSON object.
///
/// | word | object |
/// |---|---|
/// | `arrived` | `changes`: files of containers that were written; `answers`: whether some came; `commands`; `rules`: zones that have others |
/// | `zones` | `zones`: each `name` with its `rules`, as `ZoneTable.rules` has them |
/// | `clock` | `by`: milliseconds |
/// | `suspended` | `for`: milliseconds |
/// | `file` | `container`, `name`; `text`, `base64` or `fault` |
/// | `asked` | `question`, `call`, `answer` |
/// | `answered` | `question`, `answer` |
/// | `noted` | `question`, `note` |
///
/// Each has `plays` first. An answer has `version`, `fault`, `last` and `content`: `items`,
/// `fetched`, `age`, `max-age`, `offline`. A command has `revision` and `files` (`path`, `text`), or
/// `event` with `revision`, `read` and `dated`, and with the placements that were `added` to those of
/// the file, or `removed`, where there are any.
extension JournaledInput {
  /// The word of zones, which have to be known before anything else is read.
  package static let zonesWord = "zones"

  /// The word that says what came.
  package var word: String {
    switch input {
    case .arrived: "arrived"
    case .zones: Self.zonesWord
    case .clockSet: "clock"
    case .suspended: "suspended"
    case .file: "file"
    case .asked: "asked"
    case .answered: "answered"
    case .noted: "noted"
    }
  }

  package var json: JSONValue {
    .object([("plays", .integer(plays))] + fields)
  }

  private var fields: [(String, JSONValue)] {
    switch input {
    case .arrived(let arrived):
      [
        ("changes", .array(arrived.changes.map(\.json))), ("answers", .boolean(arrived.hasAnswers)),
        ("commands", .array(arrived.commands.map(\.json))),
      ] + (arrived.rules.isEmpty ? [] : [("rules", .array(arrived.rules.map { .string($0) }))])
    case .zones(let zones): [("zones", .array(zones.map(\.json)))]
    case .clockSet(let by): [("by", .integer(Int(by)))]
    case .suspended(let length): [("for", .integer(Int(length)))]
    case .file(let path, let content):
      [("container", .string(path.container)), ("name", .string(path.name)), content.field]
    case .asked(let question, let answer):
      [
        ("question", .integer(question.number)), ("call", .integer(question.call)),
        ("answer", answer?.json ?? .null),
      ]
    case .answered(let question, let answer):
      [("question", .integer(question)), ("answer", answer.json)]
    case .noted(let question, let note):
      [("question", .integer(question)), ("note", .string(note))]
    }
  }

  /// Reads an input that was kept.
  ///
  /// - Parameters:
  ///   - word: what came.
  ///   - time: the time on the clock.
  ///   - json: the object.
  ///   - command: reads what a command says, in their order; each may depend on those before it.
  /// - Throws: `RunInputFault`, where the object is not one that `json` gave, and what `command`
  ///   throws.
  package init(
    word: String, at time: Instant, json: String,
    command: (JournaledCommand) throws -> LiveCommand = { _ in
      throw RunInputFault(word: "arrived", field: "commands")
    }
  ) throws {
    let object = InputFields(try JSONItems.value(in: Array(json.utf8), of: "input"), word: word)
    let input: RunInput =
      switch word {
      case "arrived":
        .arrived(
          LiveInputs.Arrived(
            changes: try object.array("changes").map(ContainerChange.init),
            commands: try object.optionalArray("commands").map { fields in
              try command(JournaledCommand(fields))
            },
            hasAnswers: try object.flag("answers"),
            rules: try object.optionalTexts("rules")))
      case Self.zonesWord: .zones(try object.array("zones").map(ZoneTable.read))
      case "clock": .clockSet(by: try object.integer("by"))
      case "suspended": .suspended(for: try object.integer("for"))
      case "file":
        .file(
          ContainerPath(
            container: try object.text("container"), name: try object.text("name")),
          try object.content())
      case "asked":
        .asked(
          RemoteQuestion(
            number: Int(try object.integer("question")), call: Int(try object.integer("call"))),
          try object.optional("answer").map(RemoteAnswer.init))
      case "answered":
        .answered(
          question: Int(try object.integer("question")), try RemoteAnswer(object.object("answer")))
      case "noted":
        .noted(question: Int(try object.integer("question")), try object.text("note"))
      default: throw RunInputFault(word: word, field: nil)
      }
    self.init(plays: Int(try object.integer("plays")), at: time, input: input)
  }
}

/// An input that cannot be read.
package struct RunInputFault: Error {
  package var word: String
  /// The field that is missing or of another type; nil where the word is unknown.
  package var field: String?
}

/// The fields of an input's object.
private struct InputFields {
  let value: ItemValue
  let word: String

  init(_ value: ItemValue, word: String) {
    self.value = value
    self.word = word
  }

  func fault(_ name: String) -> RunInputFault { RunInputFault(word: word, field: name) }

  func text(_ name: String) throws -> String {
    guard case .string(let text)? = value[name] else { throw fault(name) }
    return text
  }

  func integer(_ name: String) throws -> Int64 {
    guard case .number(let digits)? = value[name], let integer = Int64(digits) else {
      throw fault(name)
    }
    return integer
  }

  func flag(_ name: String) throws -> Bool {
    guard case .boolean(let flag)? = value[name] else { throw fault(name) }
    return flag
  }

  func array(_ name: String) throws -> [InputFields] {
    guard case .array(let elements)? = value[name] else { throw fault(name) }
    return elements.map { InputFields($0, word: word) }
  }

  func optionalArray(_ name: String) throws -> [InputFields] {
    value[name] == nil ? [] : try array(name)
  }

  func optionalTexts(_ name: String) throws -> [String] {
    try optionalArray(name).map { element in
      guard case .string(let text) = element.value else { throw fault(name) }
      return text
    }
  }

  func object(_ name: String) throws -> InputFields {
    guard let object = try optional(name) else { throw fault(name) }
    return object
  }

  func optional(_ name: String) throws -> InputFields? {
    switch value[name] {
    case .object?: value[name].map { InputFields($0, word: word) }
    case .null?, nil: nil
    default: throw fault(name)
    }
  }

  func optionalInteger(_ name: String) throws -> Int64? {
    value[name] == .null ? nil : try integer(name)
  }

  func content() throws -> Result<[UInt8], SourceFault> {
    if case .string(let fault)? = value["fault"] { return .failure(.network(fault)) }
    if case .string(let text)? = value["text"] { return .success(Array(text.utf8)) }
    guard let bytes = Base64.decoded(try text("base64")) else { throw fault("base64") }
    return .success(bytes)
  }
}

extension Result<[UInt8], SourceFault> {
  fileprivate var field: (String, JSONValue) {
    switch self {
    case .failure(let fault): ("fault", .string(fault.message))
    case .success(let bytes):
      String(validating: bytes, as: UTF8.self).map { ("text", .string($0)) }
        ?? ("base64", .string(Base64.encoded(bytes)))
    }
  }
}

extension ZoneTable {
  fileprivate var json: JSONValue {
    .object([
      ("name", .string(identifier)), ("rules", .array(rules.map { .integer(Int($0)) })),
    ])
  }

  fileprivate static func read(_ fields: InputFields) throws -> ZoneTable {
    let rules = try fields.array("rules").map { element in
      guard case .number(let digits) = element.value, let number = Int64(digits) else {
        throw element.fault("rules")
      }
      return number
    }
    guard let table = ZoneTable(identifier: try fields.text("name"), rules: rules) else {
      throw fields.fault("rules")
    }
    return table
  }
}

extension ContainerChange {
  fileprivate var json: JSONValue {
    .object([
      ("folder", .string(folder)), ("file", .string(file)), ("changed", .boolean(hasChanged)),
    ])
  }

  fileprivate init(_ fields: InputFields) throws {
    self.init(
      folder: try fields.text("folder"), file: try fields.text("file"),
      hasChanged: try fields.flag("changed"))
  }
}

extension LiveCommand {
  fileprivate var json: JSONValue {
    switch self {
    case .reconfigure(let revision):
      .object([
        ("revision", .integer(revision.number)), ("files", .array(revision.files.map(\.json))),
      ])
    case .happen(let event):
      .object(
        [
          ("event", .string(event.asked.text)), ("revision", .integer(event.revision)),
          ("read", .integer(Int(event.asked.readAt.milliseconds))),
          ("dated", .boolean(event.isDated)),
        ] + event.asked.roster.fields)
    }
  }
}

extension Revision.ReadFile {
  fileprivate var json: JSONValue {
    .object([("path", .string(path)), ("text", .string(String(decoding: bytes, as: UTF8.self)))])
  }

  fileprivate init(_ fields: InputFields) throws {
    self.init(path: try fields.text("path"), bytes: Array(try fields.text("text").utf8))
  }
}

extension RosterDifference {
  fileprivate var fields: [(String, JSONValue)] {
    let removed = removed.map(\.parts).sorted { $0.lexicographicallyPrecedes($1) }
    return [("added", added.map(\.parts)), ("removed", removed)].filter { !$0.1.isEmpty }
      .map { ($0, .array($1.map { .array($0.map { .string($0) }) })) }
  }

  fileprivate init(_ fields: InputFields) throws {
    func names(_ field: String) throws -> [Name] {
      try fields.optionalArray(field).map { element in
        guard case .array(let parts) = element.value else { throw fields.fault(field) }
        let words = parts.compactMap { if case .string(let word) = $0 { word } else { nil } }
        guard words.count == 4, let family = WidgetFamily(name: words[3]) else {
          throw fields.fault(field)
        }
        return Name(user: words[0], kind: words[1], id: words[2], family: family)
      }
    }
    self.init(added: try names("added"), removed: Set(try names("removed")))
  }
}

extension JournaledCommand {
  fileprivate init(_ fields: InputFields) throws {
    let revision = Int(try fields.integer("revision"))
    if case .string(let text)? = fields.value["event"] {
      let asked = AskedEvent(
        text: text, readAt: Instant(milliseconds: try fields.integer("read")),
        roster: try RosterDifference(fields))
      self = .event(asked, revision: revision, isDated: try fields.flag("dated"))
    } else {
      self = .files(
        try fields.array("files").map(Revision.ReadFile.init), revision: revision)
    }
  }
}

extension RemoteAnswer {
  fileprivate var json: JSONValue {
    let fault: String? = if case .failure(let fault) = result { fault.message } else { nil }
    return .object([
      ("version", .integer(version)), ("fault", .string(fault)), ("last", last?.json ?? .null),
      ("content", (try? result.get())?.json ?? .null),
    ])
  }

  fileprivate init(_ fields: InputFields) throws {
    let result: Result<RemoteContent, SourceFault> =
      if let content = try fields.optional("content") {
        .success(try RemoteContent(content))
      } else {
        .failure(.network(try fields.text("fault")))
      }
    self.init(
      result, last: try fields.optional("last").map(RemoteContent.init),
      version: Int(try fields.integer("version")))
  }
}

extension RemoteContent {
  fileprivate var json: JSONValue {
    .object([
      ("fetched", .integer(Int(fetched.milliseconds))), ("age", .integer(Int(age))),
      ("max-age", .integer(maxAge.map(Int.init))), ("offline", .boolean(isOffline)),
      ("items", .array(items.map(\.json))),
    ])
  }

  fileprivate init(_ fields: InputFields) throws {
    self.init(
      items: try fields.array("items").map(\.value),
      fetched: Instant(milliseconds: try fields.integer("fetched")),
      age: try fields.integer("age"), maxAge: try fields.optionalInteger("max-age"),
      isOffline: try fields.flag("offline"))
  }
}
