import Foundation
import MetschedConfiguration
import MetschedDiagnostics
import Testing

@Suite("The catalogue of diagnostics")
struct CatalogueTests {
  static let entries = DiagnosticCatalogue.all.filter { $0.needsRun && !$0.needsProvider }

  @Test("is true of what comes to light in a run", arguments: entries)
  func isTrue(_ entry: DiagnosticCatalogue.Entry) throws {
    let folder = try TemporaryFolder()
    try folder.write(entry.failing.text, to: "failing.yaml")
    try folder.write(entry.mended.text, to: "mended.yaml")
    let failing = try Metsched.run(["run", folder.url.appendingPathComponent("failing.yaml").path])
    let ids = failing.errors.split(separator: "\n").filter { $0.hasSuffix("]") }
    #expect(ids.count == 1, "\(failing.errors)")
    #expect(ids.allSatisfy { $0.contains("\(entry.severity.rawValue): ") })
    #expect(ids.allSatisfy { $0.hasSuffix("[\(entry.id.rawValue)]") })
    let mended = try Metsched.run(["run", folder.url.appendingPathComponent("mended.yaml").path])
    #expect(mended.errors == "")
    #expect(mended.status == 0)
  }
}
