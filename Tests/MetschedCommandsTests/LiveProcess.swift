import Foundation
import Testing

/// A live run of the built binary in a folder of its own, to be spoken to as a person would.
final class LiveProcess {
  let folder: TemporaryFolder
  private let process = Process()

  /// Starts the run of `widget.yaml`, and waits for its first records.
  ///
  /// - Parameters:
  ///   - file: what `widget.yaml` says.
  ///   - arguments: options of `run`.
  ///   - keepsRecords: whether there is a database, from which the next run goes on.
  ///   - environment: variables beside those of the folder.
  ///   - folder: where the run lives; a new one by itself.
  /// - Throws: what keeps it from its first records.
  init(
    _ file: String, _ arguments: [String] = [], keepsRecords: Bool = false,
    environment: [String: String] = [:],
    in folder: TemporaryFolder? = nil
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    try self.folder.write(file, to: "widget.yaml")
    for name in ["out", "err"] { try Data().write(to: url(name)) }
    process.executableURL = Metsched.binary
    process.currentDirectoryURL = self.folder.url
    process.arguments =
      ["run", "widget.yaml", "--clock", "system"] + (keepsRecords ? [] : ["--no-record"])
      + arguments
    process.environment = self.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: url("out"))
    process.standardError = try FileHandle(forWritingTo: url("err"))
    try process.run()
    try wait("the first records") { try output.contains("added") }
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Short, since a socket's path is.
  var environment: [String: String] {
    [
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "XDG_RUNTIME_DIR": folder.url.path + "/r",
      "XDG_STATE_HOME": folder.url.path + "/s",
    ]
  }

  func url(_ name: String) -> URL { folder.url.appendingPathComponent(name) }
  var output: String { get throws { try String(contentsOf: url("out"), encoding: .utf8) } }
  var errors: String { get throws { try String(contentsOf: url("err"), encoding: .utf8) } }
  var identifier: Int32 { process.processIdentifier }

  /// Waits until something is so; it fails where that takes longer than anybody would wait.
  func wait(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ isSo: () throws -> Bool
  ) throws {
    for _ in 0..<6_000 {
      if try isSo() { return }
      usleep(5_000)
    }
    Issue.record(
      "\(what) never came; the run says\n\(try output)\n\(try errors)",
      sourceLocation: sourceLocation)
    struct Timeout: Error {}
    throw Timeout()
  }

  /// Waits until stderr holds a text.
  func waitForErrors(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try wait("`\(text)`", sourceLocation: sourceLocation) { try errors.contains(text) }
  }

  /// Replaces the file by renaming another into its place, as editors do.
  func edit(_ text: String, _ name: String = "widget.yaml") throws {
    try folder.write(text, to: "new")
    #expect(rename(url("new").path, url(name).path) == 0)
  }

  func signal(_ number: Int32) { kill(identifier, number) }

  /// Ends the run, and returns its exit code.
  func end(_ number: Int32 = SIGTERM) -> Int32 {
    signal(number)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Runs another verb beside it.
  func run(_ arguments: String...) throws -> Metsched.Outcome {
    try Metsched.run(arguments, in: folder.url, environment: environment)
  }
}
