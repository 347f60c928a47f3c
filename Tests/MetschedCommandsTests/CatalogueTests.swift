import Foundation
import MetschedConfiguration
import MetschedDiagnostics
import TestSupport
import Testing

@Suite("The catalogue of diagnostics")
struct CatalogueTests {
  static let entries = DiagnosticCatalogue.all.filter { $0.needsRun && !$0.needsProvider }

  @Test("is true of what comes to light in a run", arguments: entries)
  func isTrue(_ entry: DiagnosticCatalogue.Entry) async throws {
    let folder = try TemporaryFolder()
    try folder.write(entry.failing.text, to: "failing.yaml")
    try folder.write(entry.mended.text, to: "mended.yaml")
    let failing = try await Metsched.run(["run", folder.file("failing.yaml").path])
    let ids = failing.errors.split(separator: "\n").filter { $0.hasSuffix("]") }
    #expect(ids.count == 1, "\(failing.errors)")
    #expect(ids.allSatisfy { $0.contains("\(entry.severity.rawValue): ") })
    #expect(ids.allSatisfy { $0.hasSuffix("[\(entry.id.rawValue)]") })
    let mended = try await Metsched.run(["run", folder.file("mended.yaml").path])
    #expect(mended.errors == "")
    #expect(mended.status == 0)
  }

  static let judgments = DiagnosticCatalogue.all.filter(\.needsAnalysis)

  @Test("is true of what comes to light in the runs of a validation", arguments: judgments)
  func isJudged(_ entry: DiagnosticCatalogue.Entry) async throws {
    let folder = try TemporaryFolder()
    try folder.write(entry.failing.text, to: "failing.yaml")
    try folder.write(entry.mended.text, to: "mended.yaml")
    let failing = try await Metsched.run(["validate", "failing.yaml"], in: folder.url)
    let ids = failing.errors.split(separator: "\n").filter {
      $0.hasSuffix("]") && $0.contains("ing: ")
    }
    #expect(ids.count == 1, "\(failing.errors)")
    #expect(ids.allSatisfy { $0.hasSuffix("[\(entry.id.rawValue)]") })
    #expect(failing.status == 0)
    let mended = try await Metsched.run(["validate", "mended.yaml"], in: folder.url)
    #expect(mended.errors == "")
    #expect(mended.status == 0)
    let denied = try await Metsched.run(
      ["validate", "--deny", entry.id.rawValue, "failing.yaml"], in: folder.url)
    #expect(denied.status == 2)
  }

  static let tests = DiagnosticCatalogue.all.filter(\.needsTest)

  @Test("is true of what comes to light in tests", arguments: tests)
  func isTested(_ entry: DiagnosticCatalogue.Entry) async throws {
    let folder = try TemporaryFolder()
    try folder.write(entry.failing.text, to: "failing.yaml")
    try folder.write(entry.mended.text, to: "mended.yaml")
    let failing = try await Metsched.run(["test", "failing.yaml"], in: folder.url)
    let ids = failing.output.split(separator: "\n").filter {
      $0.hasSuffix("[\(entry.id.rawValue)]")
    }
    #expect(ids.count == 1, "\(failing.output)")
    #expect(failing.status == 3)
    #expect(try await Metsched.run(["test", "mended.yaml"], in: folder.url).status == 0)
  }

  @Test("has what a widget can allow among what runs bring to light")
  func isAllowable() {
    let known = DiagnosticCatalogue.all.filter {
      ($0.needsRun || $0.needsAnalysis) && !$0.needsProvider
    }.map(\.id)
    let others: Set<DiagnosticID> = [.shortSpacing, .unusedAllow]
    #expect(Set(known).subtracting(others) == Set(DiagnosticID.judged))
  }
}
