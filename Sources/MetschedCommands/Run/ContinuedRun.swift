import MetschedConfiguration
import MetschedEngine
import MetschedRecords
import MetschedRuntime
import MetschedSources
import MetschedTime
import MetschedWidgets

/// A live run that a database holds and that has not reached its end.
///
/// It goes on with the configuration that it had, text and options; what the files say now is an
/// edit of the run that goes on.
struct ContinuedRun {
  let kept: KeptRun
  let text: RunText
  /// The run's own file and options.
  private let prepared: PreparedRun
  private let rows: [SavedRow]
  /// What the summary had counted; nil where there is none.
  private let summary: [UInt8]?

  /// Finds the run that a start of a file continues; nil where there is none, or with `--fresh`.
  ///
  /// - Parameters:
  ///   - database: where it is.
  ///   - new: what the files and the command line say now.
  /// - Throws: why it cannot go on.
  init?(in database: RunDatabase, of new: PreparedRun) throws(FileAccess.Failure) {
    guard !new.arguments.has("fresh"), let (kept, states) = try database.unfinished() else {
      return nil
    }
    guard !states.isEmpty else {
      if kept.lastSequence > 0 {
        new.terminal.problem(
          "the last run of `\(database.path)` cannot be continued: its state is not whole",
          hint: "a new run begins")
      }
      return nil
    }
    self.kept = kept
    rows = states.map { SavedRow(name: $0.name, bytes: $0.bytes) }
    summary = states.first { $0.name == RunSummary.name }?.bytes
    do {
      guard let bytes = states.first(where: { $0.name == RunText.name })?.bytes else {
        throw StateError("there is no configuration")
      }
      text = try RunText(bytes)
      prepared = try text.prepared(new.terminal)
    } catch {
      throw Self.failure(database.path, "\(error)")
    }
  }

  /// Returns what runs, beside the options of now.
  func running(for new: PreparedRun) -> PreparedRun {
    PreparedRun(
      configuration: prepared.configuration, loaded: prepared.loaded, arguments: new.arguments,
      terminal: new.terminal)
  }

  /// Whether the files and the options say what they said.
  func isOf(_ new: PreparedRun) -> Bool {
    text.isSame(as: RunText(new.loaded, new.arguments))
  }

  /// Returns the run, between two of its instants.
  func restored(
    _ schedule: Schedule, remote: (any RemoteItems)?, files: any ContainerReading,
    in database: RunDatabase
  ) throws(FileAccess.Failure) -> RestoredRun {
    do {
      return try schedule.restored(
        from: rows, remote: remote, files: files,
        zones: prepared.terminal.zones,
        readEvent: prepared.loaded.eventReader(prepared.arguments, prepared.terminal.zones))
    } catch {
      throw Self.failure(database.path, "\(error)")
    }
  }

  /// Returns what the run has come to so far, as far as it can be read.
  ///
  /// - Parameters:
  ///   - new: a summary that has counted nothing.
  ///   - configuration: the restored run's placements.
  ///   - database: where the run is.
  ///   - terminal: where it is told that the records cannot be read.
  /// - Returns: the summary.
  func summary(
    _ new: Summary, _ configuration: Configuration, in database: RunDatabase, _ terminal: Terminal
  ) -> Summary {
    var summary = RunSummary(new, configuration)
    summary.restore(self.summary)
    do throws(FileAccess.Failure) {
      try database.records(of: kept, after: summary.lastSequence) { summary.count($0) }
      return summary.summary
    } catch {
      terminal.problem("the summary will count from now on alone: \(error.message)")
      return new
    }
  }

  private static func failure(_ path: String, _ problem: String) -> FileAccess.Failure {
    FileAccess.Failure(
      message: "the last run of `\(path)` cannot be continued: \(problem)\n"
        + "  `--fresh` begins a new run")
  }

  /// Returns how a start of now continues it.
  func resumption(
    _ new: PreparedRun, on clock: SystemClock, in database: RunDatabase
  ) throws(FileAccess.Failure) -> RunResumption {
    do {
      return RunResumption(
        now: clock.now, from: try SavedClock(of: rows), missed: new.configuration.missed,
        options: RunOptions(new.arguments))
    } catch {
      throw Self.failure(database.path, "\(error)")
    }
  }

  /// Returns the clock that has gone on since the run's own ended, at the speed of now.
  func clock(speed: Double) -> SystemClock {
    let before = SystemClock(speed: kept.run.speed, since: kept.run.origin, at: kept.run.wall)
    if speed == kept.run.speed { return before }
    return SystemClock(speed: speed, since: before.start, at: before.wallStart)
  }

  /// The run as the database is to know it from now on.
  func run(on clock: SystemClock) -> KeptRun {
    var kept = kept
    if clock.speed != kept.run.speed {
      kept.run.speed = clock.speed
      kept.run.origin = clock.start
      kept.run.wall = clock.wallStart
    }
    return kept
  }

  /// What is continued, for the operator.
  func words(_ path: String, at now: Instant, _ missed: MissedSettings) -> String {
    let through = kept.through ?? kept.run.start
    let zone = prepared.configuration.timezone.value
    let records = "\(Self.grouped(kept.lastSequence)) record\(kept.lastSequence == 1 ? "" : "s")"
    let down = now - through
    let length =
      down < 0
      ? "the clock is \(Step(milliseconds: -down)) behind"
      : "down for \(Step(milliseconds: down < 10_000 ? down : down / 1_000 * 1_000))"
    return "continues \(path): \(records) to \(through.rfc3339(in: zone)), \(length); "
      + "missed: \(missed.rule.value.rawValue)\n"
  }

  /// 1204 as `1,204`.
  private static func grouped(_ count: Int64) -> String {
    let digits = Array(String(count))
    return digits.indices.map { index in
      let comma = index > 0 && (digits.count - index).isMultiple(of: 3)
      return (comma ? "," : "") + String(digits[index])
    }.joined()
  }
}
