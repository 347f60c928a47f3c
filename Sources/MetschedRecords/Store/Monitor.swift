import Glibc

/// A value behind a lock, and threads that wait for it to change.
///
/// A thread that waits is blocked in the kernel and costs nothing. NB: `Synchronization` has no
/// condition to wait for.
final class Monitor<Value>: @unchecked Sendable {
  // SAFETY: `value` is touched only while `mutex` is held; both addresses last as long as self.
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the value.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Changes the value and wakes all who wait.
  func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Wakes all who wait, to look at the value again.
  func wake() { pthread_cond_broadcast(changed) }

  /// Waits until something holds, then takes from the value.
  ///
  /// - Parameters:
  ///   - condition: asked after each change.
  ///   - milliseconds: how long to wait at most; nil for as long as it takes.
  ///   - take: what is done then, under the same lock.
  /// - Returns: what `take` returns.
  func wait<Result>(
    until condition: (Value) -> Bool, atMost milliseconds: Int? = nil,
    take: (inout Value) -> Result
  ) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let deadline = milliseconds.map(Self.deadline)
    while !condition(value) {
      guard var deadline else {
        pthread_cond_wait(changed, mutex)
        continue
      }
      if pthread_cond_timedwait(changed, mutex, &deadline) != 0 { break }
    }
    return take(&value)
  }

  private static func deadline(in milliseconds: Int) -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let nanoseconds = time.tv_nsec + milliseconds % 1_000 * 1_000_000
    time.tv_sec += milliseconds / 1_000 + nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    return time
  }
}
