import Foundation
import Testing

/// Live runs to which everything happens at random instants: writes, events of the socket, right and
/// wrong edits of the file, jumps of the clock, sleeps of the machine, and kills.
///
/// `METSCHED_LIVE_CASES` says how many, `METSCHED_SEED` where they begin.
struct LiveRestartTortureTests {
  private static func number(_ name: String, default number: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? number
  }

  private static let chunks: [UInt64] = [0, 1]

  @Test(arguments: chunks)
  func `kills leave no trace in what a live run records, and replay gives it again`(
    chunk: UInt64
  ) async {
    let cases = Self.number("METSCHED_LIVE_CASES", default: 20)
    let first = Self.number("METSCHED_SEED", default: 1)
    for seed in stride(from: first + chunk, to: first + cases, by: Self.chunks.count) {
      var script = LiveScript(seed: seed)
      guard var complaint = await complaint(about: script) else { continue }
      var index = 0
      while index < script.steps.count {
        let shorter = script.without(index)
        if let found = await self.complaint(about: shorter) {
          (script, complaint) = (shorter, found)
        } else {
          index += 1
        }
      }
      Issue.record("METSCHED_SEED=\(seed) METSCHED_LIVE_CASES=1\n\(complaint)\n\(script.text)")
      return
    }
  }

  /// What is wrong with a script's runs; nil where nothing is.
  private func complaint(about script: LiveScript) async -> String? {
    do {
      let whole = try await ScriptedRun(script, restarts: false)
      let killed = try await ScriptedRun(script, restarts: true)
      if killed.lines != whole.lines {
        return LineDifference(killed.lines, whole.lines).text("killed", "killed")
      }
      for (run, name) in [(whole, "an undisturbed run"), (killed, "a killed one")] {
        let again = try await run.replayed(script)
        if again != run.lines {
          return LineDifference(again, run.lines).text("replay of \(name)", "played")
        }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
