import MetschedEngine
import MetschedTime
import SchedulerReference
import Testing

/// Plays placements from the start and compares every record with a diagram.
///
/// All placements have one host and rule, and are added at the start unless a step adds them.
/// Records that another test shows can be skipped.
@discardableResult
func expect(
  host: Host = .ideal, rule: FailureHandling = .lastAfterQuarterHour, zones: [ZoneTable] = [.utc],
  _ placements: [Reply]..., steps: KeyValuePairs<Moment, Script.Action> = [:],
  until length: Moment = "1d 0:00:00", skipping: Skip = [], _ diagram: String,
  warnings: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
) -> Playback<Machine> {
  expect(
    Script(
      hosts: [host], rules: [rule], zones: zones,
      placements: placements.map { ScriptedPlacement(replies: $0) },
      steps: steps.map { Script.Step(at: $0.key, action: $0.value) },
      length: length.milliseconds),
    skipping: skipping, diagram, warnings: warnings, sourceLocation: sourceLocation)
}

/// Plays a script and compares every record with a diagram.
@discardableResult
func expect(
  _ script: Script, skipping: Skip = [], _ diagram: String, warnings: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) -> Playback<Machine> {
  var script = script
  let added = Set(
    script.steps.compactMap { if case .add(let name) = $0.action { name } else { nil } })
  script.steps += script.placements.indices.filter { !added.contains($0) }
    .map { Script.Step(at: Moment(0), action: .add($0)) }
  let playback = Playback<Machine>(script)
  let lines = playback.lines.filter { line in !skipping.words.contains { line.contains($0) } }
  let expected = diagram.split(separator: "\n").map(String.init)
  if lines != expected {
    let marked = lines.enumerated().map { index, line in
      (index < expected.count && expected[index] == line ? "    " : "  ≠ ") + line
    }
    Issue.record(
      "the records differ; they are\n\(marked.joined(separator: "\n"))",
      sourceLocation: sourceLocation)
  }
  #expect(playback.warningLines == warnings, sourceLocation: sourceLocation)
  #expect(playback.faults == [], sourceLocation: sourceLocation)
  let numbers = playback.records.map(\.sequence)
  #expect(numbers == numbers.indices.map { Int64($0) + 1 }, sourceLocation: sourceLocation)
  return playback
}

/// Records that a diagram leaves out because another one shows them.
struct Skip: OptionSet {
  var rawValue: Int
  static let shows = Skip(rawValue: 1)
  static let additions = Skip(rawValue: 2)
  static let policies = Skip(rawValue: 4)

  var words: [String] {
    (contains(.shows) ? [" show ", " drop "] : [])
      + (contains(.additions) ? [" reload added free, ", " reload added free left"] : [])
      + (contains(.policies) ? [" reload policy "] : [])
  }
}

/// The placements of a diagram.
let a = 0
let b = 1
let c = 2
