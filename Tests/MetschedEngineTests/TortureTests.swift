import Foundation
import MetschedEngine
import MetschedTime
import SchedulerReference
import TestSupport
import Testing

/// Random scripts, on which invariants hold and the reference machine writes the same records.
///
/// `METSCHED_TORTURE_CASES` says how many, `METSCHED_SEED` where they begin.
struct TortureTests {
  private static let chunks: [UInt64] = [0, 1, 2, 3]

  @Test(arguments: chunks)
  func `the machine keeps its invariants and agrees with the reference`(chunk: UInt64) {
    let cases: UInt64 = TestEnvironment.number("METSCHED_TORTURE_CASES", default: 3_000)
    let first: UInt64 = TestEnvironment.number("METSCHED_SEED", default: 1)
    let share = UInt64(Self.chunks.count)
    for seed in stride(from: first + chunk, to: first + cases, by: Int(share)) {
      let script = Script.random(seed: seed)
      guard complaint(about: script) != nil else { continue }
      let shrunk = script.shrunk { complaint(about: $0) != nil }
      Issue.record(
        """
        METSCHED_SEED=\(seed) METSCHED_TORTURE_CASES=1 swift test --filter MetschedEngineTests.TortureTests
        \(complaint(about: shrunk) ?? "")
        \(shrunk.text)
        """)
      return
    }
  }

  /// What is wrong with a run; nil where nothing is.
  private func complaint(about script: Script) -> String? {
    let playback = Playback<Machine>(script)
    let reference = Playback<Reference>(script)
    let violations = Invariants(playback).violations + reference.faults.map { "reference: " + $0 }
    if !violations.isEmpty {
      return (violations + playback.lines.map { "    " + $0 }).joined(separator: "\n")
    }
    guard playback.records != reference.records else { return nil }
    let (lines, expected) = (playback.lines, reference.lines)
    let place = zip(lines, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let same = place ?? min(lines.count, expected.count)
    return
      (lines.prefix(same).suffix(12).map { "    " + $0 }
      + ["  machine:"] + lines.dropFirst(same).prefix(3).map { "    " + $0 }
      + ["  reference:"] + expected.dropFirst(same).prefix(3).map { "    " + $0 })
      .joined(separator: "\n")
  }
}
