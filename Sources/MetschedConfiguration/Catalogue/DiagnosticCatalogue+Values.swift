internal import MetschedDiagnostics

/// A value is not what its key expects.
extension DiagnosticCatalogue {
  static let values = [
    Entry(
      id: .wrongType, severity: .error,
      meaning: "A list, a mapping or a single value stands where another of them belongs.",
      failing: widget("interval: [1h]"),
      mended: widget("interval: 1h")),
    Entry(
      id: .emptyValue, severity: .error, meaning: "Nothing stands where something has to.",
      failing: widget("families: []"),
      mended: widget("families: [systemSmall]")),
    Entry(
      id: .unknownValue, severity: .error, meaning: "A word is none of those that the key takes.",
      failing: widget("reload: atend"),
      mended: widget("reload: atEnd")),
    Entry(
      id: .missingUnit, severity: .error, meaning: "A number without a unit is no duration.",
      failing: widget("interval: 5"),
      mended: widget("interval: 5m")),
    Entry(
      id: .invalidDuration, severity: .error, meaning: "A text is no duration.",
      failing: widget("interval: 1.5h"),
      mended: widget("interval: 1h30m")),
    Entry(
      id: .invalidDate, severity: .error,
      meaning: "A text is no date, time of day or window.",
      failing: widget("anchor: noon"),
      mended: widget("anchor: \"12:00\"")),
    Entry(
      id: .invalidDatePattern, severity: .error,
      meaning: "A text is no pattern of Unicode TR 35 for a date.",
      failing: widget("entry: {title: {date: Today is EEEE}}"),
      mended: widget("entry: {title: {date: \"'Today is' EEEE\"}}")),
    Entry(
      id: .invalidNumber, severity: .error, meaning: "A text is no number.",
      failing: widget("limit: six"),
      mended: widget("limit: 6")),
    Entry(
      id: .invalidBoolean, severity: .error, meaning: "A text is neither `true` nor `false`.",
      failing: intent("wide: {type: boolean, default: yes}"),
      mended: intent("wide: {type: boolean, default: true}")),
    Entry(
      id: .invalidURL, severity: .error, meaning: "A text is no URL of HTTP or HTTPS.",
      failing: "widgets: {TheMetWidget: {source: {json: {url: example.org/items.json}}}}\n",
      mended: "widgets: {TheMetWidget: {source: {json: {url: https://example.org/items.json}}}}\n"),
    Entry(
      id: .outOfRange, severity: .error, meaning: "metsched itself does not take the value.",
      failing: widget("limit: 0"),
      mended: widget("limit: 1")),
    Entry(
      id: .duplicateValue, severity: .error, meaning: "A value stands twice in a list.",
      failing: widget("families: [systemSmall, systemSmall]"),
      mended: widget("families: [systemSmall]")),
  ]
}
