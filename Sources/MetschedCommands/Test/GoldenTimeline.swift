import MetschedAnalysis
import MetschedConfiguration
import MetschedDiagnostics
import MetschedSystem
import MetschedText
import MetschedTime

/// The file that `timeline:` of a test names, and what the run gives for it.
struct GoldenTimeline {
  enum State: String {
    case same, differs, missing, written
  }

  /// The path as the file names it, and as it is read.
  let name: String
  let path: String
  /// Where it is named.
  let range: SourceRange
  private(set) var state: State
  /// What is there and what the run gives, as a unified diff; empty where they are the same.
  let difference: String
  private let new: [UInt8]
  /// The first line that differs, of the run or else of the file.
  private let firstLine: String

  /// Compares the timelines of a test's cases with their file.
  ///
  /// - Returns: nil where the test names no file.
  init?(_ outcomes: [TestOutcome], _ loaded: LoadedConfiguration) throws(FileAccess.Failure) {
    guard let timeline = outcomes.first?.testCase.test.timeline, let range = timeline.origin.range
    else { return nil }
    self.range = range
    name = timeline.value
    path = loaded.folder(of: range) + timeline.value
    new = Array(Self.text(of: outcomes).utf8)
    guard FileAccess.exists(path) else {
      (state, difference, firstLine) = (.missing, "", "")
      return
    }
    let old = try FileAccess.read(path)
    state = old == new ? .same : .differs
    difference = UnifiedDiff.text(path, from: old, to: new)
    firstLine = Self.firstDifference(old, new)
  }

  /// What a file holds: each case under the name of its placement.
  private static func text(of outcomes: [TestOutcome]) -> String {
    outcomes.map { outcome in
      let testCase = outcome.testCase
      let start = testCase.start.rfc3339(in: testCase.zone)
      let end = outcome.end.rfc3339(in: testCase.zone)
      return "# \(testCase.name) from \(start) to \(end) (\(testCase.zone.identifier))\n"
        + outcome.timeline.joined()
    }.joined(separator: "\n")
  }

  private static func firstDifference(_ old: [UInt8], _ new: [UInt8]) -> String {
    let old = old.split(separator: 0x0A, omittingEmptySubsequences: false)
    let new = new.split(separator: 0x0A, omittingEmptySubsequences: false)
    let index =
      zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset
      ?? min(old.count, new.count)
    let line =
      index < new.count && !new[index].isEmpty ? new[index] : old[min(index, old.count - 1)]
    return String(decoding: line, as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }

  /// Whether the test has failed because of it.
  var hasFailed: Bool { state == .differs || state == .missing }

  /// What is wrong; nil where nothing is.
  var diagnostic: Diagnostic? {
    switch state {
    case .same, .written: nil
    case .missing:
      .error(
        .failedExpectation,
        "`\(path)` does not exist; `metsched test --update` writes it", at: range)
    case .differs:
      .error(
        .failedExpectation,
        "the timeline differs from `\(name)`, first at `\(VisibleText.of(firstLine))`", at: range)
    }
  }

  /// Puts what the run gives into the file, whole or not at all; its folder is made.
  mutating func update() throws(FileAccess.Failure) {
    guard hasFailed else { return }
    try? Folder.create(PathName.folder(of: path))
    try FileReplacement.write(new, to: path)
    state = .written
  }
}

extension LoadedConfiguration {
  /// The folder of the file in which a range lies, with its `/`; of the main file for `--set`.
  fileprivate func folder(of range: SourceRange) -> String {
    let isAssigned = sources[range.file].path.hasPrefix("--")
    let path = sources[isAssigned ? FileID(index: 0) : range.file].path
    return path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
