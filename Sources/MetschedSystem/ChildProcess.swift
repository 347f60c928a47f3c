internal import Glibc

/// A program that runs in a process of its own, whose output is read; it has no input, and nobody
/// reads its errors.
package final class ChildProcess {
  /// How it ended.
  package enum End: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)

    /// As a shell gives it.
    package var status: Int32 {
      switch self {
      case .exited(let code): code
      case .killed(let signal): 128 + signal
      }
    }
  }

  private let process: pid_t
  private let outputDescriptor: Int32
  private var end: End?

  /// Starts it.
  ///
  /// - Parameters:
  ///   - path: the program.
  ///   - arguments: what it is given, without its name.
  ///   - environment: all of its variables.
  /// - Throws: what keeps it from being started.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String]
  ) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .latest }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // What this process ignores or blocks is no matter of the child's.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    var process = pid_t()
    let code = Self.withStrings([path] + arguments) { arguments in
      Self.withStrings(environment.map { "\($0)=\($1)" }.sorted()) { environment in
        posix_spawn(&process, path, &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else {
      close(ends[0])
      throw SystemError(code)
    }
    self.process = process
    outputDescriptor = ends[0]
  }

  deinit { close(outputDescriptor) }

  /// Waits for the next bytes of its output; none at its end.
  package func output() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(outputDescriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      return count > 0 ? Array(bytes[..<count]) : []
    }
  }

  /// Ends it at once, unless it has been waited for.
  package func kill() {
    if end == nil { _ = Glibc.kill(process, SIGKILL) }
  }

  /// Waits for its end.
  package func wait() -> End {
    if let end { return end }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // The low seven bits are the signal's; the byte above them is the exit code. Source: wait(2).
    let signal = status & 0x7F
    let end = signal == 0 ? End.exited(status >> 8 & 0xFF) : .killed(signal: signal)
    self.end = end
    return end
  }

  /// Calls something with strings as C takes them, a null pointer at their end.
  private static func withStrings<Result>(
    _ strings: [String], _ call: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return call(pointers)
  }
}
