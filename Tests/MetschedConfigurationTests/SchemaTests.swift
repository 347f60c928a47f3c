import Foundation
import MetschedConfiguration
import MetschedText
import Testing

@Suite("The JSON Schema")
struct SchemaTests {
  static let needsPython: Comment =
    "needs Python's jsonschema and yaml (python3-jsonschema, python3-yaml); scripts/setup installs them"

  /// Returns the YAML files of a folder of the project.
  static func files(_ folder: String) throws -> [URL] {
    let folder = SchemaValidator.project.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "yaml" }.sorted { $0.path() < $1.path() }
  }

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
    .enabled(if: SchemaValidator.python != nil, needsPython))
  func takesValidFiles() throws {
    let files = try Self.files("examples") + Self.files("Tests/Conformance")
    #expect(files.count > 50)
    for verdict in try SchemaValidator.verdicts(of: files) {
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
    .enabled(if: SchemaValidator.python != nil, needsPython))
  func refusesInvalidFiles() throws {
    let verdicts = try SchemaValidator.verdicts(of: Self.files("Tests/Fixtures/bad-input"))
    let accepted = verdicts.filter(\.errors.isEmpty).map { verdict in
      String(verdict.file.split(separator: "/").last?.dropLast(5) ?? "")
    }
    #expect(Set(accepted) == Set(Self.unseen.keys))
  }
}

@Suite("The form of a text")
struct TextFormTests {
  @Test(
    "is the one that its parser takes",
    arguments: [
      (
        "interval", ["1h", "1h30m", "5ms", "2w1d", "1m5ms"],
        ["''", "5", "1h 30m", "30m1h", "1.5h", "-1h", "1H", "5min"]
      ),
      (
        "anchor",
        [
          "04:00", "23:59:59", "2026-01-05", "2026-01-05T04:00", "2026-01-05T04:00:00.5Z",
          "2026-01-05T04:00-05:00",
        ], ["4:00", "noon", "2026-1-5", "2026-01-05 04:00", "04:60"]
      ),
      (
        "reload",
        [
          "{after: end}", "{after: end+5m}", "{after: 'end + 5m'}", "{after: [6h, '04:00']}",
          "{after: 2026-01-05T09:00}",
        ], ["{after: end-5m}", "{after: soon}", "{after: []}", "{after: 5}"]
      ),
      (
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
      ("limit", ["1", "10000", "'20'"], ["0", "10001", "many", "1.5", "'010'"]),
      (
        "entry", ["{date: '${.start}'}", "{title: ''}", "{title: {date: EEEE}}"],
        ["{date: start}", "{titel: x}", "{until: '${.end}'}", "{title: {}}"]
      ),
      (
        "where", ["{a: 1, b: [x, true], c: {day: today}}"],
        ["{a: []}", "{a: {day: tomorrow}}", "[a]"]
      ),
      (
        "items-per-entry", ["3", "{systemLarge: 3, systemSmall: null}"],
        ["0", "{systemHuge: 3}", "{systemLarge: 101}"]
      ),
      (
        "families", ["systemLarge", "[systemLarge]", "null"],
        ["[]", "[systemLarge, systemLarge]", "large"]
      ),
      ("on-error", ["{show: last}", "{retry: 15m}", "{}"], ["{show: nothing}", "{retry: 15}"]),
      (
        "source", ["sample", "{sample: true}", "{items: [{a: [1, {b: no}]}]}", "{file: 5}"],
        ["objects.json", "{}", "{file: a, items: []}", "null"]
      ),
    ] as [(String, [String], [String])])
  func agrees(_ key: String, _ good: [String], _ bad: [String]) throws {
    guard SchemaValidator.python != nil else { return }
    let texts = (good + bad).map { value in
      let source = key == "source" ? "" : "source: sample, "
      return "widgets:\n  Clock: {\(source)\(key): \(value)}\n"
    }
    for (index, text) in texts.enumerated() {
      #expect((Loading(text).result.configuration != nil) == (index < good.count), "\(text)")
    }
    for (index, verdict) in try SchemaValidator.verdicts(ofTexts: texts).enumerated() {
      #expect(verdict.errors.isEmpty == (index < good.count), "\((good + bad)[index]): \(verdict)")
    }
  }
}
