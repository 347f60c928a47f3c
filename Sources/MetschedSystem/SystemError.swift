internal import Glibc

/// Why the operating system refused something.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The error number.
  package var code: Int32

  package init(_ code: Int32) {
    self.code = code
  }

  /// The error of the system call that failed last on this thread.
  package static var latest: SystemError { SystemError(errno) }

  /// As the C library says it: `No such file or directory`.
  package var description: String { String(cString: strerror(code)) }
}
