internal import MetschedDiagnostics

/// A key is wrong, missing, or stands beside another that rules it out.
extension DiagnosticCatalogue {
  static let keys = [
    Entry(
      id: .unknownKey, severity: .error, meaning: "The mapping does not have such a key.",
      failing: widget("inverval: 6h"),
      mended: widget("interval: 6h")),
    Entry(
      id: .missingKey, severity: .error,
      meaning: "A key is missing without which nothing can be done.",
      failing: "widgets: {TheMetWidget: {limit: 6}}\n",
      mended: "widgets: {TheMetWidget: {limit: 6, source: {file: objects.json}}}\n"),
    Entry(
      id: .conflictingKeys, severity: .error, meaning: "Two keys cannot stand beside each other.",
      failing: widget("interval: 1h\nentry: {date: \"${.start}\"}"),
      mended: widget("entry: {date: \"${.start}\"}")),
    Entry(
      id: .emptyFile, severity: .error, meaning: "The file has no content.",
      failing: "# widgets come here\n",
      mended: widget("")),
    Entry(
      id: .overrideKey, severity: .error,
      meaning: "An override file holds something besides `users:`.",
      failing: Example(
        widget("").text, override: "widgets: {TheMetWidget: {limit: 6}}\n"),
      mended: Example(
        widget("").text, override: "users: {alice: {TheMetWidget: }}\n")),
    Entry(
      id: .unknownVersion, severity: .error,
      meaning: "This metsched does not read the version of the language.",
      failing: Example("version: 2\n" + widget("").text),
      mended: Example("version: 1\n" + widget("").text)),
    Entry(
      id: .invalidAssignment, severity: .error, meaning: "The text after `--set` is no assignment.",
      failing: Example(widget("").text, set: "host"),
      mended: Example(widget("").text, set: "host=ideal")),
  ]
}
