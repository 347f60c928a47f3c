import Dispatch
import Glibc

/// `SIGHUP` lets the files be read again, `SIGUSR1` the state be printed.
final class ServiceSignals: Sendable {
  // SAFETY: set once in the initialiser; a dispatch source may be used from any thread.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  /// - Parameters:
  ///   - reread: told of `SIGHUP`, on a queue of its own.
  ///   - status: told of `SIGUSR1`, on the same queue.
  init(reread: @escaping @Sendable () -> Void, status: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "metsched.signals")
    sources = [(SIGHUP, reread), (SIGUSR1, status)].map { number, handler in
      // A dispatch source sees only signals that do not end the process.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler(handler: handler)
      source.activate()
      return source
    }
  }

  deinit { for source in sources { source.cancel() } }
}

/// A sign of life at an even pace.
final class Heartbeat: Sendable {
  // SAFETY: set once in the initialiser; a dispatch source may be used from any thread.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer

  /// - Parameters:
  ///   - microseconds: the distance of two beats.
  ///   - beat: called at each, the first at once.
  init(every microseconds: UInt64, _ beat: @escaping @Sendable () -> Void) {
    timer = DispatchSource.makeTimerSource()
    timer.schedule(
      deadline: .now(), repeating: .microseconds(Int(clamping: microseconds)),
      leeway: .milliseconds(10))
    timer.setEventHandler(handler: beat)
    timer.activate()
  }

  deinit { timer.cancel() }
}
