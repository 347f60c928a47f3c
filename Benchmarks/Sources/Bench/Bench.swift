import Glibc

/// One measurement a process, so that none warms another's caches; `run` puts them into a table.
///
/// Each prints one line: a figure, a checksum of the order in which things happened (0 where
/// there is none), and the bytes of memory that the work took at most.
@main
enum Bench {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else { fail() }
    let measured: Measured
    switch arguments[1] {
    case "machine": measured = Simulation(arguments).runMachine()
    case "queue": measured = Simulation(arguments).runQueue()
    case "dates": measured = Dates.run(arguments)
    case "configuration": measured = ConfigurationBench.run(arguments)
    default: fail()
    }
    print(measured.figure, measured.checksum, measured.bytes)
  }

  static func fail() -> Never {
    print(
      "usage: Bench machine|queue N HOURS same|mixed · dates ours|foundation hour|day|time · configuration FILE"
    )
    exit(64)
  }
}

/// What one process measured.
struct Measured {
  /// Units a second, or nanoseconds; the table says which.
  var figure: Double
  var checksum: UInt64 = 0
  var bytes = 0
}

/// The resident memory at its highest so far, in bytes.
func peakMemory() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss * 1_024
}

/// The seconds that some work takes.
func seconds(_ work: () -> Void) -> Double {
  let duration = ContinuousClock().measure(work)
  return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}
