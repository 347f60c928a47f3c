import Foundation
import TestSupport
import Testing

/// What the README and the docs show is what the program prints.
@Suite struct ReadmeTests {
  /// A command in a `console` block, and what is shown below it.
  struct Transcript {
    var command: [String]
    var lines: [Substring]
  }

  static func transcripts(in file: String) throws -> [Transcript] {
    let text = try Project.text(of: file)
    var transcripts: [Transcript] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ metsched ") {
        let words = line.dropFirst("$ metsched ".count).split(separator: " ").map(String.init)
        transcripts.append(Transcript(command: words, lines: []))
      } else if isInside, !transcripts.isEmpty {
        transcripts[transcripts.count - 1].lines.append(line)
      }
    }
    return transcripts
  }

  /// Whether lines are as shown; a line `…` stands for any lines.
  static func matches(_ printed: [Substring], _ shown: [Substring]) -> Bool {
    guard let gap = shown.firstIndex(of: "…") else { return printed == shown }
    let head = shown[..<gap]
    let tail = Array(shown[(gap + 1)...])
    guard printed.starts(with: head) else { return false }
    return (head.count...max(head.count, printed.count)).contains { start in
      start <= printed.count && matches(Array(printed[start...]), tail)
    }
  }

  @Test(arguments: [
    "README.md", "docs/host.md", "docs/records.md", "docs/time.md", "docs/commands.md",
    "docs/analysis.md", "docs/service.md", "docs/tests.md",
  ])
  func `each transcript is what the command prints`(_ file: String) async throws {
    let transcripts = try Self.transcripts(in: file)
    try #require(!transcripts.isEmpty, "\(file) shows no command")
    // The commands of a page may write files, which those below them read.
    let folder = try TemporaryFolder()
    for name in ["examples", "Tests"] {
      try FileManager.default.createSymbolicLink(
        at: folder.file(name),
        withDestinationURL: Project.file(name))
    }
    for transcript in transcripts {
      let outcome = try await Metsched.run(transcript.command, in: folder.url)
      let printed = (outcome.errors + outcome.output).split(
        separator: "\n", omittingEmptySubsequences: false)
      var lines = transcript.lines
      while lines.last == "" { lines.removeLast() }
      let isSame = Self.matches(printed.dropLast(printed.last == "" ? 1 : 0).map { $0 }, lines)
      #expect(
        isSame,
        "`metsched \(transcript.command.joined(separator: " "))` in \(file) prints\n\(outcome.errors)\(outcome.output)"
      )
    }
  }

  @Test func `the README is one screen`() throws {
    let text = try Project.text(of: "README.md")
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 90)
  }
}
