internal import Glibc
internal import Synchronization

/// A thread that does one thing.
///
/// Not one of a pool: what waits in the kernel for hours blocks nobody, and wakes nobody.
package final class SystemThread: Sendable {
  private let handle: Mutex<pthread_t?>

  private final class Body {
    let name: String
    let run: () -> Void

    init(_ name: String, _ run: @escaping () -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// Starts it; it goes on where nobody keeps this.
  ///
  /// - Parameters:
  ///   - name: what tools show, at most 15 bytes.
  ///   - run: what it does.
  @discardableResult
  package init(_ name: String, _ run: @escaping @Sendable () -> Void) {
    var handle = pthread_t()
    // SAFETY: the thread takes the reference over and releases it.
    let body = Unmanaged.passRetained(Body(name, run)).toOpaque()
    let code = pthread_create(
      &handle, nil,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        SystemThread.nameThread(body.name)
        body.run()
        return nil
      }, body)
    precondition(code == 0, "no thread: \(SystemError(code))")
    self.handle = Mutex(handle)
  }

  /// Names the thread that calls this.
  ///
  /// Source: proc(5), `/proc/thread-self/comm`.
  private static func nameThread(_ name: String) {
    let descriptor = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = write(descriptor, name, min(name.utf8.count, 15))
    close(descriptor)
  }

  deinit {
    handle.withLock { handle in
      if let handle { pthread_detach(handle) }
    }
  }

  /// Waits until it has ended.
  package func join() {
    let handle = handle.withLock { handle in
      defer { handle = nil }
      return handle
    }
    if let handle { pthread_join(handle, nil) }
  }
}
