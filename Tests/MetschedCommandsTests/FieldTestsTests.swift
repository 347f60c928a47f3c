import Foundation
import TestSupport
import Testing

/// What goes wrong for people, as tests that fail, and that pass once the file is mended.
@Suite("Tests of what goes wrong")
struct FieldTestsTests {
  static let folder = "Tests/Fixtures/field-tests"

  static let names = Project.yamlFiles(in: folder).map(\.lastPathComponent)
    .filter { $0.hasSuffix(".wrong.yaml") }.map { String($0.dropLast(11)) }

  /// The identifiers that `validate` has for a file.
  private static func warnings(_ file: String) async throws -> Set<String> {
    let lines = try await Metsched.run("validate", "--format", "json", file).output.split(
      separator: "\n")
    return Set(
      try lines.compactMap { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return object?["id"] as? String
      })
  }

  @Test("fail, and pass after the change that the warning suggests", arguments: names)
  func failAndPass(_ name: String) async throws {
    let (wrong, mended) = (
      "\(Self.folder)/\(name).wrong.yaml", "\(Self.folder)/\(name).mended.yaml"
    )
    let failed = try await Metsched.run("test", wrong)
    #expect(failed.status == 3, "\(failed.output)\(failed.errors)")
    #expect(failed.output.contains("[failed-expectation]"))
    let passed = try await Metsched.run("test", mended)
    #expect(passed.status == 0, "\(passed.output)\(passed.errors)")
    #expect(passed.errors == "")
  }

  @Test("are the same in both files, which differ in what the warning is about", arguments: names)
  func areTheSame(_ name: String) async throws {
    let wrong = try Project.text(of: "\(Self.folder)/\(name).wrong.yaml")
    let mended = try Project.text(of: "\(Self.folder)/\(name).mended.yaml")
    let tests = try [wrong, mended].map { text in
      let start = try #require(text.range(of: "\ntests:\n"))
      return text[start.upperBound...]
    }
    #expect(tests[0] == tests[1])
    let line = try #require(wrong.split(separator: "\n").first { $0.hasPrefix("# warns: ") })
    let warning = String(line.dropFirst(9))
    #expect(try await Self.warnings("\(Self.folder)/\(name).wrong.yaml").contains(warning))
    #expect(try await !Self.warnings("\(Self.folder)/\(name).mended.yaml").contains(warning))
  }

  @Test("are there for each of the facts that are a matter of time, and documented")
  func areComplete() throws {
    let texts = try Self.names.map { try Project.text(of: "\(Self.folder)/\($0).wrong.yaml") }
    for fact in [1, 2, 3, 4, 5, 10, 11, 12, 13, 18] {
      #expect(texts.contains { $0.hasPrefix("# FIELD \(fact):") }, "\(fact)")
    }
    let page = try Project.text(of: "docs/tests.md")
    for name in Self.names { #expect(page.contains("`\(name)`"), "\(name)") }
  }
}
