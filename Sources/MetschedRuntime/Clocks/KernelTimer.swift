import CTimerFD
import Glibc
import MetschedSystem
import Synchronization

/// A timer of the kernel on the wall clock, and the one thread that waits on it.
///
/// The thread is blocked in `read` and costs nothing until the timer expires, or until the kernel
/// cancels it because the clock was set or the machine woke (`TFD_TIMER_CANCEL_ON_SET`). One
/// descriptor lasts as long as the timer. NB: a dispatch source a sleep would be shorter, but its
/// bookkeeping on Linux does not bear descriptors that come and go (swift-corelibs-libdispatch
/// issues 833 and 949).
final class KernelTimer: Sendable {
  /// The kernel gave no timer.
  struct Failure: Error {
    var code: Int32
  }

  private let waiting: Waiting

  init() throws(Failure) {
    let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC))
    guard descriptor >= 0 else { throw Failure(code: errno) }
    let waiting = Waiting(descriptor)
    self.waiting = waiting
    SystemThread("metsched.timer") { waiting.run() }
  }

  deinit { waiting.end() }

  /// Waits until a time of the wall clock, until that is set, or until the task is cancelled.
  ///
  /// It may also return early, so the caller looks at the clock.
  ///
  /// - Parameters:
  ///   - time: nanoseconds since 1970-01-01T00:00:00Z; nil for no time at all.
  ///   - isOver: asked once the timer runs, since what came just before does not end it.
  func wait(untilWall time: Int64?, unless isOver: @Sendable () -> Bool) async {
    let waiting = waiting
    let number = waiting.number()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting.begin(number, until: time, continuation)
        if Task.isCancelled || isOver() { waiting.wake(number) }
      }
    } onCancel: {
      waiting.wake(number)
    }
  }
}

/// Who waits for a timer, and until when.
private final class Waiting: Sendable {
  private let descriptor: Int32
  private let state = Mutex(State())

  private struct State {
    var sleepers: [Sleeper] = []
    var latestNumber = 0
    var hasEnded = false
  }

  private struct Sleeper {
    var number: Int
    var time: Int64
    var continuation: CheckedContinuation<Void, Never>
  }

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  func number() -> Int {
    state.withLock { state in
      state.latestNumber += 1
      return state.latestNumber
    }
  }

  func begin(_ number: Int, until time: Int64?, _ continuation: CheckedContinuation<Void, Never>) {
    state.withLock { state in
      state.sleepers.append(
        Sleeper(number: number, time: time ?? .max, continuation: continuation))
      set(state.sleepers.map(\.time).min() ?? .max)
    }
  }

  func wake(_ number: Int) {
    let sleeper = state.withLock { state in
      state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
    }
    sleeper?.continuation.resume()
  }

  /// Lets the thread end, and closes the timer.
  func end() {
    state.withLock { state in
      state.hasEnded = true
      set(1)
    }
  }

  /// The thread's work: whenever the kernel has something to say, everybody looks for himself.
  func run() {
    var expirations: UInt64 = 0
    while true {
      let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
      precondition(count >= 0 || errno == ECANCELED || errno == EINTR, "the timer is open")
      let (woken, hasEnded) = state.withLock { state in
        defer { state.sleepers = [] }
        return (state.sleepers, state.hasEnded)
      }
      for sleeper in woken { sleeper.continuation.resume() }
      if hasEnded { break }
    }
    close(descriptor)
  }

  private func set(_ nanoseconds: Int64) {
    // NB: a zero would stop the timer, and only one that runs tells that the clock was set.
    let time = max(nanoseconds, 1)
    var setting = itimerspec()
    setting.it_value = timespec(
      tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    let result = timerfd_settime(
      descriptor, Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET), &setting, nil)
    // The kernel says so where the clock was set before, and runs the timer all the same.
    precondition(result == 0 || errno == ECANCELED, "the time is one that the kernel takes")
  }
}
