import Foundation
import TestSupport
import Testing

/// What systemd is told, by a socket of our own in its place.
@Suite(.serialized, .ownThreads) struct SystemdTests {
  @Test(arguments: [false, true])
  func `systemd hears of each step`(isAbstract: Bool) async throws {
    let folder = try TemporaryFolder()
    let path =
      isAbstract ? "@metsched-\(UUID().uuidString)" : folder.file("n").path
    let manager = try NotifySocket(path)
    let run = try await LiveProcess(
      LiveEditTests.file, environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "200000"],
      in: folder)
    func hear(_ text: String) async throws {
      try await run.wait(text) { manager.hasHeard(text) }
    }
    try await hear("READY=1\nSTATUS=widget.yaml: 2 placements")
    try await hear("WATCHDOG=1")
    run.signal(SIGHUP)
    try await hear("RELOADING=1\nMONOTONIC_USEC=")
    try run.edit(LiveEditTests.file + "  zoe: {Search: {family: systemSmall}}\n")
    try await hear("READY=1\nSTATUS=widget.yaml: 3 placements")
    try run.edit("wrong\n")
    try await hear("READY=1\nSTATUS=the files are wrong")
    #expect(await run.end() == 0)
    #expect(manager.messages.contains { $0.hasPrefix("STOPPING=1") })
  }

  @Test func `a schedule that does not move gives no sign of life`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("n").path
    let manager = try NotifySocket(path)
    try folder.write(
      "widgets: {Clock: {source: {items: [{title: tick}, {title: tock}]}, interval: 1s}}\n",
      to: "widget.yaml")
    // Nobody reads it, so that writing the records waits for ever once it is full.
    let output = Pipe()
    let run = try Metsched.start(
      ["run", "widget.yaml", "--clock", "system", "--no-record", "--speed", "20000"],
      in: folder.url,
      environment: [
        "NOTIFY_SOCKET": path, "WATCHDOG_USEC": "100000", "XDG_STATE_HOME": folder.path,
      ], output: output)
    func signs() -> Int { manager.messages.count { $0 == "WATCHDOG=1" } }
    try await run.wait(for: "a sign of life") { signs() > 0 }
    var before = 0
    try await run.wait(for: "silence") {
      before = signs()
      try await Task.sleep(for: .milliseconds(300))
      return signs() == before
    }
    try await run.wait(for: "another sign of life") {
      _ = output.fileHandleForReading.availableData
      return signs() > before
    }
  }

  private static let analyzer = "/usr/bin/systemd-analyze"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analyzer)))
  func `the unit is one that systemd understands`() async throws {
    let folder = try TemporaryFolder()
    let unit = try Project.text(of: "examples/metsched.service")
    #expect(unit.contains("ExecStart=/usr/bin/metsched "))
    try folder.write(
      unit.replacing("ExecStart=/usr/bin/metsched ", with: "ExecStart=\(Metsched.binary.path) "),
      to: "metsched.service")
    let verdict = try await ChildProcess(
      URL(fileURLWithPath: Self.analyzer), ["verify", folder.file("metsched.service").path],
      in: folder.url, environment: ProcessInfo.processInfo.environment
    ).outcome()
    #expect(verdict.status == 0, "\(verdict.errors)")
  }
}
