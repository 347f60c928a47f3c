internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

/// The form of a text: how it is called, and the pattern that it follows.
///
/// A pattern says what an editor can see. What follows one may still be wrong: `2026-02-30` has the
/// form of a date. Patterns are ECMA 262's, without anchors, and of the part that other engines read
/// alike. The parsers of `MetschedTime` decide; a test compares the two.
package struct TextForm: Sendable {
  /// The form in words, to stand after "expected".
  package var words: String
  /// The pattern of the whole text, without anchors; put together when the schema asks for it.
  package var pattern: String { makePattern() }
  package var examples: [String]
  private let makePattern: @Sendable () -> String

  init(
    _ words: String, pattern: @autoclosure @escaping @Sendable () -> String, examples: [String]
  ) {
    self.words = words
    self.makePattern = pattern
    self.examples = examples
  }

  /// A duration: each unit once at most, the largest first.
  package static let duration = TextForm(
    "a duration such as `1h30m`",
    pattern: "(?=[0-9])" + StepUnit.allCases.map { "(?:[0-9]+\($0.rawValue))?" }.joined(),
    examples: ["1h", "30m", "1h30m"])

  private static let date = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
  private static let time = "[0-2][0-9]:[0-5][0-9](?::[0-5][0-9])?"
  private static let moment =
    "\(date)(?:T\(time)(?:\\.[0-9]+)?(?:Z|[-+][0-2][0-9]:[0-5][0-9])?)?"

  package static let instant = TextForm(
    "a date and time such as `2026-01-05T09:00:00-05:00`", pattern: moment,
    examples: ["2026-01-05T09:00", "2026-01-05T09:00:00-05:00"])

  package static let timeOfDay = TextForm(
    "a time of day such as `\"04:00\"`", pattern: time, examples: ["04:00"])

  /// What `reload: {after: …}` takes.
  package static let reloadDate = TextForm(
    "a duration such as `6h`, `end`, `end+5m`, a time of day such as `\"04:00\"`, a date and time, or "
      + "`max-age`",
    pattern: "\(duration.pattern)|max-age|end(?: *\\+ *\(duration.pattern))?|\(time)|\(moment)",
    examples: ["6h", "end", "end+5m", "04:00"])

  /// What sets a clock forward or back.
  package static let clockChange = TextForm(
    "a sign and a duration such as `+1h`", pattern: "[-+]\(duration.pattern)",
    examples: ["+1h", "-5m"])

  private static let weekday =
    "(?:" + Weekday.allCases.map(\.abbreviation).joined(separator: "|") + ")"
  private static let days = "\(weekday)(?:-\(weekday))?"
  private static let span =
    " *(?:\(days) +)*\(time)-(?:\(time)|24:00) *"

  package static let window = TextForm(
    "a window such as `\"Mon-Fri 09:30-16:00\"`",
    pattern: "(?: *\(days)(?: +\(days))* *,)*\(span)(?:,(?: *\(days)(?: +\(days))* *,)*\(span))*",
    examples: ["Mon-Fri 09:30-16:00", "09:30-16:00"])

  package static let zone = TextForm(
    "a time zone such as `America/New_York`", pattern: "UTC|[A-Z][A-Za-z]+(?:/[A-Za-z0-9_+-]+)+",
    examples: ["UTC", "America/New_York", "Europe/Paris"])

  package static let datePattern = TextForm(
    "a pattern such as `EEEE d MMMM`",
    pattern: "(?:[^A-Za-z']|'(?:[^']|'')*'"
      + DatePattern.Field.allCases.map { field in
        let (letter, counts) = (field.rawValue, field.counts)
        return "|\(letter){\(counts.lowerBound),\(counts.upperBound)}(?!\(letter))"
      }.joined() + ")+",
    examples: ["EEEE d MMMM", "HH:mm", "'Today is' EEEE"])

  package static let latency = TextForm(
    "a duration such as `0s`, or two such as `2s-60s`",
    pattern: "\(duration.pattern)(?:-\(duration.pattern))?", examples: ["0s", "2s-60s"])

  /// The scheme of a URL.
  ///
  /// Source: RFC 3986, section 3.1.
  package static let scheme = TextForm(
    "text such as `themet`", pattern: "[A-Za-z][A-Za-z0-9+.-]*", examples: ["themet"])

  /// The name of a placement, or of all placements of a kind.
  package static let placement = TextForm(
    "text such as `TheMetWidget/hall`",
    pattern: "[^/]+(?:/[^/]+){0,2}", examples: ["TheMetWidget", "TheMetWidget/hall"])

  /// The name of placements, the user's first.
  package static let placementOfUser = TextForm(
    "text such as `alice/TheMetWidget`", pattern: "[^/]+(?:/[^/]+){0,3}",
    examples: ["alice/TheMetWidget", "alice/TheMetWidget/hall/systemLarge"])

  /// The id of a placement.
  package static let identifier = TextForm(
    "text such as `hall`", pattern: NameRule.plain, examples: ["hall"])

  /// The address of a server.
  package static let url = TextForm(
    "a URL such as `https://example.org/items.json`", pattern: "https?://[^ ]+",
    examples: ["https://example.org/items.json"])

  /// The beginning of an address, or what holds all of it.
  package static let secretURL = TextForm(
    url.words, pattern: "https?://.+|\\$\\{(?:env|secret):[^}]+\\}.*",
    examples: ["https://example.org/items.json", "https://example.org/?key=${env:KEY}"])

  /// The way to a value inside a document.
  package static let jsonPath = TextForm(
    "names with dots between such as `data.items`",
    pattern: "(?:[^.\"]+|\"[^\"]+\")(?:\\.(?:[^.\"]+|\"[^\"]+\"))*",
    examples: ["items", "data.items.0", "data.\"v1.2\""])

  /// A field of an item, and nothing else.
  package static let itemField = TextForm(
    "text such as `${.start}`", pattern: "\\$\\{\\.[^}]+\\}", examples: ["${.start}"])
}

/// How the keys of a mapping are called that the file itself chooses.
package struct NameRule: Sendable {
  /// What they are, in the plural.
  package var plural: String
  /// The pattern of a name, without anchors; nil for any.
  package var pattern: String?
  /// Whether `include` beside the names takes in those of other files.
  package var takesIncludes = false

  /// A name without `/` and control characters, and without spaces around it.
  static let plain = "[^/\\u0000- \\u007f](?:[^/\\u0000-\\u001f\\u007f]*[^/\\u0000- \\u007f])?"
  // NB: letters outside of ASCII are letters here; patterns that know them are not portable.
  private static let wordRest = "[^\\u0000-/:-@\\[-^`{-\\u007f]*"

  package static let intents = NameRule(
    plural: "intents", pattern: nil, takesIncludes: true)
  package static let fields = NameRule(plural: "fields", pattern: nil)
  /// The names of headers.
  ///
  /// Source: RFC 9110, section 5.6.2.
  package static let headers = NameRule(
    plural: "headers", pattern: "[-!#$%&'*+.^_`|~0-9A-Za-z]+")
  package static let files = NameRule(
    plural: "files", pattern: "(?!/)(?!(?:.*/)?\\.\\.(?:/|$)).*")
  package static let users = NameRule(
    plural: "users", pattern: plain, takesIncludes: true)
  package static let families = NameRule(
    plural: "families", pattern: WidgetFamily.allCases.map(\.name).joined(separator: "|"))

  package static let warnings = NameRule(
    plural: "warnings", pattern: DiagnosticID.judged.map(\.rawValue).joined(separator: "|"))

  /// One word that begins with a capital letter.
  package static let kinds = NameRule(
    plural: "kinds", pattern: "[^\\u0000-@\\[-\\u007f]" + wordRest)
  /// Kinds where they are defined.
  package static let widgets = NameRule(
    plural: kinds.plural, pattern: kinds.pattern, takesIncludes: true)

  /// A word that may have hyphens, and means nothing else in a placement.
  package static let parameters = NameRule(
    plural: "parameters",
    pattern: "(?!(?:\(reserved))$)[^\\u0000-@\\[-`{-\\u007f][^\\u0000-,./:-@\\[-^`{-\\u007f]*")

  private static let reserved = PlacementKey.allCases.map(\.rawValue)
    .filter { Knob(rawValue: $0) == nil }.joined(separator: "|")
}
