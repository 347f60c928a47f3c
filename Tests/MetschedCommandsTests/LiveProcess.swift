import Foundation
import TestSupport
import Testing

/// A live run of the built binary in a folder of its own, to be spoken to as a person would.
final class LiveProcess: Sendable {
  let folder: TemporaryFolder
  private let process: ChildProcess

  /// Starts the run of `widget.yaml`, and waits for its first records.
  ///
  /// - Parameters:
  ///   - file: what `widget.yaml` says.
  ///   - arguments: options of `run`.
  ///   - keepsRecords: whether there is a database, from which the next run goes on.
  ///   - environment: variables beside those of the folder.
  ///   - folder: where the run lives; a new one by itself.
  ///   - word: what stands in its first records; a run that goes on adds nothing.
  ///   - sourceLocation: where that is reported that keeps it from its first records.
  /// - Throws: what keeps it from its first records.
  init(
    _ file: String, _ arguments: [String] = [], keepsRecords: Bool = false,
    environment: [String: String] = [:],
    in folder: TemporaryFolder? = nil, until word: String = "added",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    try folder.write(file, to: "widget.yaml")
    process = try Metsched.start(
      ["run", "widget.yaml", "--clock", "system"] + (keepsRecords ? [] : ["--no-record"])
        + arguments,
      in: folder.url, environment: Self.environment(in: folder).merging(environment) { $1 })
    try await wait("the first records", sourceLocation: sourceLocation) { output.contains(word) }
  }

  /// What a run gets: its sockets and its state are in its folder.
  private static func environment(in folder: TemporaryFolder) -> [String: String] {
    ["XDG_RUNTIME_DIR": folder.path + "/r", "XDG_STATE_HOME": folder.path + "/s"]
  }

  var environment: [String: String] { Self.environment(in: folder) }
  var output: String { process.output }
  var errors: String { process.errors }
  var identifier: Int32 { process.identifier }

  func url(_ name: String) -> URL { folder.file(name) }

  /// Waits until something is so.
  func wait(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ isSo: () async throws -> Bool
  ) async throws {
    try await process.wait(for: what, sourceLocation: sourceLocation, until: isSo)
  }

  /// Waits until stderr holds a text.
  func waitForErrors(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await wait("`\(text)`", sourceLocation: sourceLocation) { errors.contains(text) }
  }

  /// Waits until stdout holds a text, so many times.
  func waitForOutput(
    _ text: String, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await wait("`\(text)`", sourceLocation: sourceLocation) {
      output.components(separatedBy: text).count > times
    }
  }

  /// Replaces the file by renaming another into its place, as editors do.
  func edit(_ text: String, _ name: String = "widget.yaml") throws {
    try folder.write(text, to: "new")
    #expect(rename(url("new").path, url(name).path) == 0)
  }

  func signal(_ number: Int32) { process.signal(number) }

  /// Ends the run, and returns its exit code.
  func end(_ number: Int32 = SIGTERM) async -> Int32 { await process.end(number) }

  /// Runs another verb beside it.
  func run(_ arguments: String...) async throws -> Metsched.Outcome {
    try await Metsched.run(
      arguments, in: folder.url, environment: environment, waits: false)
  }
}
