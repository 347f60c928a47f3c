import Foundation

/// A record's JSON line as one line that a person can write by hand.
///
/// Every field of the record stands in it, in order; `Tests/Conformance/README.md` says how. The
/// fields are read from the line's own text, so that one that is missing, new or out of order is
/// an error, not a blank.
struct CompactRecord {
  /// What is wrong with a line that is not of the schema.
  struct SchemaError: Error, CustomStringConvertible {
    var description: String
  }

  let line: String

  /// Reads a JSON line.
  ///
  /// - Parameters:
  ///   - json: the line.
  ///   - sequence: the number that it must bear.
  ///   - file: the case's file, whose name `origin` does without.
  /// - Throws: `SchemaError`, or what is wrong with the JSON.
  init(_ json: String, sequence: Int, file: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    guard let fields = object as? [String: Any], let what = fields["what"] as? String,
      let names = Self.fields[what]
    else { throw SchemaError(description: "no record: \(json)") }
    let expected = Self.common + names
    let found = Self.keys(of: json)
    guard found == expected else {
      throw SchemaError(description: "fields \(found), not \(expected): \(json)")
    }
    guard fields["seq"] as? Int == sequence else {
      throw SchemaError(description: "`seq` is not \(sequence): \(json)")
    }
    let at = fields["at"] as? String ?? ""
    let moment = Moment(at)
    var words = [moment.whole, Self.name(fields), what]
    for name in names {
      words.append(Self.word(for: fields[name], of: name, at: at, moment, file: file))
    }
    line = words.joined(separator: " ")
  }

  private static let common = ["seq", "at", "user", "kind", "id", "family", "what"]
  private static let reload = [
    "cause", "counted", "eligible", "granted", "reason", "left", "entries", "first", "last",
    "policy", "next", "why", "origin",
  ]
  private static let fields = [
    "reload": reload,
    "fail": reload + ["error"],
    "show": ["shows", "date", "title", "link"],
    "defer": ["cause", "eligible", "granted", "reason", "left"],
    "drop": ["reason", "count"],
    "state": ["state", "value"],
  ]
  private static let instants: Set = ["eligible", "granted", "first", "last", "next", "date"]

  /// The names of a flat object's fields, in the order of its text.
  private static func keys(of json: String) -> [String] {
    var keys: [String] = []
    var text = ""
    var isString = false
    var isEscaped = false
    for character in json {
      if isString, isEscaped {
        isEscaped = false
      } else if isString, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isString.toggle()
        if isString { text = "" }
      } else if isString {
        text.append(character)
      } else if character == ":" {
        keys.append(text)
      }
    }
    return keys
  }

  /// `user/Kind/id/family`, without the id `main` and the family `systemSmall`.
  private static func name(_ fields: [String: Any]) -> String {
    let parts = ["user", "kind", "id", "family"].map { fields[$0] as? String }
    if parts.allSatisfy({ $0 != nil }) {
      return parts.compactMap(\.self).filter { $0 != "main" && $0 != "systemSmall" }
        .joined(separator: "/")
    }
    if parts[1] == nil, parts[2] == nil, parts[3] == nil { return parts[0] ?? "-" }
    return parts.map { $0 ?? "-" }.joined(separator: "/")
  }

  private static func word(
    for value: Any?, of name: String, at: String, _ moment: Moment, file: String
  ) -> String {
    switch value {
    case let list as [Any]:
      return list.isEmpty ? "[]" : list.map { "\($0)" }.joined(separator: "+")
    case let text as String:
      if instants.contains(name) { return text == at ? "=" : Moment(text).short(beside: moment) }
      if name == "origin", text.hasPrefix(file + ":") {
        return String(text.dropFirst(file.count + 1))
      }
      return text.isEmpty || text.contains(" ") || text == "-" ? "\"\(text)\"" : text
    case let number as NSNumber:
      if name == "counted" { return number.boolValue ? "counted" : "free" }
      return number.stringValue
    default: return "-"
    }
  }
}

/// An RFC 3339 instant in its parts, whose seconds are left out where they are zero.
private struct Moment {
  var date: Substring
  var time: Substring
  var offset: Substring

  init(_ text: String) {
    date = text.prefix(10)
    let rest = text.dropFirst(11)
    let end = rest.firstIndex { "Z+-".contains($0) } ?? rest.endIndex
    time = rest[..<end]
    offset = rest[end...]
    if time.count == 8, time.hasSuffix(":00") { time = time.dropLast(3) }
  }

  var whole: String { "\(date)T\(time)\(offset)" }

  /// What differs from another instant: the time always, the date and the offset if they do.
  func short(beside other: Moment) -> String {
    (date == other.date ? "" : "\(date)T") + time + (offset == other.offset ? "" : offset)
  }
}
