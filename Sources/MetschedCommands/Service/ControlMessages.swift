import MetschedConfiguration
import MetschedText
import MetschedWidgets

/// What is asked of a running service, as one line of JSON.
///
/// | request | fields |
/// |---|---|
/// | `{"verb": "status"}` | `format`: `text` or `json` |
/// | `{"verb": "event"}` | `event`: an element of `events:`, as text |
/// | `{"verb": "edit"}` | `placement`, `values`: an object of texts |
/// | `{"verb": "reread"}` | |
enum ControlRequest: Equatable {
  case status(json: Bool)
  case event(String)
  case edit(placement: String, values: [Value])
  case reread

  struct Value: Equatable {
    var name: String
    var text: String
  }

  struct Failure: Error {
    var message: String
  }

  init(line: String) throws(Failure) {
    let request: ItemValue
    do {
      request = try JSONItems.value(in: Array(line.utf8), of: "the request")
    } catch {
      throw Failure(message: error.message)
    }
    func text(_ name: String) throws(Failure) -> String {
      guard case .string(let text)? = request[name] else {
        throw Failure(message: "the request has no text `\(name)`")
      }
      return text
    }
    switch try text("verb") {
    case "status": self = .status(json: request["format"]?.text == "json")
    case "event": self = .event(try text("event"))
    case "reread": self = .reread
    case "edit":
      guard case .object(let fields)? = request["values"] else {
        throw Failure(message: "the request has no object `values`")
      }
      self = .edit(
        placement: try text("placement"),
        values: fields.map { Value(name: $0.name, text: $0.value.text ?? "") })
    case let other: throw Failure(message: "`\(other)` is no verb of a service")
    }
  }

  /// The request as one line, without its end.
  var line: String {
    let fields: [(String, JSONValue)] =
      switch self {
      case .status(let json):
        [("verb", .string("status")), ("format", .string(json ? "json" : "text"))]
      case .event(let text): [("verb", .string("event")), ("event", .string(text))]
      case .reread: [("verb", .string("reread"))]
      case .edit(let placement, let values):
        [
          ("verb", .string("edit")), ("placement", .string(placement)),
          ("values", .object(values.map { ($0.name, .string($0.text)) })),
        ]
      }
    return JSONValue.object(fields).text
  }
}

/// What a service answers, as one line of JSON: `{"ok": true, "output": "…"}`, with `status` in the
/// place of `output` where that was asked for as JSON, or `{"ok": false, "error": "…", "code": 2}`.
enum ControlResponse {
  /// Text for stdout.
  case done(String)
  case status(JSONValue)
  /// Text for stderr, and how the command ends.
  case wrong(String, ExitCode)

  /// A request that cannot be understood.
  static func failed(_ message: String) -> ControlResponse {
    .wrong("metsched: \(message)\n", .usage)
  }

  var line: String {
    let fields: [(String, JSONValue)] =
      switch self {
      case .done(let output): [("ok", .boolean(true)), ("output", .string(output))]
      case .status(let status): [("ok", .boolean(true)), ("status", status)]
      case .wrong(let error, let code):
        [
          ("ok", .boolean(false)), ("error", .string(error)),
          ("code", .integer(Int(code.rawValue))),
        ]
      }
    return JSONValue.object(fields).text
  }

  /// Reads an answer; nil for a line that is none.
  init?(line: String) {
    guard let value = try? JSONItems.value(in: Array(line.utf8), of: "the answer") else {
      return nil
    }
    if let status = value["status"] {
      self = .status(status.json)
    } else if let output = value["output"]?.text {
      self = .done(output)
    } else if let error = value["error"]?.text {
      let code = value["code"]?.text.flatMap { Int32($0) }.flatMap(ExitCode.init(rawValue:))
      self = .wrong(error, code ?? .failed)
    } else {
      return nil
    }
  }
}
