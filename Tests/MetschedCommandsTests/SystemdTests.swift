import Foundation
import Testing

/// What systemd is told, by a socket of our own in its place.
@Suite(.serialized) struct SystemdTests {
  /// The other end of `NOTIFY_SOCKET`.
  private final class Manager {
    private let descriptor: Int32
    private(set) var messages: [String] = []

    init(_ path: String) throws {
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let isAbstract = path.hasPrefix("@")
      withUnsafeMutableBytes(of: &address.sun_path) { buffer in
        buffer.copyBytes(from: path.utf8)
        if isAbstract { buffer[0] = 0 }
      }
      let length = isAbstract ? 2 + path.utf8.count : MemoryLayout<sockaddr_un>.size
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(length))
        }
      }
      try #require(result == 0)
    }

    deinit { close(descriptor) }

    /// Takes what has come.
    func look() {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return }
        messages.append(String(decoding: buffer[..<count], as: UTF8.self))
      }
    }
  }

  @Test(arguments: [false, true])
  func `systemd hears of each step`(isAbstract: Bool) throws {
    let folder = try TemporaryFolder()
    let path =
      isAbstract ? "@metsched-\(UUID().uuidString)" : folder.url.appendingPathComponent("n").path
    let manager = try Manager(path)
    let run = try LiveProcess(
      LiveEditTests.file, environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "200000"],
      in: folder)
    func hear(_ text: String) throws {
      try run.wait(text) {
        manager.look()
        return manager.messages.contains { $0.contains(text) }
      }
    }
    try hear("READY=1\nSTATUS=widget.yaml: 2 placements")
    try hear("WATCHDOG=1")
    run.signal(SIGHUP)
    try hear("RELOADING=1\nMONOTONIC_USEC=")
    try run.edit(LiveEditTests.file + "  zoe: {Search: {family: systemSmall}}\n")
    try hear("READY=1\nSTATUS=widget.yaml: 3 placements")
    try run.edit("wrong\n")
    try hear("READY=1\nSTATUS=the files are wrong")
    #expect(run.end() == 0)
    manager.look()
    #expect(manager.messages.contains { $0.hasPrefix("STOPPING=1") })
  }

  @Test func `a schedule that does not move gives no sign of life`() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("n").path
    let manager = try Manager(path)
    try folder.write(
      "widgets: {Clock: {source: {items: [{title: tick}, {title: tock}]}, interval: 1s}}\n",
      to: "widget.yaml")
    let process = Process()
    process.executableURL = Metsched.binary
    process.currentDirectoryURL = folder.url
    process.arguments = [
      "run", "widget.yaml", "--clock", "system", "--no-record", "--speed", "20000",
    ]
    process.environment = [
      "NOTIFY_SOCKET": path, "WATCHDOG_USEC": "100000", "XDG_STATE_HOME": folder.url.path,
    ]
    process.standardError = FileHandle.nullDevice
    // Nobody reads it, so that writing the records waits for ever once it is full.
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    defer { process.terminate() }
    func signs() -> Int {
      manager.look()
      return manager.messages.count { $0 == "WATCHDOG=1" }
    }
    func wait(_ isSo: () -> Bool) -> Bool {
      for _ in 0..<600 where !isSo() { usleep(50_000) }
      return isSo()
    }
    #expect(wait { signs() > 0 })
    var before = 0
    #expect(
      wait {
        before = signs()
        usleep(300_000)
        return signs() == before
      })
    let reader = output.fileHandleForReading
    let isRead = wait {
      _ = reader.availableData
      return signs() > before
    }
    #expect(isRead)
  }

  private static let analyzer = "/usr/bin/systemd-analyze"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analyzer)))
  func `the unit is one that systemd understands`() throws {
    let folder = try TemporaryFolder()
    let unit = try String(
      contentsOf: Metsched.root.appendingPathComponent("examples/metsched.service"),
      encoding: .utf8)
    #expect(unit.contains("ExecStart=/usr/bin/metsched "))
    try folder.write(
      unit.replacing("ExecStart=/usr/bin/metsched ", with: "ExecStart=\(Metsched.binary.path) "),
      to: "metsched.service")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.analyzer)
    process.arguments = ["verify", folder.url.appendingPathComponent("metsched.service").path]
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: said, as: UTF8.self))")
  }
}
