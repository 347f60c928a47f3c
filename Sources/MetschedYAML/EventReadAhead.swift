internal import Dispatch
internal import Glibc
internal import MetschedDiagnostics
internal import Synchronization

/// When a second thread helps to read a file; what comes of it is the same.
package struct ReadAhead: Sendable {
  /// The bytes from which on a thread is worth its start: 1 MiB.
  package var smallestFile = 1 << 20
  /// The events that are handed on at once: few enough for the cache, and for a reader that is to
  /// stop soon.
  package var events = 4096

  /// Creates the settings described at each property.
  package init() {}
}

/// Reads the events of a large file on a thread of its own, a few batches ahead of the one who
/// takes them, so that a second core does libyaml's work.
///
/// Batches are values and arrive in order: what comes of the file is what one thread makes of it.
final class EventReadAhead: Sendable {
  /// How many batches may wait.
  private static let capacity = 4

  private struct State {
    var batches: [EventBatch] = []
    /// Whether nobody takes what is still to come.
    var isAbandoned = false
  }

  private let source: SourceFile
  private let check: InputCheck
  private let limits: YAMLLimits
  private let settings: ReadAhead
  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  init(_ source: SourceFile, check: InputCheck, limits: YAMLLimits, _ settings: ReadAhead) {
    self.settings = settings
    self.source = source
    self.check = check
    self.limits = limits
    for _ in 0..<Self.capacity { room.signal() }
  }

  /// Reads on a thread of its own while a closure takes the batches, one at each call.
  ///
  /// - Returns: What the closure returns; nil where there is no thread to be had.
  func run<Result>(_ body: (_ next: () -> EventBatch) -> Result) -> Result? {
    var thread = pthread_t()
    // SAFETY: the thread owns the one reference that is handed to it here.
    let box = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<EventReadAhead>.fromOpaque(context).takeRetainedValue().read()
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      return nil
    }
    defer {
      state.withLock { $0.isAbandoned = true }
      room.signal()
      pthread_join(thread, nil)
    }
    return body { self.next() }
  }

  private func next() -> EventBatch {
    arrivals.wait()
    defer { room.signal() }
    return state.withLock { $0.batches.removeFirst() }
  }

  /// Reads batches until the last, or until nobody takes them.
  private func read() {
    source.bytes.withUnsafeBufferPointer { bytes in
      guard var reader = EventReader(bytes, check: check, limits: limits) else {
        _ = send(.outOfMemory)
        return
      }
      while true {
        let batch = reader.nextBatch(upTo: settings.events)
        let isLast = batch.end != nil
        guard send(batch), !isLast else { return }
      }
    }
  }

  /// Hands a batch on once there is room; returns whether anybody takes it.
  private func send(_ batch: EventBatch) -> Bool {
    room.wait()
    let isTaken = state.withLock { state in
      if !state.isAbandoned { state.batches.append(batch) }
      return !state.isAbandoned
    }
    if isTaken { arrivals.signal() }
    return isTaken
  }
}
