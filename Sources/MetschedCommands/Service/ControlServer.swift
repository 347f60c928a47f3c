import Glibc
import MetschedSystem
import Synchronization

/// The control socket of a service: takes a request of one line, and answers with one.
///
/// One thread serves all clients and waits for none: what a client reads slowly is kept for it, up
/// to a bound, and one that says nothing is let go. Only the user that the service runs as may
/// speak to it, and the administrator.
final class ControlServer: Sendable {
  /// Answers a request; at once, or later from any thread.
  typealias Handler =
    @Sendable (
      _ request: String, _ answer: @escaping @Sendable (_ response: String) -> Void
    ) -> Void

  /// Why there is no socket.
  struct Failure: Error {
    var message: String
  }

  /// The most bytes of a request, its line end included.
  static let longestRequest = 64 << 10
  private static let mostClients = 32
  /// How long a client may take, in milliseconds of the machine.
  private static let patience: Int64 = 30_000

  let path: String
  private let listener: Int32
  /// Answers that are to be sent, by client, and the pipe that wakes the thread for them.
  private let answers = Mutex<[Int: String]>([:])
  private let wakeEnds: [Int32]
  private let handler: Handler

  /// Listens at a path.
  ///
  /// - Parameters:
  ///   - path: where; a socket that nobody listens at any more is replaced.
  ///   - handler: answers requests, on a thread of the server's own.
  /// - Throws: what keeps it from that.
  init(at path: String, handler: @escaping Handler) throws(Failure) {
    self.path = path
    self.handler = handler
    guard path.utf8.count <= ControlAddress.longestPath else {
      throw Failure(
        message: "`\(path)` has \(path.utf8.count) bytes, and a socket's path "
          + "\(ControlAddress.longestPath) at most")
    }
    let descriptor = UnixSocket.open(SOCK_STREAM, isBlocking: false)
    guard descriptor >= 0 else { throw Failure(message: String(cString: strerror(errno))) }
    do throws(Failure) {
      try Self.bind(descriptor, to: path)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    listener = descriptor
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let code = errno
      Glibc.close(descriptor)
      unlink(path)
      throw Failure(message: String(cString: strerror(code)))
    }
    for end in ends { UnixSocket.makeNonBlocking(end) }
    wakeEnds = ends
    SystemThread("metsched.socket") { [self] in serve() }
  }

  private static func bind(_ descriptor: Int32, to path: String) throws(Failure) {
    for attempt in 0..<2 {
      // Nobody may come in between the birth of the socket and its mode.
      let mask = umask(0o177)
      let result = UnixSocket.withAddress(path) { Glibc.bind(descriptor, $0, $1) }
      let code = errno
      umask(mask)
      if result == 0 {
        chmod(path, 0o600)
        guard listen(descriptor, 16) == 0 else { break }
        return
      }
      guard code == EADDRINUSE, attempt == 0 else {
        throw Failure(message: "`\(path)`: " + String(cString: strerror(code)))
      }
      let other = UnixSocket.connect(to: path)
      guard other == -ECONNREFUSED || other == -ENOENT else {
        if other >= 0 { Glibc.close(other) }
        throw Failure(message: "another run of the file listens at `\(path)`")
      }
      // Its service has ended without a word.
      unlink(path)
    }
    throw Failure(message: "`\(path)`: " + String(cString: strerror(errno)))
  }

  /// Takes the socket away, so that nobody knocks in vain; the thread ends with the process.
  func close() {
    unlink(path)
    Glibc.shutdown(listener, Int32(SHUT_RDWR))
  }

  // MARK: The thread

  /// A connection.
  private struct Client {
    var descriptor: Int32
    var request: [UInt8] = []
    var response: ArraySlice<UInt8> = []
    /// Whether a request is with the handler.
    var waits = false
    /// When it is let go.
    var ends: Int64
  }

  private func serve() {
    var clients: [Int: Client] = [:]
    var count = 0
    while true {
      let order = clients.keys.sorted()
      var waiting = [
        pollfd(fd: wakeEnds[0], events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: clients.count < Self.mostClients ? listener : -1, events: Int16(POLLIN), revents: 0),
      ]
      for number in order {
        guard let client = clients[number] else { continue }
        let events = client.response.isEmpty ? (client.waits ? 0 : POLLIN) : POLLOUT
        waiting.append(pollfd(fd: client.descriptor, events: Int16(events), revents: 0))
      }
      let now = Self.now()
      let first = clients.values.map(\.ends).min().map { max(0, min($0 - now, Self.patience)) }
      let result = poll(&waiting, nfds_t(waiting.count), first.map { Int32($0) } ?? -1)
      guard result >= 0 || errno == EINTR else { return }
      if waiting[1].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return }
      takeAnswers(&clients)
      if waiting[1].revents & Int16(POLLIN) != 0, let client = accept() {
        clients[count] = client
        count += 1
      }
      for (position, number) in order.enumerated() {
        guard var client = clients[number] else { continue }
        let isOpen = advance(&client, number, waiting[position + 2].revents)
        if isOpen, client.ends > Self.now() {
          clients[number] = client
        } else {
          Glibc.close(client.descriptor)
          clients[number] = nil
        }
      }
    }
  }

  private func accept() -> Client? {
    let descriptor = Glibc.accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    UnixSocket.makeNonBlocking(descriptor)
    guard let owner = UnixSocket.owner(of: descriptor), owner == geteuid() || owner == 0 else {
      Glibc.close(descriptor)
      return nil
    }
    return Client(descriptor: descriptor, ends: Self.now() + Self.patience)
  }

  private func takeAnswers(_ clients: inout [Int: Client]) {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(wakeEnds[0], &bytes, bytes.count) > 0 {}
    let ready = answers.withLock { answers in
      defer { answers = [:] }
      return answers
    }
    for (number, response) in ready {
      clients[number]?.response += Array(response.utf8) + [UInt8(ascii: "\n")]
      clients[number]?.waits = false
      clients[number]?.ends = Self.now() + Self.patience
    }
  }

  /// Reads or writes as much as goes at once; false where the client is done with.
  private func advance(_ client: inout Client, _ number: Int, _ events: Int16) -> Bool {
    if events & Int16(POLLERR | POLLNVAL) != 0 { return false }
    if !client.response.isEmpty {
      guard events & Int16(POLLOUT) != 0 else { return events & Int16(POLLHUP) == 0 }
      let sent = client.response.withUnsafeBytes {
        send(client.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent < 0 { return errno == EAGAIN || errno == EINTR }
      client.response = client.response.dropFirst(sent)
      return true
    }
    guard events & Int16(POLLIN | POLLHUP) != 0, !client.waits else {
      return events & Int16(POLLHUP) == 0
    }
    var buffer = [UInt8](repeating: 0, count: 8 << 10)
    let count = recv(client.descriptor, &buffer, buffer.count, 0)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    if count == 0 { return false }
    client.request += buffer[..<count]
    guard let end = client.request.firstIndex(of: UInt8(ascii: "\n")) else {
      guard client.request.count >= Self.longestRequest else { return true }
      client.request = []
      client.waits = true
      answer(
        ControlResponse.failed("a request has \(Self.longestRequest) bytes at most").line, number)
      return true
    }
    let request = String(decoding: client.request[..<end], as: UTF8.self)
    client.request.removeFirst(end + 1)
    client.waits = true
    handler(request) { [weak self] response in self?.answer(response, number) }
    return true
  }

  private func answer(_ response: String, _ client: Int) {
    answers.withLock { $0[client] = response }
    var byte: UInt8 = 0
    _ = write(wakeEnds[1], &byte, 1)
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
