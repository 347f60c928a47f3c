import Foundation
import TestSupport
import Testing

/// One file of the corpus, with what its rules say that a run must record.
struct ConformanceCase: CustomTestStringConvertible {
  let name: String
  /// The YAML file.
  let file: URL

  var testDescription: String { name }

  /// Every case, by name.
  static let all = Project.yamlFiles(in: "Tests/Conformance").map {
    ConformanceCase(name: $0.deletingPathExtension().lastPathComponent, file: $0)
  }

  /// The comment that begins the file: the rule and the reasoning.
  var rule: String {
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").prefix { $0.hasPrefix("#") }.joined(separator: "\n")
  }

  /// The expected lines, without comments and empty ones.
  func expectedLines() throws -> [String] {
    let records = file.deletingPathExtension().appendingPathExtension("records")
    return try String(contentsOf: records, encoding: .utf8)
      .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  /// The whole records as JSON lines, where the case holds them too.
  func expectedJSON() throws -> String? {
    let records = file.deletingPathExtension().appendingPathExtension("jsonl")
    guard FileManager.default.fileExists(atPath: records.path) else { return nil }
    return try String(contentsOf: records, encoding: .utf8)
  }
}
