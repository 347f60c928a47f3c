import Foundation
import MetschedConfiguration
import MetschedDiagnostics
import MetschedText
import TestSupport
import Testing

@Suite("The catalogue of diagnostics")
struct CatalogueTests {
  static let entries = DiagnosticCatalogue.all.filter {
    !$0.needsRun && !$0.needsEdit && !$0.needsAnalysis && !$0.needsTest
  }

  @Test("has each identifier once")
  func isComplete() {
    let listed = DiagnosticCatalogue.all.map(\.id)
    #expect(Set(listed) == Set(DiagnosticID.allCases))
    #expect(listed.count == DiagnosticID.allCases.count)
  }

  @Test("fails where it says so, and only there", arguments: entries)
  func isTrue(_ entry: DiagnosticCatalogue.Entry) {
    let failing = Loading(entry.failing)
    #expect(failing.result.diagnostics.all.map(\.id) == [entry.id], "\(failing.output)")
    #expect(failing.result.diagnostics.all.map(\.severity) == [entry.severity])
    #expect((failing.result.configuration == nil) == (entry.severity == .error))
    let mended = Loading(entry.mended)
    #expect(mended.output == "")
    #expect(mended.result.configuration != nil)
  }

  /// The faults that no schema can see, and why.
  static let unseen: [DiagnosticID: String] = [
    .absentParameter: "the parameter's families are the intent's",
    .ambiguousPlacement: "which placements there are is said elsewhere",
    .clockChange: "it shows in a run",
    .collapsedEntries: "it shows in a run",
    .commonReload: "it shows in a run",
    .conflictingKeys: "`date` is a key of another mapping than `interval`",
    .datePassed: "it shows in a run",
    .duplicateInclude: "which file is which only the disk knows",
    .duplicateKey: "to a schema a mapping has each key once",
    .duplicatePlacement: "two placements differ in more than their ids",
    .emptyInclude: "it is on the disk",
    .failedExpectation: "it shows in a test",
    .formerName: "the former names are the intent's",
    .includeCycle: "it is in another file",
    .includeLimit: "it is in other files",
    .indistinguishable: "it shows in a run",
    .invalidAssignment: "it is on the command line",
    .invalidReference: "texts may hold any characters",
    .largeTimeline: "it shows in a run",
    .lastEntryHardlySeen: "it shows in a run",
    .lateDay: "it shows in a run",
    .manyEntries: "it shows in a run",
    .neverReloaded: "it shows in a run",
    .newUser: "it is in another file",
    .notEditable: "it shows in an edit",
    .nothingFound: "it shows in a run",
    .outOfBounds: "the bounds are the intent's",
    .overrideKey: "it is in another file",
    .referenceCycle: "texts may hold any characters",
    .referenceType: "the type is the parameter's",
    .relativeWord: "it shows in a run",
    .reloadsDeferred: "it shows in a run",
    .sampleShown: "it shows in a run",
    .sharedValue: "it shows in an edit",
    .shortInterval: "it shows in a run",
    .shortSpacing: "it shows in a run",
    .singleEntry: "it shows in a run",
    .staleEntry: "it shows in a run",
    .staticValue: "whether the widget has an intent is said elsewhere",
    .undatedItems: "it shows in a run",
    .unknownIntent: "the intents are named elsewhere",
    .unknownKind: "the kinds are named elsewhere",
    .unknownParameter: "the parameters are the intent's",
    .unknownPlacement: "which placements there are is said elsewhere",
    .unknownReference: "the parameters are the intent's",
    .unknownUser: "the users are named elsewhere",
    .unknownZone: "the zones are the machine's database",
    .unplacedKind: "who has which kind is said elsewhere",
    .unreadableInclude: "it is on the disk",
    .unreadFile: "which files are read is said elsewhere",
    .unseenEntries: "it shows in a run",
    .unsortedItems: "it shows in a run",
    .unsupportedFamily: "the families are the widget's",
    .unusableFamily: "it shows in a run",
    .unusedAllow: "it shows in a run",
    .wastedReloads: "it shows in a run",
    .yamlLimit: "keys with `x-` may hold anything",
  ]

  @Test(
    "has mended files that the schema takes, and failing ones that it refuses where it can",
    SchemaValidator.isThere)
  func agreesWithSchema() async throws {
    let folder = try TemporaryFolder()
    let entries = DiagnosticCatalogue.all.filter { !$0.needsProvider }
    var files: [URL] = []
    for (kind, example) in entries.map({ ("failing", $0.failing) })
      + entries.map({ ("mended", $0.mended) })
    {
      files.append(folder.file("\(files.count)-\(kind).yaml"))
      try Data(example.bytes).write(to: files[files.count - 1])
    }
    let verdicts = try await SchemaValidator.verdicts(of: files)
    for (entry, verdict) in zip(entries, verdicts[entries.count...]) {
      #expect(verdict.errors.isEmpty, "\(entry.id.rawValue)")
    }
    let accepted = zip(entries, verdicts).filter(\.1.errors.isEmpty).map(\.0.id)
    #expect(Set(accepted) == Set(Self.unseen.keys))
  }

  @Test("is what docs/diagnostics.md says")
  func isDocumented() throws {
    try ExpectedFile("docs/diagnostics.md").expect(CatalogueDocument.text)
  }
}

extension DiagnosticCatalogue.Entry: CustomTestStringConvertible {
  public var testDescription: String { id.rawValue }
}

extension Loading {
  /// Loads an example of the catalogue.
  init(_ example: DiagnosticCatalogue.Example) {
    self.init(
      bytes: example.bytes, overrides: example.override.map { [$0] } ?? [],
      set: example.assignment.map { [$0] } ?? [],
      files: Dictionary(uniqueKeysWithValues: example.files.map { ($0.name, $0.text) }))
  }
}

/// `docs/diagnostics.md`, made from the catalogue.
enum CatalogueDocument {
  static var text: String {
    var text = """
      # Diagnostics

      Every error and warning has an identifier that never changes its meaning. It stands in brackets after the message, and
      as `id` in `--format json`. An error stops the file from being run, a warning does not. This page is made from the
      catalogue in `Sources/MetschedConfiguration/Catalogue`, whose examples are run by a test.

      | identifier | | meaning |
      |---|---|---|

      """
    let entries = DiagnosticCatalogue.all
    for entry in entries {
      let id = entry.id.rawValue
      text += "| [`\(id)`](#\(id)) | \(entry.severity.rawValue) | \(entry.meaning) |\n"
    }
    for entry in entries { text += section(entry) }
    return text
  }

  private static func section(_ entry: DiagnosticCatalogue.Entry) -> String {
    var text = "\n## \(entry.id.rawValue)\n\n\(entry.meaning)\n"
    if entry.needsRun { text += "It comes to light when the file is run.\n" }
    if entry.needsAnalysis {
      text += "It comes to light when the file is validated, which runs its placements.\n"
    }
    if entry.needsProvider { return text + "Only a provider written in Swift brings it about.\n" }
    if entry.needsEdit { text += "It comes to light when `metsched set` edits the file.\n" }
    if entry.needsTest { text += "It comes to light when `metsched test` runs the file's tests.\n" }
    text += "\n" + block(entry.failing)
    if !entry.needsRun, !entry.needsEdit, !entry.needsAnalysis, !entry.needsTest {
      let output = VisibleText.of(Loading(entry.failing).output, keepingLines: true)
      text += "\n```text\n\(output)```\n"
    }
    return text + "\nMended:\n\n" + block(entry.mended)
  }

  /// Cuts lines that are long for their own sake.
  private static func shortened(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.count > 1_000 ? line.prefix(80) + " … \(line.count) characters" : String(line)
    }.joined(separator: "\n")
  }

  private static func block(_ example: DiagnosticCatalogue.Example) -> String {
    var text = ""
    if example.isLatin1 { text += "Saved as Latin-1:\n\n" }
    text += "```yaml\n\(shortened(VisibleText.of(example.text, keepingLines: true)))```\n"
    for file in example.files.prefix(2) {
      text += "\nand `\(file.name)`\n\n```yaml\n\(file.text)```\n"
    }
    if example.files.count > 2 { text += "\nand so on, \(example.files.count) files in all\n" }
    if let override = example.override {
      text += "\nwith `--overrides` of\n\n```yaml\n\(override)```\n"
    }
    if let assignment = example.assignment { text += "\nwith `--set \(assignment)`\n" }
    return text
  }
}

extension VisibleText {
  /// Returns a text of several lines with what cannot be seen made visible.
  fileprivate static func of(_ text: String, keepingLines: Bool) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { of(String($0)) }
      .joined(separator: "\n")
  }
}
