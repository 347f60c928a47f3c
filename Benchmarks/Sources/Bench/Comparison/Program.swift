import Foundation

/// A program to be run and measured from outside.
struct Program {
  let path: String
  let arguments: [String]

  init(_ path: String, _ arguments: String...) {
    self.path = path
    self.arguments = arguments
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs the program and reads what it has measured; `elapsed` is the time from start to end.
  ///
  /// - Throws: `Failure` where the program cannot be started or does not end with 0.
  func measure() throws -> Measurement {
    let (output, elapsed) = try run()
    var measurement = Measurement(reading: output)
    measurement["elapsed"] = elapsed
    return measurement
  }

  // NB: `Process` takes milliseconds of its own, which is what a start-up is measured in.
  private func run() throws -> (output: String, elapsed: Double) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw failure("no pipe") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }

    let clock = ContinuousClock()
    let begin = clock.now
    var process: pid_t = 0
    let error = posix_spawn(&process, path, &actions, nil, &words, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard error == 0 else { throw failure(String(cString: strerror(error))) }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(ends[0], &buffer, buffer.count)
      if count <= 0 { break }
      output.append(contentsOf: buffer[..<count])
    }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    let elapsed = begin.duration(to: clock.now)
    guard status == 0 else { throw failure("it ended with status \(status)") }
    return (String(decoding: output, as: UTF8.self), elapsed / .seconds(1))
  }

  private func failure(_ reason: String) -> Failure {
    Failure(description: "\(([path] + arguments).joined(separator: " ")): \(reason)")
  }
}
