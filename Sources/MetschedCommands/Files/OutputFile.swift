import Glibc
import MetschedSystem

/// A file that a run writes.
protocol OutputFile: AnyObject {
  func write(_ text: String) throws(FileAccess.Failure)
  /// Lets others see what was written, where the file can be seen before its end.
  func flush() throws(FileAccess.Failure)
  /// Ends the file.
  func commit() throws(FileAccess.Failure)
  /// Takes away what is not whole.
  func discard()
}

/// A file that appears whole or not at all: written beside its place, then renamed.
final class AtomicFile: OutputFile {
  private let path: String
  private let temporary: String
  private let file: BufferedFile

  init(_ path: String) throws(FileAccess.Failure) {
    self.path = path
    temporary = "\(path).\(getpid()).tmp"
    file = try BufferedFile(temporary, shownAs: path)
  }

  func write(_ text: String) throws(FileAccess.Failure) {
    try file.write(text)
  }

  func flush() throws(FileAccess.Failure) {}

  func commit() throws(FileAccess.Failure) {
    do {
      try file.flush()
    } catch {
      discard()
      throw error
    }
    file.close()
    guard rename(temporary, path) == 0 else {
      let failure = FileAccess.notWritten(path)
      discard()
      throw failure
    }
  }

  func discard() {
    file.close()
    unlink(temporary)
  }
}

/// A file that grows as it is written.
final class GrowingFile: OutputFile {
  private let file: BufferedFile

  init(_ path: String) throws(FileAccess.Failure) {
    file = try BufferedFile(path, shownAs: path)
  }

  func write(_ text: String) throws(FileAccess.Failure) {
    try file.write(text)
  }

  func flush() throws(FileAccess.Failure) {
    try file.flush()
  }

  func commit() throws(FileAccess.Failure) {
    try file.flush()
    file.close()
  }

  func discard() {
    try? file.flush()
    file.close()
  }
}

/// A file behind a buffer, so that a line costs no system call.
private final class BufferedFile {
  private let path: String
  /// Negative once it is closed.
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  init(_ path: String, shownAs shown: String) throws(FileAccess.Failure) {
    self.path = shown
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileAccess.notWritten(shown) }
  }

  func write(_ text: String) throws(FileAccess.Failure) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 18 { try flush() }
  }

  func flush() throws(FileAccess.Failure) {
    guard !buffer.isEmpty else { return }
    do {
      try FileDescriptor.write(buffer, to: descriptor)
      buffer.removeAll(keepingCapacity: true)
    } catch {
      throw FileAccess.notWritten(path, error)
    }
  }

  func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}
