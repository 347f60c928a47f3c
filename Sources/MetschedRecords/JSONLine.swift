import MetschedText
import MetschedTime

/// One JSON object in one line, its fields in the order of writing.
struct JSONLine {
  private(set) var text = "{"

  mutating func field(_ name: String, _ value: String?) {
    begin(name)
    if let value { JSONText.append(value, to: &text) } else { text += "null" }
  }

  mutating func field(_ name: String, _ value: Int?) {
    begin(name)
    text += value.map(String.init) ?? "null"
  }

  mutating func field(_ name: String, _ value: Bool) {
    begin(name)
    text += value ? "true" : "false"
  }

  mutating func field(_ name: String, _ value: Instant?, in zone: ZoneTable) {
    field(name, value.map { $0.rfc3339(in: zone) })
  }

  mutating func field(_ name: String, _ values: [String]) {
    begin(name)
    text += "["
    for (index, value) in values.enumerated() {
      if index > 0 { text += "," }
      JSONText.append(value, to: &text)
    }
    text += "]"
  }

  mutating func field(_ name: String, _ object: JSONLine) {
    begin(name)
    text += object.text + "}"
  }

  /// The whole line, with its end.
  var line: String { text + "}\n" }

  private mutating func begin(_ name: String) {
    if text.utf8.count > 1 { text += "," }
    text += "\""
    text += name
    text += "\":"
  }
}
