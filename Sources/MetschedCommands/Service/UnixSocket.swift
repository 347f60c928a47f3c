import Glibc

/// A Unix socket's system calls.
enum UnixSocket {
  /// Calls something with a path as the kernel takes it; nil where the path is too long.
  ///
  /// A path that begins with `@` is a name of the abstract namespace. Source: unix(7).
  static func withAddress<Result>(
    _ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count <= ControlAddress.longestPath, !bytes.isEmpty else { return nil }
    let isAbstract = bytes[0] == UInt8(ascii: "@")
    withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      buffer.copyBytes(from: bytes)
      if isAbstract { buffer[0] = 0 }
    }
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    let length = isAbstract ? offset + bytes.count : MemoryLayout<sockaddr_un>.size
    // SAFETY: a `sockaddr_un` is a `sockaddr` of another length, which is given beside it.
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(length)) }
    }
  }

  /// Opens a socket that children do not inherit.
  static func open(_ type: __socket_type, isBlocking: Bool = true) -> Int32 {
    let flags = Int32(SOCK_CLOEXEC.rawValue) | (isBlocking ? 0 : Int32(SOCK_NONBLOCK.rawValue))
    return socket(AF_UNIX, Int32(type.rawValue) | flags, 0)
  }

  /// Connects to the service behind a path.
  ///
  /// - Returns: the descriptor; the negative error number where nobody answers.
  static func connect(to path: String) -> Int32 {
    let descriptor = open(SOCK_STREAM)
    guard descriptor >= 0 else { return -errno }
    let result = withAddress(path) { Glibc.connect(descriptor, $0, $1) }
    guard result == 0 else {
      let code = result == nil ? ENAMETOOLONG : errno
      close(descriptor)
      return -code
    }
    return descriptor
  }

  /// The kernel's `struct ucred`, which the C library shows to GNU programs alone.
  private struct Credentials {
    var process: pid_t = 0
    var user: uid_t = 0
    var group: gid_t = 0
  }

  /// Lets a descriptor be closed in children, and its calls return at once.
  static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Whose process is at the other end; nil where the kernel does not say.
  static func owner(of descriptor: Int32) -> uid_t? {
    var credentials = Credentials()
    var length = socklen_t(MemoryLayout<Credentials>.size)
    let result = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
    return result == 0 ? credentials.user : nil
  }
}
