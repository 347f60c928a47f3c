import CTimerFD
import Dispatch
import Glibc
import Synchronization

/// One wait on a kernel timer.
enum KernelTimer {
  enum Alarm {
    /// At a time of the wall clock, and at once when that clock is set; nil for that alone.
    case wall(milliseconds: Int64?)
    /// At an elapsed time, suspension included; nil for never.
    case elapsed(milliseconds: Int64?)
  }

  /// Waits until the alarm, until the wall clock is set, or until the task is cancelled.
  ///
  /// - Parameter alarm: when to return.
  /// - Throws: `CancellationError`, or `TimerError` where the kernel refuses the timer.
  static func wait(for alarm: Alarm) async throws {
    let wait = try Wait(alarm)
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait.start($0) }
    } onCancel: {
      wait.end()
    }
    try Task.checkCancellation()
  }

  /// The kernel refused a timer.
  struct TimerError: Error {
    var code: Int32
  }

  /// A timer's descriptor with who waits for it; both are gone at the end, which comes once.
  private final class Wait: Sendable {
    // SAFETY: a dispatch source may be activated and cancelled from any thread.
    nonisolated(unsafe) private let source: any DispatchSourceRead
    private let state: Mutex<State>

    private enum State {
      case created
      case waiting(CheckedContinuation<Void, Never>)
      case ended
    }

    init(_ alarm: Alarm) throws {
      let descriptor = timerfd_create(alarm.clock, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
      guard descriptor >= 0 else { throw TimerError(code: errno) }
      var setting = itimerspec()
      setting.it_value = alarm.time
      guard timerfd_settime(descriptor, alarm.flags, &setting, nil) == 0 else {
        let code = errno
        close(descriptor)
        throw TimerError(code: code)
      }
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
      state = Mutex(.created)
      source.setCancelHandler { close(descriptor) }
    }

    func start(_ continuation: CheckedContinuation<Void, Never>) {
      let hasEnded = state.withLock { state in
        if case .ended = state { return true }
        state = .waiting(continuation)
        return false
      }
      source.setEventHandler { [self] in end() }
      source.activate()
      if hasEnded {
        source.cancel()
        continuation.resume()
      }
    }

    func end() {
      let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
        defer { state = .ended }
        if case .waiting(let continuation) = state { return continuation }
        return nil
      }
      guard let waiter else { return }
      source.cancel()
      waiter.resume()
    }
  }
}

extension KernelTimer.Alarm {
  fileprivate var clock: Int32 {
    switch self {
    case .wall: CLOCK_REALTIME
    case .elapsed: CLOCK_BOOTTIME
    }
  }

  fileprivate var flags: Int32 {
    switch self {
    case .wall: Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
    case .elapsed: Int32(TFD_TIMER_ABSTIME)
    }
  }

  /// The time in the kernel's form; one far away stands for none, so that a set clock still wakes.
  fileprivate var time: timespec {
    let milliseconds =
      switch self {
      case .wall(let time), .elapsed(let time): time ?? 1 << 52
      }
    // NB: a zero would disarm the timer.
    let positive = max(milliseconds, 1)
    return timespec(tv_sec: Int(positive / 1_000), tv_nsec: Int(positive % 1_000) * 1_000_000)
  }
}
