import Foundation
import MetschedConfiguration
import MetschedText
import TestSupport
import Testing

@Suite("The JSON Schema")
struct SchemaTests {
  @Test("has a definition for each mapping that the language names, and no other")
  func isComplete() throws {
    let definitions = try Self.definitions(of: .file)
    #expect(Set(definitions.named) == Set(KeyTable.all.dropFirst().map(\.identifier)))
    #expect(Set(KeyTable.all.map(\.identifier)).count == KeyTable.all.count)
  }

  @Test("of each kind of file defines what it names", arguments: SchemaPart.allCases)
  func isWhole(_ part: SchemaPart) throws {
    let definitions = try Self.definitions(of: part)
    #expect(!definitions.named.isEmpty)
    #expect(definitions.named == definitions.defined)
  }

  /// The definitions that a schema names, and those that it has.
  private static func definitions(
    of part: SchemaPart
  ) throws -> (named: Set<String>, defined: Set<String>) {
    let text = FileSchema.document(of: part).line
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let definitions = try #require(object["$defs"] as? [String: Any])
    let named = text.split(separator: "\"#/$defs/").dropFirst()
      .map { String($0.prefix { $0 != "\"" }) }
    return (Set(named), Set(definitions.keys))
  }

  @Test(
    "takes every example and every conformance case",
    SchemaValidator.isThere)
  func takesValidFiles() async throws {
    let files = Project.yamlFiles(in: "examples") + Project.yamlFiles(in: "Tests/Conformance")
    #expect(files.count > 50)
    for verdict in try await SchemaValidator.verdicts(of: files) {
      #expect(verdict.errors.isEmpty, "\(verdict.file)")
    }
  }

  /// The fixtures whose faults no schema can see, and why.
  static let unseen: [String: String] = [
    "absent-parameter": "the parameter's families are the intent's",
    "event-placements": "which placements there are is said elsewhere",
    "family-not-an-option": "the options are the intent's",
    "include": "what is included is in other files",
    "interval-outside-bounds": "the bounds are the intent's",
    "references": "the parameters are the intent's",
    "renamed-and-narrowed": "the former names and the bounds are the intent's",
    "second-placement": "two placements differ in more than their ids",
    "unknown-intent": "the intents are named elsewhere",
    "unknown-kind": "the kinds are named elsewhere",
    "unknown-parameter": "the parameters are the intent's",
    "unsupported-family": "the families are the widget's",
    "value-for-static-widget": "whether a widget has an intent is said elsewhere",
  ]

  @Test(
    "refuses the fixtures whose faults it can see, and only those",
    SchemaValidator.isThere)
  func refusesInvalidFiles() async throws {
    let verdicts = try await SchemaValidator.verdicts(
      of: Project.yamlFiles(in: "Tests/Fixtures/bad-input"))
    let accepted = verdicts.filter(\.errors.isEmpty).map { verdict in
      String(verdict.file.split(separator: "/").last?.dropLast(5) ?? "")
    }
    #expect(Set(accepted) == Set(Self.unseen.keys))
  }
}

@Suite("The form of a text")
struct TextFormTests {
  /// Values of a key that the parser takes, and that it refuses.
  struct Form: CustomTestStringConvertible {
    var key: String
    var good: [String]
    var bad: [String]
    var testDescription: String { "\(key): \(good[0])" }

    init(_ key: String, _ good: [String], _ bad: [String]) {
      self.key = key
      self.good = good
      self.bad = bad
    }

    /// A file for each value, the good ones first.
    var files: [String] {
      let source = key == "source" ? "" : "source: sample, "
      return (good + bad).map { "widgets:\n  Clock: {\(source)\(key): \($0)}\n" }
    }
  }

  static let forms = [
    Form(
      "interval", ["1h", "1h30m", "5ms", "2w1d", "1m5ms"],
      ["''", "5", "1h 30m", "30m1h", "1.5h", "-1h", "1H", "5min"]
    ),
    Form(
      "entry",
      [
        "{title: {date: EEEE d MMMM}}", "{title: {date: 'HH:mm'}}",
        "{title: {date: \"'o''clock' h\"}}",
        "{title: {date: 日 d}}", "{title: {date: \"''yy\"}}",
      ],
      [
        "{title: {date: Today is EEEE}}", "{title: {date: HHH}}", "{title: {date: V}}",
        "{title: {date: \"d 'of\"}}", "{title: {date: ''}}", "{title: {date: yyyyyyyyyyy}}",
      ]
    ),
    Form(
      "anchor",
      [
        "04:00", "23:59:59", "2026-01-05", "2026-01-05T04:00", "2026-01-05T04:00:00.5Z",
        "2026-01-05T04:00-05:00",
      ], ["4:00", "noon", "2026-1-5", "2026-01-05 04:00", "04:60"]
    ),
    Form(
      "reload",
      [
        "{after: end}", "{after: end+5m}", "{after: 'end + 5m'}", "{after: [6h, '04:00']}",
        "{after: 2026-01-05T09:00}",
      ], ["{after: end-5m}", "{after: soon}", "{after: []}", "{after: 5}"]
    ),
    Form(
      "reload",
      [
        "{after: 6h, within: 'Mon-Fri 09:30-16:00'}", "{after: 6h, within: '09:30-24:00'}",
        "{after: 6h, within: 'Mon, Wed 09:00-10:00, Sat 10:00-12:00'}",
      ],
      [
        "{after: 6h, within: 'Mo 09:00-10:00'}", "{after: 6h, within: '09:00'}",
        "{after: 6h, within: Mon}",
      ]
    ),
    Form("limit", ["1", "10000", "'20'"], ["0", "10001", "many", "1.5", "'010'"]),
    Form(
      "entry", ["{date: '${.start}'}", "{title: ''}", "{title: {date: EEEE}}"],
      ["{date: start}", "{titel: x}", "{until: '${.end}'}", "{title: {}}"]
    ),
    Form(
      "where", ["{a: 1, b: [x, true], c: {day: today}}"],
      ["{a: []}", "{a: {day: tomorrow}}", "[a]"]
    ),
    Form(
      "items-per-entry", ["3", "{systemLarge: 3, systemSmall: null}"],
      ["0", "{systemHuge: 3}", "{systemLarge: 101}"]
    ),
    Form(
      "families", ["systemLarge", "[systemLarge]", "null"],
      ["[]", "[systemLarge, systemLarge]", "large"]
    ),
    Form("on-error", ["{show: last}", "{retry: 15m}", "{}"], ["{show: nothing}", "{retry: 15}"]),
    Form(
      "source", ["sample", "{sample: true}", "{items: [{a: [1, {b: no}]}]}", "{file: 5}"],
      ["objects.json", "{}", "{file: a, items: []}", "null"]
    ),
  ]

  /// What the schema says of all the files, asked once.
  private static let verdicts = Task {
    try await SchemaValidator.verdicts(ofTexts: forms.flatMap(\.files))
  }

  @Test("is the one that its parser takes", arguments: forms)
  func isParsed(_ form: Form) {
    for (index, text) in form.files.enumerated() {
      let isGood = index < form.good.count
      #expect((Loading(text).result.configuration != nil) == isGood, "\(text)")
    }
  }

  @Test("is the one that the schema takes", SchemaValidator.isThere, arguments: forms.indices)
  func isInSchema(_ number: Int) async throws {
    let form = Self.forms[number]
    let before = Self.forms[..<number].reduce(0) { $0 + $1.files.count }
    let verdicts = try await Self.verdicts.value.dropFirst(before)
    for (index, (value, verdict)) in zip(form.good + form.bad, verdicts).enumerated() {
      #expect(verdict.errors.isEmpty == (index < form.good.count), "\(value): \(verdict)")
    }
  }
}
