import CLazyCurl
import MetschedSystem
import Synchronization

/// The one thread that makes requests, with libcurl's multi handle, which is its own.
///
/// Others leave orders in the state and wake it; it takes them, lets libcurl do what can be done
/// without waiting, and sleeps until a socket, a deadline or an order wakes it. With nothing under
/// way nothing wakes it.
///
///     exchange ──▶ Orders ──▶ thread ──▶ Transfer ──▶ libcurl
///        ▲                                  │
///        └────────── continuation ◀─────────┘
///
/// A request is answered when its continuation leaves the state: by its transfer, or before that by
/// whoever gives it up.
final class TransferThread: Sendable {
  private let connections: Int
  private let state = Mutex(State())

  private struct State {
    /// Nil before the first request, and when the thread is about to end.
    var multi: Multi?
    var orders = Orders()
    var waiting: [Int: CheckedContinuation<HTTPResponse, any Error>] = [:]
    var sleeping = Deadlines<CheckedContinuation<Void, any Error>>()
    /// How many requests and sleepers there have been, which numbers them.
    var count = 0

    mutating func nextNumber() -> Int {
      count += 1
      return count
    }
  }

  /// libcurl's multi handle.
  private struct Multi: @unchecked Sendable {
    // SAFETY: the thread alone uses it, but for waking, which libcurl allows from any thread. It is
    // woken under the state's lock, under which the thread takes it away before it ends it.
    let handle: UnsafeMutableRawPointer

    func wake() { lazy_curl_multi_wakeup(handle) }
  }

  /// What the thread is to do.
  private struct Orders {
    var begun: [(number: Int, request: HTTPRequest, allowance: TimeAllowance)] = []
    /// The numbers of requests that nobody waits for any more.
    var givenUp: [Int] = []
    var isClosed = false
    /// Whose time has come.
    var awake: [CheckedContinuation<Void, any Error>] = []
    /// When the next one's time comes, on the uptime clock.
    var nextEnd: UInt64?
  }

  /// Creates a thread that starts at the first request.
  ///
  /// - Parameter connections: the most connections to one host.
  init(connections: Int) {
    self.connections = connections
  }

  /// Lets the thread end.
  ///
  /// - Precondition: No request is under way, and none follows.
  func close() {
    state.withLock { state in
      state.orders.isClosed = true
      state.multi?.wake()
    }
  }

  /// Makes a request, without following redirects.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - allowance: how long it may take.
  /// - Returns: the answer, whatever its status.
  /// - Throws: `HTTPFault`, or `CancellationError` as soon as the task is cancelled.
  func exchange(
    _ request: HTTPRequest, within allowance: TimeAllowance
  ) async throws -> HTTPResponse {
    let number = state.withLock { $0.nextNumber() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(continuation) { state in
          state.waiting[number] = continuation
          state.orders.begun.append((number, request, allowance))
        }
        // The handler may have been called before there was anything to give up.
        if Task.isCancelled { giveUp(number) }
      }
    } onCancel: {
      giveUp(number)
    }
  }

  /// Sleeps for a while.
  ///
  /// NB: `Task.sleep` stands on libdispatch, whose threads are woken every second from then on.
  ///
  /// - Parameter duration: for how long.
  /// - Throws: `HTTPFault` where there is no thread, or `CancellationError`.
  func sleep(for duration: Duration) async throws {
    let end = TimeAllowance(duration).end
    let number = state.withLock { $0.nextNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(continuation) { $0.sleeping.add(continuation, number, until: end) }
        if Task.isCancelled { giveUp(number) }
      }
    } onCancel: {
      giveUp(number)
    }
  }

  /// Gives an order to the thread, which is started before the first.
  private func begin<Value>(
    _ continuation: CheckedContinuation<Value, any Error>, _ order: (inout State) -> Void
  ) {
    let fault = state.withLock { state -> HTTPFault? in
      if state.multi == nil {
        do throws(HTTPFault) { state.multi = try start() } catch { return error }
      }
      order(&state)
      state.multi?.wake()
      return nil
    }
    if let fault { continuation.resume(throwing: fault) }
  }

  private func giveUp(_ number: Int) {
    let (waiting, sleeping) = state.withLock { state in
      let waiting = state.waiting.removeValue(forKey: number)
      if waiting != nil {
        state.orders.givenUp.append(number)
        state.multi?.wake()
      }
      return (waiting, state.sleeping.remove(number))
    }
    waiting?.resume(throwing: CancellationError())
    sleeping?.resume(throwing: CancellationError())
  }

  private func answer(_ number: Int, _ result: Result<HTTPResponse, HTTPFault>) {
    let continuation = state.withLock { $0.waiting.removeValue(forKey: number) }
    continuation?.resume(with: result.mapError { $0 })
  }

  // MARK: The thread

  private func start() throws(HTTPFault) -> Multi {
    try HTTPFault.loadLibrary()
    guard let handle = lazy_curl_multi_init() else {
      throw .connection("there is no memory for it")
    }
    lazy_curl_multi_set_long(handle, CURLMOPT_MAX_HOST_CONNECTIONS, connections)
    SystemThread("metsched.http") { self.run() }
    return Multi(handle: handle)
  }

  private func run() {
    lazy_curl_enter_thread()
    // NB: whoever started the thread still holds the lock, and has put the handle there after it.
    guard let multi = state.withLock({ $0.multi }) else { return }
    var transfers = Transfers(multi: multi.handle)
    while let orders = nextOrders() {
      for sleeper in orders.awake { sleeper.resume() }
      for (number, request, allowance) in orders.begun {
        if let fault = transfers.begin(number, request, allowance) {
          answer(number, .failure(fault))
        }
      }
      for number in orders.givenUp { transfers.end(number) }
      for (number, result) in transfers.advance() { answer(number, result) }
      transfers.sleep(until: orders.nextEnd)
    }
    transfers.endAll()
    lazy_curl_multi_cleanup(multi.handle)
  }

  /// Takes what there is to do; nil where the thread is to end.
  private func nextOrders() -> Orders? {
    state.withLock { state in
      if state.orders.isClosed {
        state.multi = nil
        return nil
      }
      var orders = state.orders
      state.orders = Orders()
      orders.awake = state.sleeping.removeDue(at: TimeAllowance.now).map(\.value)
      orders.nextEnd = state.sleeping.next
      return orders
    }
  }
}
