import Foundation

/// Runs all comparisons, or one measurement of ours in a process of its own.
///
///     Bench full|smoke REFERENCES FOLDER               all, as a table
///     Bench engine|queue PLACEMENTS HOURS same|mixed
///     Bench dates STEPS
///     Bench configuration FILE
///     Bench store ROWS FILE
///     Bench checkpoints USERS
@main
struct Bench {
  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) async throws {
    let operands = Array(arguments.dropFirst())
    switch (arguments.first, operands.count) {
    case ("full", 2): try suite(.full, operands)
    case ("smoke", 2): try suite(.smoke, operands)
    case ("engine", 3): try EngineMeasurement.run(workload(operands)).print()
    case ("queue", 3): try QueueMeasurement.run(workload(operands)).print()
    case ("dates", 1): DateMeasurement.run(steps: try number(operands[0])).print()
    case ("configuration", 1): try ConfigurationMeasurement.run(operands[0]).print()
    case ("store", 2):
      try StoreMeasurement.run(rows: try number(operands[0]), operands[1]).print()
    case ("checkpoints", 1):
      try await CheckpointMeasurement.run(users: number(operands[0])).print()
    default: throw Usage(description: "see Benchmarks/Sources/Bench/Bench.swift")
    }
  }

  private struct Usage: Error, CustomStringConvertible {
    let description: String
  }

  private static func suite(_ size: Suite.Size, _ operands: [String]) throws {
    let suite = Suite(
      size: size, references: operands[0], folder: operands[1])
    print(try suite.run(), terminator: "")
  }

  private static func workload(_ operands: [String]) throws -> Workload {
    guard let kind = Workload.Intervals(rawValue: operands[2]) else {
      throw Usage(description: "`\(operands[2])` is neither same nor mixed")
    }
    return Workload(
      placements: try number(operands[0]), hours: try number(operands[1]), kind)
  }

  private static func number(_ text: String) throws -> Int {
    guard let number = Int(text), number > 0 else {
      throw Usage(description: "`\(text)` is no count")
    }
    return number
  }
}
