import Glibc
import MetschedSystem
import MetschedTime
import Synchronization

/// Looks a variable of the environment up.
typealias Environment = @Sendable (_ name: String) -> String?

/// Where the command writes: results to stdout in large pieces, all else to stderr.
///
/// Colour only where a terminal reads it, unless somebody says otherwise.
final class Terminal: Sendable {
  enum ColorMode: String, CaseIterable {
    case auto
    case always
    case never
  }

  private let buffer = Mutex<[UInt8]>([])
  private let outputDescriptor: Int32
  private let errorDescriptor: Int32
  /// Whether a person reads stdout, and stderr, on a terminal.
  let outputIsTerminal: Bool
  let errorIsTerminal: Bool
  /// Looks a variable up.
  let environment: Environment
  /// Where live runs, and what plays them again, have the rules of zones from.
  let zones: ZoneDatabase

  init(
    output: Int32, error: Int32, environment: @escaping Environment,
    zones: ZoneDatabase = .machine
  ) {
    outputDescriptor = output
    errorDescriptor = error
    outputIsTerminal = isatty(output) == 1
    errorIsTerminal = isatty(error) == 1
    self.environment = environment
    self.zones = zones
  }

  /// NB: `ProcessInfo` would make a dictionary of all variables, for two that are seldom asked for.
  static let process = Terminal(
    output: STDOUT_FILENO, error: STDERR_FILENO,
    environment: SystemEnvironment.variable)

  /// Whether stdout is coloured; `NO_COLOR` is honoured as no-color.org says.
  func usesColor(_ mode: ColorMode) -> Bool { usesColor(mode, isTerminal: outputIsTerminal) }

  /// Whether stderr is coloured.
  func errorUsesColor(_ mode: ColorMode) -> Bool { usesColor(mode, isTerminal: errorIsTerminal) }

  private func usesColor(_ mode: ColorMode, isTerminal: Bool) -> Bool {
    switch mode {
    case .always: true
    case .never: false
    case .auto:
      isTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    }
  }

  /// The columns of the terminal that reads stdout; 80 where none does, so that files are alike.
  var outputWidth: Int {
    var size = winsize()
    guard outputIsTerminal, ioctl(outputDescriptor, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0
    else { return 80 }
    return Int(size.ws_col)
  }

  func output(_ text: String) {
    buffer.withLock { buffer in
      buffer.append(contentsOf: text.utf8)
      // A person sees each line as it comes; a pipe gets pieces that are worth a system call.
      if outputIsTerminal || buffer.count >= 1 << 16 { write(&buffer) }
    }
  }

  /// Writes text to stderr, after everything that went to stdout before.
  func error(_ text: String) {
    flush()
    var bytes = Array(text.utf8)
    Self.write(&bytes, to: errorDescriptor)
  }

  /// Says what is wrong with a call, and what to do.
  func problem(_ message: String, hint: String? = nil) {
    error("metsched: \(message)\n" + (hint.map { "  \($0)\n" } ?? ""))
  }

  func flush() {
    buffer.withLock { write(&$0) }
  }

  private func write(_ bytes: inout [UInt8]) {
    Self.write(&bytes, to: outputDescriptor)
  }

  private static func write(_ bytes: inout [UInt8], to descriptor: Int32) {
    // A reader that has gone, as in `| head`, ends the process by SIGPIPE before this.
    try? FileDescriptor.write(bytes, to: descriptor)
    bytes.removeAll(keepingCapacity: true)
  }
}
