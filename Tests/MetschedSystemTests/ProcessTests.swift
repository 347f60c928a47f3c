import Foundation
import MetschedSystem
import Synchronization
import TestSupport
import Testing

struct ProcessTests {
  private typealias Child = MetschedSystem.ChildProcess

  private func output(of child: Child) -> String {
    var bytes: [UInt8] = []
    while case let more = child.output(), !more.isEmpty { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a child has its arguments and its environment, and no input`() throws {
    let child = try Child(
      "/bin/sh", ["-c", "cat; echo \"$1 $KEY $HOME\"; exit 3", "sh", "a b"],
      environment: ["KEY": "value"])
    #expect(output(of: child) == "a b value \n")
    #expect(child.wait() == .exited(3))
    #expect(child.wait().status == 3)
  }

  @Test func `what this process ignores the child does not`() throws {
    let old = signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, old) }
    let child = try Child("/bin/sh", ["-c", "kill -USR2 $$; echo alive"], environment: [:])
    #expect(output(of: child).isEmpty)
    #expect(child.wait() == .killed(signal: SIGUSR2))
    #expect(child.wait().status == 128 + SIGUSR2)
  }

  @Test func `a child that writes for ever can be ended`() throws {
    let child = try Child("/bin/sh", ["-c", "while :; do echo x; done"], environment: [:])
    #expect(!child.output().isEmpty)
    child.kill()
    #expect(child.wait() == .killed(signal: SIGKILL))
    child.kill()
  }

  @Test func `a program that is not there is an error`() {
    let error = #expect(throws: SystemError.self) { try Child("/none", [], environment: [:]) }
    #expect(error?.code == ENOENT)
  }

  @Test func `a thread has its name, and is waited for`() {
    let name = Mutex("")
    let thread = SystemThread("metsched.test.long") {
      let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
      name.withLock { $0 = text ?? "" }
    }
    thread.join()
    #expect(name.withLock { $0 } == "metsched.test.l\n")
  }

  @Test func `bytes that do not fit a pipe at once are written all the same`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let (reading, writing) = (ends[0], ends[1])
    let thread = SystemThread("metsched.writer") {
      try? FileDescriptor.write(bytes, to: writing)
      close(writing)
    }
    let read = FileHandle(fileDescriptor: reading, closeOnDealloc: true).readDataToEndOfFile()
    thread.join()
    #expect([UInt8](read) == bytes)
    #expect(throws: SystemError.self) { try FileDescriptor.write([1], to: -1) }
  }
}
