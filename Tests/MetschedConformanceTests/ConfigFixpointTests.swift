import Foundation
import TestSupport
import Testing

@testable import MetschedCommands

/// `metsched config` writes a file that says the same: for every case of the corpus and every
/// example its output is its own output again, and runs to the same records.
struct ConfigFixpointTests {
  static let files = ["Tests/Conformance", "examples"].flatMap(Project.yamlFiles(in:)).map(\.path)

  @Test("the resolved file says the same", arguments: files)
  func fixpoint(_ path: String) async throws {
    let file = URL(fileURLWithPath: path)
    // Containers are relative to the file, so the folders beside it are there.
    let folder = try TemporaryFolder()
    let original = file.deletingLastPathComponent()
    for name in try FileManager.default.contentsOfDirectory(atPath: original.path)
    where !name.contains(".") {
      try FileManager.default.copyItem(
        at: original.appendingPathComponent(name), to: folder.file(name))
    }
    let config = try await CommandRun("config", file.path)
    // A file that is wrong has no configuration to print.
    if config.code == .badConfiguration { return }
    let resolved = folder.file("resolved-\(file.lastPathComponent)")
    try Data(config.output.utf8).write(to: resolved)

    let again = try await CommandRun("config", resolved.path)
    #expect(again.output == config.output)
    let originals = try await CommandRun("config", "--origin", file.path)
    let withComments = folder.file("origins-\(file.lastPathComponent)")
    try Data(originals.output.utf8).write(to: withComments)
    #expect(try await CommandRun("config", withComments.path).output == config.output)

    let before = try await CommandRun("run", file.path, "--clock", "virtual", "--format", "json")
    let after = try await CommandRun("run", resolved.path, "--clock", "virtual", "--format", "json")
    #expect(before.code == after.code)
    let expected = Self.withoutPlaces(before.output, original)
    let found = Self.withoutPlaces(after.output, folder.url)
    if expected != found {
      Issue.record("\(file.lastPathComponent)\n\(LineDifference(from: expected, to: found))")
    }
    // Former names and stored values that are no longer allowed are gone from the resolved file.
    let gone = ["[former-name]\n", "[stored-value]\n"]
    let warnings = Self.identifiers(before.errors).filter { !gone.contains($0) }
    #expect(warnings == Self.identifiers(after.errors))
  }

  @Test func `the corpus and the examples are there`() {
    #expect(Self.files.count >= 137)
  }

  /// The lines without the places in the file, which are others in another file.
  private static func withoutPlaces(_ json: String, _ folder: URL) -> [String] {
    json.split(separator: "\n").map { line in
      line.replacing(/"origin":(null|"[^"]*"),?/, with: "")
        .replacing(/\([^ ]*\.yaml:\d+:\d+\)/, with: "")
        .replacing(folder.path, with: "")
    }.map { String($0) }
  }

  /// What was found, without its places.
  private static func identifiers(_ errors: String) -> [String] {
    errors.matches(of: /\[[a-z-]+\]\n/).map { String($0.output) }
  }
}

/// A call of the command in this process.
struct CommandRun {
  let output: String
  let errors: String
  let code: ExitCode

  init(_ arguments: String...) async throws {
    let output = try CaptureFile()
    let errors = try CaptureFile()
    let terminal = Terminal(
      output: output.descriptor, error: errors.descriptor, environment: { _ in nil })
    code = await Command.run(arguments, terminal)
    terminal.flush()
    self.output = output.text
    self.errors = errors.text
  }
}
