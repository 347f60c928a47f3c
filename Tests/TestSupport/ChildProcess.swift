package import Foundation
import Synchronization
package import Testing

/// A program that a test starts and speaks to, as a person would: with no terminal.
///
/// Nothing here blocks a thread while it waits, since tests share a pool that has one for each
/// core. A program whose owner is gone is killed.
package final class ChildProcess: Sendable {
  /// What a program has left when it has ended.
  package struct Outcome: Equatable, Sendable {
    package var output: String
    package var errors: String
    /// The exit code, or the number of the signal that ended it.
    package var status: Int32
  }

  private enum State {
    case running([CheckedContinuation<Int32, Never>])
    case ended(Int32)
  }

  /// The ending, which the process reports on a thread of its own.
  private final class Ending: Sendable {
    private let state = Mutex(State.running([]))

    func come(_ status: Int32) {
      let waiting = state.withLock { state -> [CheckedContinuation<Int32, Never>] in
        guard case .running(let waiting) = state else { return [] }
        state = .ended(status)
        return waiting
      }
      for continuation in waiting { continuation.resume(returning: status) }
    }

    func status() async -> Int32 {
      await withCheckedContinuation { continuation in
        let status = state.withLock { state -> Int32? in
          switch state {
          case .ended(let status): return status
          case .running(let waiting):
            state = .running(waiting + [continuation])
            return nil
          }
        }
        if let status { continuation.resume(returning: status) }
      }
    }

    var hasCome: Bool {
      state.withLock { state in
        if case .ended = state { true } else { false }
      }
    }
  }

  package let identifier: Int32
  private let ending = Ending()
  private let outputFile: CaptureFile
  private let errorFile: CaptureFile

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - executable: the program.
  ///   - arguments: its arguments.
  ///   - folder: where it runs.
  ///   - environment: all of its variables.
  ///   - input: what it reads; nothing by itself.
  ///   - pipe: what takes its output in place of a file.
  ///   - atEnd: is called as soon as it has ended, on a thread of its own.
  /// - Throws: what keeps it from being started.
  package init(
    _ executable: URL, _ arguments: [String], in folder: URL,
    environment: [String: String] = ChildProcess.environment, input: Pipe? = nil,
    output pipe: Pipe? = nil, atEnd: @escaping @Sendable () -> Void = {}
  ) throws {
    // Files, not pipes: a full pipe of the one would block a reader of the other.
    outputFile = try CaptureFile()
    errorFile = try CaptureFile()
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = environment
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = pipe ?? FileHandle(fileDescriptor: outputFile.descriptor)
    process.standardError = FileHandle(fileDescriptor: errorFile.descriptor)
    process.terminationHandler = { [ending] in
      atEnd()
      ending.come($0.terminationStatus)
    }
    try process.run()
    identifier = process.processIdentifier
  }

  deinit { if isRunning { kill(identifier, SIGKILL) } }

  /// What programs get that need nothing else: no home, and so nothing that is kept in one.
  package static let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]

  /// What it has written so far.
  package var output: String { outputFile.text }
  package var errors: String { errorFile.text }
  package var isRunning: Bool { !ending.hasCome }

  package func signal(_ number: Int32) {
    if isRunning { kill(identifier, number) }
  }

  /// Waits for the end, and returns the exit code; a test that is given up ends the program.
  package func status() async -> Int32 {
    await withTaskCancellationHandler {
      await ending.status()
    } onCancel: {
      signal(SIGKILL)
    }
  }

  /// Waits for the end, and returns what it has left.
  package func outcome() async -> Outcome {
    let status = await status()
    return Outcome(output: output, errors: errors, status: status)
  }

  /// Asks it to end, and returns its exit code.
  @discardableResult
  package func end(_ number: Int32 = SIGTERM) async -> Int32 {
    signal(number)
    return await status()
  }

  /// Waits until something is so; fails where the program ends before, or it never comes.
  package func wait(
    for what: String, sourceLocation: SourceLocation = #_sourceLocation,
    until isSo: () async throws -> Bool
  ) async throws {
    try await Waiting.wait(
      for: what, sourceLocation: sourceLocation,
      explaining: "the program says\n\(self.output)\n\(self.errors)",
      while: { self.isRunning }, until: isSo)
  }
}
