import Glibc

/// Speaks to a running service.
struct ControlClient {
  private let path: String

  /// Why there is nobody to speak to.
  struct Failure: Error {
    var message: String
    var hint: String?
  }

  /// Finds the one service that is meant.
  ///
  /// - Parameters:
  ///   - file: the configuration that it runs; nil where only one service is expected.
  ///   - environment: says where sockets lie.
  /// - Throws: that none runs, or which ones do.
  init(for file: String?, _ environment: [String: String]) throws(Failure) {
    if let file {
      let paths = ControlAddress.folders(environment).map {
        ControlAddress.path(for: file, in: $0)
      }
      guard let path = paths.first(where: Self.answers) else {
        throw Failure(
          message: "no service runs `\(file)`",
          hint: "`metsched run \(file) --clock system` starts one")
      }
      self.path = path
      return
    }
    let running = ControlAddress.sockets(environment).filter(Self.answers)
    guard let first = running.first else {
      throw Failure(
        message: "no service is running",
        hint: "`metsched run widget.yaml --clock system` starts one")
    }
    guard running.count == 1 else {
      let names = running.map { "    " + Self.name($0) }.joined(separator: "\n")
      throw Failure(
        message: "\(running.count) services are running",
        hint: "`--in FILE` says which is meant:\n" + names)
    }
    path = first
  }

  /// Returns the name of the file that a socket's service runs, as far as it knows.
  private static func name(_ path: String) -> String {
    let client = ControlClient(at: path)
    guard let response = try? client.ask(.status(json: false)),
      case .done(let text) = response, let end = text.firstRange(of: " · ")
    else { return path }
    return String(text[..<end.lowerBound])
  }

  private init(at path: String) {
    self.path = path
  }

  private static func answers(_ path: String) -> Bool {
    let descriptor = UnixSocket.connect(to: path)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  /// Asks, and waits for the answer.
  func ask(_ request: ControlRequest) throws(Failure) -> ControlResponse {
    let descriptor = UnixSocket.connect(to: path)
    guard descriptor >= 0 else {
      throw Failure(message: "`\(path)`: \(String(cString: strerror(-descriptor)))")
    }
    defer { close(descriptor) }
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    let line = Array((request.line + "\n").utf8)
    guard line.count <= ControlServer.longestRequest else {
      throw Failure(message: "a request has \(ControlServer.longestRequest) bytes at most")
    }
    var sent = 0
    while sent < line.count {
      let count = line.withUnsafeBytes { bytes in
        send(
          descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw silence }
      sent += count
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while answer.last != UInt8(ascii: "\n") {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw silence }
      answer += buffer[..<count]
    }
    guard let response = ControlResponse(line: String(decoding: answer, as: UTF8.self)) else {
      throw silence
    }
    return response
  }

  private var silence: Failure {
    Failure(message: "the service at `\(path)` does not answer")
  }
}
