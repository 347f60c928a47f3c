import Glibc
import Synchronization

/// A thread that does one thing and can be waited for.
final class StoreThread: Sendable {
  private let handle: Mutex<pthread_t?>

  private final class Body {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
      self.run = run
    }
  }

  init(_ run: @escaping @Sendable () -> Void) {
    var handle = pthread_t()
    // SAFETY: the thread takes the reference over and releases it.
    let body = Unmanaged.passRetained(Body(run)).toOpaque()
    let code = pthread_create(
      &handle, nil,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        body.run()
        return nil
      }, body)
    precondition(code == 0, "no thread: \(String(cString: strerror(code)))")
    self.handle = Mutex(handle)
  }

  /// Waits until it has ended.
  func join() {
    let handle = handle.withLock { handle in
      defer { handle = nil }
      return handle
    }
    if let handle { pthread_join(handle, nil) }
  }
}
