import Foundation

/// All comparisons: which programs run, and what of theirs stands beside what.
struct Suite {
  /// How much is measured.
  struct Size {
    let placements: Int
    let hours: Int
    let users: Int
    let dates: Int
    let records: Int
    let saved: Int
    let starts: Int
    let rounds: Int

    /// Minutes: what `docs/performance.md` shows.
    static let full = Size(
      placements: 1_000_000, hours: 24, users: 200_000, dates: 20_000, records: 1_000_000,
      saved: 10_000, starts: 20, rounds: 5)
    /// Seconds: it proves that everything runs, and its figures mean nothing.
    static let smoke = Size(
      placements: 10_000, hours: 24, users: 1_000, dates: 1_000, records: 20_000, saved: 500,
      starts: 2, rounds: 1)
  }

  let size: Size
  /// The folder of the compiled reference programs.
  let references: String
  /// A folder with the programs whose start-up is measured, and for the files that are read.
  let folder: String

  private var own: String { CommandLine.arguments[0] }
  private var hello: String { folder + "/Hello" }
  private var metsched: String { folder + "/metsched" }
  private func file(_ name: String) -> String { "\(folder)/\(name).yaml" }

  /// Runs everything and returns the table.
  ///
  /// - Throws: `Program.Failure`, also where two programs did not decide the same in one order.
  func run() throws -> String {
    try write("small", users: 12)
    try write("zone", users: 12, timezone: "Europe/Berlin")
    try write("tenth", users: size.users / 10)
    try write("whole", users: size.users)
    var runs = Runs()
    for round in 1...size.rounds {
      FileHandle.standardError.write(Data("round \(round) of \(size.rounds)\n".utf8))
      for (name, program) in programs { runs.add(try program.measure(), of: name) }
      for _ in 0..<size.starts {
        for (name, program) in starts { runs.add(try program.measure(), of: name) }
      }
    }
    for kind in ["same", "mixed"] {
      let orders = ["engine", "queue", "calendar", "heap"].map { runs.order(of: "\($0) \(kind)") }
      guard Set(orders).count == 1, orders[0].count == 1 else {
        throw Program.Failure(description: "the order of decisions differs: \(orders)")
      }
    }
    return Table(rows: rows).text(runs)
  }

  private func write(_ name: String, users: Int, timezone: String? = nil) throws {
    let bytes = UserFile.bytes(users: users, timezone: timezone)
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  private var programs: [(String, Program)] {
    var programs: [(String, Program)] = []
    for kind in ["same", "mixed"] {
      let (count, hours) = (String(size.placements), String(size.hours))
      programs += [
        ("engine \(kind)", Program(own, "engine", count, hours, kind)),
        ("calendar \(kind)", Program("\(references)/calendar-queue", count, hours, kind)),
        ("queue \(kind)", Program(own, "queue", count, hours, kind)),
        ("heap \(kind)", Program("\(references)/priority-queue", count, hours, kind)),
      ]
    }
    return programs + [
      ("dates", Program(own, "dates", String(size.dates))),
      ("configuration", Program(own, "configuration", file("whole"))),
      ("events", Program("\(references)/yaml-events", file("whole"))),
      ("tenth", Program(own, "configuration", file("tenth"))),
      ("checkpoints", Program(own, "checkpoints", String(size.saved))),
      ("store", Program(own, "store", String(size.records), "\(folder)/ours.db")),
      (
        "sqlite",
        Program(
          "\(references)/sqlite-rows", String(size.records), "\(folder)/ours.db",
          "\(folder)/theirs.db")
      ),
    ]
  }

  private var starts: [(String, Program)] {
    [
      ("start", Program(metsched, "validate", file("small"))),
      ("start hello", Program(hello)),
      ("start zone", Program(metsched, "validate", file("zone"))),
    ]
  }

  private var rows: [Row] {
    var rows: [Row] = []
    for kind in ["same", "mixed"] {
      let calendar = Row.Limit.figure(
        Figure("calendar \(kind)", "per-second"), name: "C++ calendar queue")
      let heap = Row.Limit.figure(
        Figure("heap \(kind)", "per-second"), name: "C++ priority_queue")
      let engine = Figure("engine \(kind)", "per-second")
      let queue = Figure("queue \(kind)", "per-second")
      rows += [
        Row(
          title: "decisions, \(kind)", unit: .millionsPerSecond, ours: engine, limit: calendar,
          goal: .atLeast(0.25)),
        Row(title: "decisions, \(kind)", unit: .millionsPerSecond, ours: engine, limit: heap),
        Row(
          title: "deadline queue, \(kind)", unit: .millionsPerSecond, ours: queue,
          limit: calendar),
        Row(title: "deadline queue, \(kind)", unit: .millionsPerSecond, ours: queue, limit: heap),
        Row(
          title: "peak memory a placement, \(kind)", unit: .bytes,
          ours: Figure("engine \(kind)", "peak-bytes"),
          limit: .figure(Figure("calendar \(kind)", "peak-bytes"), name: "C++ calendar queue")),
      ]
    }
    for name in ["hour", "day", "time-of-day"] {
      rows.append(
        Row(
          title: "next \(name.replacing("-", with: " "))", unit: .nanoseconds,
          ours: Figure("dates", "\(name)-ns"),
          limit: .figure(Figure("dates", "\(name)-foundation-ns"), name: "Foundation")))
    }
    let hello = Row.Limit.figure(Figure("start hello", "elapsed"), name: "Swift hello world")
    return rows + [
      Row(
        title: "file to configuration", unit: .megabytesPerSecond,
        ours: Figure("configuration", "per-second"),
        limit: .figure(Figure("events", "per-second"), name: "libyaml's events in C"),
        goal: .atLeast(0.6)),
      Row(
        title: "ten times the users", unit: .milliseconds,
        ours: Figure("configuration", "seconds"),
        limit: .figure(Figure("tenth", "seconds"), name: "a tenth of them"), goal: .atMost(12)),
      Row(
        title: "memory a configured placement", unit: .bytes,
        ours: Figure("configuration", "held-bytes"), limit: .bound(1024, name: "wanted"),
        goal: .atMost(1)),
      Row(
        title: "rows into the database", unit: .millionsPerSecond,
        ours: Figure("store", "per-second"),
        limit: .figure(Figure("sqlite", "per-second"), name: "bare SQLite in C"),
        goal: .atLeast(0.7)),
      Row(
        title: "a run that is saved", unit: .milliseconds,
        ours: Figure("checkpoints", "saving-seconds"),
        limit: .figure(Figure("checkpoints", "seconds"), name: "the same, not saved")),
      Row(
        title: "validate 2 KB", unit: .milliseconds, ours: Figure("start", "elapsed"),
        limit: hello, goal: .atMost(2)),
      Row(
        title: "validate 2 KB, named zone", unit: .milliseconds,
        ours: Figure("start zone", "elapsed"), limit: hello),
    ]
  }
}
