import Dispatch
import Glibc
import Synchronization

/// Ctrl-C and SIGTERM: the first lets a run end cleanly, the second ends the process at once.
final class StopSignals: Sendable {
  // SAFETY: set once in the initialiser; a dispatch source may be used from any thread.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  init(_ stop: @escaping @Sendable () -> Void) {
    let counter = Counter()
    sources = [SIGINT, SIGTERM].map { number in
      // A dispatch source sees only signals that do not end the process.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if counter.next() > 1 { _exit(128 + number) }
        stop()
      }
      source.activate()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
    signal(SIGINT, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
