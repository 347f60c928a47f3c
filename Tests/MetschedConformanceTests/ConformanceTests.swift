import Foundation
import Testing

/// The corpus: whole runs beside what the rules say that they record.
struct ConformanceTests {
  @Test("a file's run records what the rules say", arguments: ConformanceCase.all)
  func conforms(_ conformance: ConformanceCase) async throws {
    let run = try await ConformanceRun(conformance.file)
    let expected = try conformance.expectedLines()
    let found = try run.lines(of: conformance.file)
    if found != expected { report(conformance, LineDifference(from: expected, to: found)) }
    if let json = try conformance.expectedJSON(), json != run.json {
      report(
        conformance,
        LineDifference(
          from: json.components(separatedBy: "\n"), to: run.json.components(separatedBy: "\n")))
    }
  }

  private func report(_ conformance: ConformanceCase, _ difference: LineDifference) {
    Issue.record("\(conformance.name)\n\(conformance.rule)\n\n\(difference)")
  }

  @Test func `the corpus is there, and every case names its rule`() {
    #expect(ConformanceCase.all.count >= 130)
    for conformance in ConformanceCase.all {
      #expect(!conformance.rule.isEmpty, "\(conformance.name) begins with no comment")
    }
  }
}

/// Lines that are expected and not found, `-`, and found but not expected, `+`, in their places.
struct LineDifference: CustomStringConvertible {
  private let expected: [String]
  private let found: [String]

  init(from expected: [String], to found: [String]) {
    self.expected = expected
    self.found = found
  }

  var description: String {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in found.difference(from: expected) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [String] = []
    var (old, new) = (0, 0)
    while old < expected.count || new < found.count {
      if removed.contains(old) {
        lines.append("- " + expected[old])
        old += 1
      } else if inserted.contains(new) {
        lines.append("+ " + found[new])
        new += 1
      } else {
        lines.append("  " + expected[old])
        old += 1
        new += 1
      }
    }
    return lines.joined(separator: "\n")
  }
}
