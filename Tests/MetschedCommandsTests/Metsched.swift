import Foundation
import TestSupport

/// The built binary, run as a person runs it: from the project's root, with no terminal.
enum Metsched {
  typealias Outcome = ChildProcess.Outcome

  /// The binary: the one that `METSCHED_BINARY` names, else what lies beside the test bundle.
  static let binary =
    TestEnvironment.path("METSCHED_BINARY").map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("metsched")

  static func run(_ arguments: String..., in folder: URL = Project.root) async throws -> Outcome {
    try await run(arguments, in: folder)
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: the verb and what follows it.
  ///   - folder: where it runs.
  ///   - environment: variables beside those that each program gets.
  ///   - waits: whether it waits for its turn, since as many as there are cores have their share
  ///     of the machine; not where another program goes on meanwhile.
  /// - Returns: what it has left.
  /// - Throws: what keeps it from being started.
  static func run(
    _ arguments: [String], in folder: URL = Project.root, environment: [String: String] = [:],
    waits: Bool = true
  ) async throws -> Outcome {
    let turns = waits ? Turns.oneForEachCore : nil
    await turns?.wait()
    let process: ChildProcess
    do {
      process = try start(arguments, in: folder, environment: environment) { turns?.pass() }
    } catch {
      turns?.pass()
      throw error
    }
    // Longer than anything takes on the slowest machine, so that it ends what hangs alone.
    DispatchQueue.global().asyncAfter(deadline: .now() + 900) { [weak process] in
      process?.signal(SIGKILL)
    }
    return await process.outcome()
  }

  /// Starts it, and returns at once.
  static func start(
    _ arguments: [String], in folder: URL = Project.root, environment: [String: String] = [:],
    output: Pipe? = nil, atEnd: @escaping @Sendable () -> Void = {}
  ) throws -> ChildProcess {
    try ChildProcess(
      binary, arguments, in: folder,
      environment: ChildProcess.environment.merging(environment) { $1 }, output: output,
      atEnd: atEnd)
  }
}
