import MetschedAnalysis
import MetschedConfiguration
import MetschedRecords
import MetschedRuntime
import MetschedTime

/// A live run as a file keeps it: what it began with, what it took in, and its records.
struct RecordedRun {
  /// What was played between two starts of the service.
  struct Session {
    /// How it began again; nil for the first.
    var resumed: RunResumption?
    var inputs: [StoredInput] = []
    /// The last instant that was played, on the clock that the run slept on; nil where nobody
    /// knows.
    var through: Instant?

    /// The zones that it met first, or met with other rules than the session before.
    func zones() throws -> [ZoneTable] {
      try inputs.filter { $0.kind == JournaledInput.zonesWord }.flatMap { input in
        let kept = try JournaledInput(word: input.kind, at: input.at, json: input.payload)
        return if case .zones(let zones) = kept.input { zones } else { [ZoneTable]() }
      }
    }
  }

  let name: String
  /// The run's number in a database; nil for a file of lines.
  let number: Int64?
  let beginning: RunBeginning
  private(set) var sessions: [Session]
  var lines: RecordedLines
  /// What the file lacks, since it could not be written.
  let gaps: [StoreGap]

  /// Finds a run in a file.
  ///
  /// - Parameters:
  ///   - path: a database, or JSON lines that have their inputs beside them.
  ///   - number: which run of a database; nil for the last live one.
  /// - Throws: why there is none that can be played again.
  init(_ path: String, run number: Int64?) throws {
    if path.hasSuffix(".jsonl") {
      if number != nil { throw Self.failure("`\(path)` holds one run, so `--run` says nothing") }
      try self.init(lines: path)
    } else {
      try self.init(database: path, run: number)
    }
  }

  private init(database path: String, run number: Int64?) throws {
    if FileAccess.isFolder(path) {
      throw Self.failure("`\(path)` is a folder; name the database in it")
    }
    let reader = try StoreReader(path)
    let runs = try reader.runs()
    guard
      let kept = number.map({ number in runs.first { $0.number == number } })
        ?? runs.last(where: { $0.run.clock == .system })
    else {
      let known = runs.map { String($0.number) }.joined(separator: ", ")
      throw Self.failure(
        number.map { "`\(path)` has no run \($0)" + (known.isEmpty ? "" : "; it has \(known)") }
          ?? "`\(path)` has no live run")
    }
    guard kept.run.clock == .system else {
      throw Self.failure(
        "run \(kept.number) of `\(path)` was a virtual one: "
          + "`metsched run --check-determinism` plays its file twice")
    }
    try self.init(
      name: "run \(kept.number) of `\(path)`", number: kept.number,
      inputs: try reader.inputs(of: kept.number), through: try Self.slept(kept, reader),
      lines: RecordedLines(reader, run: kept.number), gaps: try reader.gaps(of: kept.number))
  }

  private init(lines path: String) throws {
    let inputs = InputLines.path(for: path)
    guard FileAccess.exists(inputs) else {
      throw Self.failure(
        "`\(path)` has no `\(inputs)` beside it: only a live run writes down what it took in")
    }
    try self.init(
      name: "`\(path)`", number: nil, inputs: try InputLines.read(inputs), through: nil,
      lines: try RecordedLines(lines: path), gaps: [])
  }

  private init(
    name: String, number: Int64?, inputs: [StoredInput], through: Instant?, lines: RecordedLines,
    gaps: [StoreGap]
  ) throws {
    guard let first = inputs.first, first.kind == RunBeginning.kind else {
      throw Self.failure("\(name) does not say what it began with, so it cannot be played again")
    }
    if let lost = gaps.first(where: { $0.inputs > 0 }) {
      throw Self.failure(
        "\(name) lacks \(Words.count(Int(lost.inputs), "input")) that could not be written, "
          + "so it cannot be played again")
    }
    self.name = name
    self.number = number
    self.lines = lines
    self.gaps = gaps
    beginning = try RunBeginning(first)
    sessions = [Session()]
    for input in inputs.dropFirst() {
      if input.kind == RunResumption.kind {
        let resumption = try RunResumption(input)
        sessions[sessions.count - 1].through = resumption.through - resumption.offset
        sessions.append(Session(resumed: resumption))
      } else {
        sessions[sessions.count - 1].inputs.append(input)
      }
    }
    sessions[sessions.count - 1].through = through
  }

  /// The last instant that was played, on the clock that the run slept on.
  private static func slept(_ run: KeptRun, _ reader: StoreReader) throws -> Instant? {
    guard let through = run.through else { return nil }
    let rows = try reader.states(of: run.number).map { SavedRow(name: $0.name, bytes: $0.bytes) }
    return try rows.isEmpty ? through : SavedClock(of: rows).slept
  }

  /// Whether the file lacks a record.
  func lacks(_ sequence: Int64) -> Bool {
    gaps.contains { $0.first <= sequence && sequence <= $0.last }
  }

  private static func failure(_ message: String) -> FileAccess.Failure {
    FileAccess.Failure(message: message)
  }
}
