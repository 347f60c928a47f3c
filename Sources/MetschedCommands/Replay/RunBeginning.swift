import MetschedConfiguration
import MetschedRecords
import MetschedRuntime
import MetschedText
import MetschedTime
import MetschedWidgets

/// What a live run began with: the first of its inputs.
struct RunBeginning {
  static let kind = "began"

  /// The configuration's files, and the options that change what they say.
  var text: RunText
  /// The time on the clock when it began; the schedule begins at its second.
  var now: Instant

  init(text: RunText, now: Instant) {
    self.text = text
    self.now = now
  }

  /// The input, as a file keeps it.
  var input: StoredInput {
    let text = Base64.encoded(text.bytes)
    return StoredInput(
      at: now, kind: Self.kind, payload: JSONValue.object([("text", .string(text))]).text)
  }

  init(_ input: StoredInput) throws {
    now = input.at
    guard case .string(let encoded)? = try input.object()["text"],
      let bytes = Base64.decoded(encoded)
    else { throw FileAccess.Failure(message: "the run's beginning cannot be read") }
    text = try RunText([UInt8](bytes))
  }
}

/// How a live run went on after a time in which nothing ran.
///
/// The rules of zones that are others than before follow, as an input of their own.
struct RunResumption {
  static let kind = "resumed"

  /// The time on the clock when it went on.
  var now: Instant
  /// The last instant that had been played before, and how far the schedule's clock was from the
  /// one that the run slept on.
  var through: Instant
  var offset: Int64
  var missed: MissedSettings
  /// The command line of the start; nil where an older version of metsched began it.
  var options: RunOptions?

  init(
    now: Instant, from clock: SavedClock, missed: MissedSettings, options: RunOptions
  ) {
    self.now = now
    through = clock.through
    offset = clock.offset
    self.missed = missed
    self.options = options
  }

  /// The input, as a file keeps it.
  var input: StoredInput {
    var fields: [(String, JSONValue)] = [
      ("through", .integer(Int(through.milliseconds))), ("offset", .integer(Int(offset))),
      ("missed", .string(missed.rule.value.rawValue)),
      ("grace", .integer(Int(missed.grace.value))),
    ]
    if let options {
      let values = options.values.sorted { $0.key < $1.key }.map { name, values in
        (name, JSONValue.array(values.map { .string($0) }))
      }
      fields += [("file", .string(options.path)), ("options", .object(values))]
    }
    return StoredInput(at: now, kind: Self.kind, payload: JSONValue.object(fields).text)
  }

  init(_ input: StoredInput) throws {
    let object = try input.object()
    guard case .number(let through)? = object["through"],
      case .number(let grace)? = object["grace"],
      case .string(let word)? = object["missed"], let milliseconds = Int64(through),
      let length = Int64(grace), let rule = MissedSettings.Rule(rawValue: word)
    else { throw FileAccess.Failure(message: "a restart of the run cannot be read") }
    now = input.at
    self.through = Instant(milliseconds: milliseconds)
    offset = 0
    if case .number(let digits)? = object["offset"] { offset = Int64(digits) ?? 0 }
    missed = MissedSettings(rule: Setting(rule, .builtIn), grace: Setting(length, .builtIn))
    guard case .string(let path)? = object["file"], case .object(let values)? = object["options"]
    else { return }
    options = RunOptions(path: path)
    for value in values {
      guard case .array(let elements) = value.value else { continue }
      options?.values[value.name] = elements.compactMap { element in
        if case .string(let text) = element { text } else { nil }
      }
    }
  }
}

extension StoredInput {
  fileprivate func object() throws -> ItemValue {
    try JSONItems.value(in: Array(payload.utf8), of: kind)
  }
}

/// The inputs of a run whose records are JSON lines, in a file beside them.
enum InputLines {
  static func path(for records: String) -> String { records + ".inputs" }

  /// Returns an input as a line.
  static func line(_ input: StoredInput) -> String {
    "{\"at\":\(input.at.milliseconds),\"kind\":\(JSONText.string(input.kind)),"
      + "\"input\":\(input.payload)}\n"
  }

  /// Reads all inputs; a line without its end was cut off when the run was killed.
  static func read(_ path: String) throws -> [StoredInput] {
    var inputs: [StoredInput] = []
    var rest = try FileAccess.read(path)[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      let value = try JSONItems.value(in: Array(line), of: path)
      guard case .number(let digits)? = value["at"], let milliseconds = Int64(digits),
        case .string(let kind)? = value["kind"], let input = value["input"]
      else { throw FileAccess.Failure(message: "`\(path)` has a line that is no input") }
      inputs.append(
        StoredInput(
          at: Instant(milliseconds: milliseconds), kind: kind, payload: input.json.text))
    }
    return inputs
  }
}
