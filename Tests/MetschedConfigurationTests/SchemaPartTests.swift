import Foundation
import MetschedConfiguration
import MetschedText
import TestSupport
import Testing

/// The schemas of override files and of files that others include.
@Suite("The JSON Schema of a part")
struct SchemaPartTests {
  static let examples = Project.file("examples")

  /// The schemas that lie beside the examples, which name no others.
  static let written: [SchemaPart] = [.file, .overrides, .intents, .users]

  @Test("is the one beside the examples", arguments: written)
  func isWritten(_ part: SchemaPart) throws {
    try ExpectedFile("examples/\(part.fileName)")
      .expect(FileSchema.document(of: part).lines() + "\n")
  }

  @Test("lies beside the examples only where one names it")
  func isNeeded() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.examples.path())
    let schemas = files.filter { $0.hasSuffix(".schema.json") }
    #expect(Set(schemas) == Set(Self.written.map(\.fileName)))
    #expect(Set(try Self.files().map(\.part)) == Set(Self.written))
  }

  /// Every YAML file of the examples, with the schema that its first line names.
  static func files() throws -> [(file: URL, part: SchemaPart)] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: examples.path()).sorted()
    return try paths.filter { $0.hasSuffix(".yaml") }.map { path in
      let file = examples.appending(path: path)
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      let line = text.prefix { $0 != "\n" }
      let lead = "# yaml-language-server: $schema="
      let name = try #require(line.hasPrefix(lead) ? line.dropFirst(lead.count) : nil, "\(path)")
      let schema = file.deletingLastPathComponent().appending(path: String(name)).standardized
      let part = try #require(
        SchemaPart.allCases.first { part in
          schema.path() == examples.appending(path: part.fileName).path()
        }, "\(path) names \(name)")
      return (file, part)
    }
  }

  @Test(
    "takes the files of the examples that name it", SchemaValidator.isThere,
    arguments: written)
  func takesExamples(_ part: SchemaPart) async throws {
    let files = try Self.files().filter { $0.part == part }.map(\.file)
    #expect(!files.isEmpty)
    for verdict in try await SchemaValidator.verdicts(of: files, as: part) {
      #expect(verdict.errors.isEmpty, "\(verdict.file)")
    }
  }

  @Test(
    "refuses included files that are wrong", SchemaValidator.isThere,
    arguments: [
      ("intents", SchemaPart.intents), ("kinds", .widgets), ("users", .users), ("top", .include),
    ])
  func refusesFixtures(_ name: String, _ part: SchemaPart) async throws {
    let file = Project.file("Tests/Fixtures/bad-input/included/\(name).yaml")
    let verdicts = try await SchemaValidator.verdicts(of: [file], as: part)
    let errors = try #require(verdicts.first?.errors)
    // An unknown kind is seen by nobody who does not see the widgets.
    #expect(!errors.isEmpty)
  }

  @Test(
    "agrees with what is read", SchemaValidator.isThere,
    arguments: [
      (
        .overrides,
        [
          "users: {ann: {Clock: {interval: 5m}}}", "users: {new: {timezone: UTC, Clock: }}", "",
          "null", "users: ", "x-mine: 1", "{include: [], users: {}}",
          "users: {ann: {Clock: {placements: [{id: hall}]}}}",
        ],
        [
          "widgets: {Clock: {source: sample}}", "user: {}", "users: [ann]", "[]",
          "users: {ann: {Clock: {family: medium}}}", "users: {ann: {timezone: CEST}}",
          "users: {ann: {Clock: {placements: []}}}", "include: {a: b}", "text",
        ]
      ),
      (
        .include,
        [
          "", "null", "version: 1", "timezone: Europe/Paris",
          "events: [{at: '09:30', reload: Clock}]",
          "widgets: {Other: {source: sample}}", "widgets: ", "x-mine: [1]",
          "users: {bob: {Clock: }}", "tests: [{name: a, steps: [{expect: {shows: Vase}}]}]",
        ],
        [
          "hots: ideal", "version: 2", "timezone: CEST", "users: [bob]", "[]", "widgets: {Other: }",
          "widgets: {Other: {}}", "events: {}", "clock: {virtual: {}, system: {}}",
        ]
      ),
      (
        .intents,
        [
          "", "Other: {parameters: {query: {type: string, default: a}}}", "Other: {}",
          "x-mine: 1", "include: []",
        ],
        [
          "intents: {}", "Other: {parameters: {query: {type: text, default: a}}}", "Other: 1",
          "Other: {parameters: {query: {type: string}}}", "[]", "include: {}",
        ]
      ),
      (
        .widgets,
        [
          "", "Other: {source: sample}", "Other: {source: {items: []}, limit: 5}", "x-mine: 1",
          "include: []",
        ],
        [
          "widgets: {Other: {source: sample}}", "other: {source: sample}", "Other: {}", "Other: ",
          "Other: {source: sample, inverval: 5m}", "Other: {source: sample, interval: 5}",
          "- Other",
        ]
      ),
      (
        .users,
        [
          "", "bob: ", "bob: {Clock: }", "bob: {timezone: Europe/Paris, Clock: {interval: 5m}}",
          "x-mine: 1", "include: []", "bob: {host: {budget: 5, profile: widgetkit}}",
        ],
        [
          "users: {bob: {Clock: }}", "bob: [Clock]", "bob: {Clock: {family: medium}}",
          "bob: {Clock: {placements: 5}}", "a/b: {Clock: }", "bob: {host: {budget: 0}}", "bob",
        ]
      ),
    ] as [(SchemaPart, [String], [String])])
  func agrees(_ part: SchemaPart, _ good: [String], _ bad: [String]) async throws {
    let verdicts = try await SchemaValidator.verdicts(ofTexts: good + bad, as: part)
    for (index, text) in (good + bad).enumerated() {
      let isGood = index < good.count
      let loading = Self.loading(text, as: part)
      #expect((loading.result.configuration != nil) == isGood, "\(text)\n\(loading.output)")
      #expect(verdicts[index].errors.isEmpty == isGood, "\(text): \(verdicts[index].errors)")
    }
  }

  /// Loads a small file that has a text for one of its parts.
  private static func loading(_ text: String, as part: SchemaPart) -> Loading {
    func entry(_ name: String, _ own: String) -> String {
      let include = name == part.rawValue ? "include: part.yaml" : ""
      return "\(name): {\([own, include].filter { !$0.isEmpty }.joined(separator: ", "))}\n"
    }
    let main =
      entry("intents", "Timing: {parameters: {interval: {type: duration, default: 1h}}}")
      + entry("widgets", "Clock: {intent: Timing, source: sample}")
      + entry("users", "ann: {Clock: }")
      + (part == .include ? "include: part.yaml\n" : "")
    return Loading(
      main, overrides: part == .overrides ? [text] : [],
      files: part == .overrides ? [:] : ["part.yaml": text + "\n"])
  }
}
