import Foundation

@testable import MetschedCommands

/// A case's run in this process: the file is loaded, and the virtual driver plays it.
struct ConformanceRun {
  /// The records as JSON lines, without the folder's path.
  let json: String
  /// What was said on stderr, one line a diagnostic.
  let diagnostics: [String]
  let code: ExitCode

  init(_ file: URL) async throws {
    let run = try await CommandRun("run", file.path, "--clock", "virtual", "--format", "json")
    code = run.code
    let folder = file.deletingLastPathComponent().path + "/"
    json = run.output.replacingOccurrences(of: folder, with: "")
    diagnostics = run.errors.replacingOccurrences(of: folder, with: "")
      .split(separator: "\n").compactMap { Self.compact($0, of: file.lastPathComponent) }
  }

  /// A diagnostic's first line as `! line:column severity id`; nil for its other lines.
  private static func compact(_ line: Substring, of file: String) -> String? {
    guard line.hasPrefix(file + ":"), line.hasSuffix("]"), let id = line.lastIndex(of: "[")
    else { return line.hasPrefix("metsched: ") ? "! " + line : nil }
    let parts = line.dropFirst(file.count + 1).split(separator: " ", maxSplits: 2)
    guard parts.count > 2 else { return nil }
    let place = parts[0].dropLast()
    let severity = parts[1].dropLast()
    return "! \(place) \(severity) \(line[id...].dropFirst().dropLast())"
  }

  /// The compact lines, then the diagnostics.
  func lines(of file: URL) throws -> [String] {
    let records = try json.split(separator: "\n").enumerated().map { index, line in
      try CompactRecord(String(line), sequence: index + 1, file: file.lastPathComponent).line
    }
    return records + diagnostics
  }
}
