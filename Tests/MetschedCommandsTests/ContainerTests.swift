import Foundation
import TestSupport
import Testing

/// What a widget shows, and what the record says, when its container is not as it should be.
@Suite struct ContainerTests {
  struct Fault: CustomTestStringConvertible {
    var name: String
    /// What `objects.json` holds; nil where it is missing.
    var content: String?
    var error: String
    var testDescription: String { name }
  }

  static let faults = [
    Fault(
      name: "missing", content: nil, error: "`c/objects.json` is missing: there is no container `c`"
    ),
    Fault(
      name: "empty", content: "\n", error: "`c/objects.json` is empty; a JSON array was expected"),
    Fault(
      name: "truncated", content: #"[{"title": "A"}, {"ti"#,
      error: "`c/objects.json` ends in the middle of its JSON"),
    Fault(
      name: "truncated behind an inner end", content: #"[{"title": "A", "tags": ["a"]"#,
      error: "`c/objects.json` ends in the middle of its JSON"),
    Fault(
      name: "no array", content: #"{"objects": []}"#,
      error: "`c/objects.json` holds an object; a JSON array was expected"),
    Fault(
      name: "null", content: "null",
      error: "`c/objects.json` holds null; a JSON array was expected"),
  ]

  private func run(
    _ content: String?, show: String, file: String = "objects.json"
  ) async throws -> Metsched.Outcome {
    let folder = try TemporaryFolder()
    if let content { try folder.write(content, to: "c/objects.json") }
    try folder.write(
      """
      version: 1
      container: c
      clock: {virtual: {start: 2026-01-05T09:00:00Z, for: 1h}}
      widgets:
        TheMetWidget:
          families: [systemSmall]
          source: {file: \(file)}
          on-error: {show: \(show), retry: 20m}
      """, to: "widget.yaml")
    return try await Metsched.run(["run", "widget.yaml", "--format", "json"], in: folder.url)
  }

  @Test(arguments: faults)
  func `a fault is a failure that the record explains, and a retry`(_ fault: Fault) async throws {
    let outcome = try await run(fault.content, show: "last")
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 3, "\(outcome.output)")
    #expect(lines[0].contains(#""what":"fail","cause":["added"]"#))
    #expect(lines[0].contains(#""policy":"after","next":"2026-01-05T09:20:00Z""#))
    #expect(lines[0].contains(#""error":"\#(fault.error)""#))
    #expect(lines[0].contains(#""origin":"widget.yaml:8:35""#))
    #expect(lines[1].contains(#""shows":"placeholder""#))
    // Doubled: 20 m, then 40 m, which is the end of the run.
    #expect(lines[2].contains(#""what":"fail","cause":["retry"]"#))
    #expect(lines[2].contains(#""next":"2026-01-05T10:00:00Z""#))
    #expect(outcome.status == 0)
  }

  @Test func `what is not JSON says where it ends to be`() async throws {
    let outcome = try await run("[{title: A}]", show: "last")
    #expect(outcome.output.contains(#""error":"`c/objects.json` is not JSON: "#))
  }

  /// Runs on a container that a closure sets up.
  private func run(
    file: String = "objects.json", _ prepare: (URL) throws -> Void
  ) async throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      version: 1
      container: c
      clock: {virtual: {for: 1m}}
      widgets: {A: {source: {file: \(file)}}}
      """, to: "widget.yaml")
    try prepare(folder.url)
    return try await Metsched.run("run", "widget.yaml", in: folder.url).output
  }

  @Test func `each thing that is no JSON file is told apart`() async throws {
    func text(_ prepare: @escaping (String) throws -> Void) async throws -> String {
      try await run { folder in
        let container = folder.appendingPathComponent("c")
        try FileManager.default.createDirectory(at: container, withIntermediateDirectories: true)
        try prepare(container.appendingPathComponent("objects.json").path)
      }
    }
    #expect(
      try await run { _ in }.contains("`c/objects.json` is missing: there is no container `c`"))
    #expect(
      try await text { mkdir($0, 0o755) }.contains("`c/objects.json` is a folder, not a file"))
    // Nobody writes into the pipe, and nobody waits for it.
    #expect(
      try await text { mkfifo($0, 0o644) }.contains("is a pipe, socket or device, not a file"))
    #expect(
      try await text { path in
        try Data([
          UInt8(ascii: "["), UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\""), UInt8(ascii: "]"),
        ])
        .write(to: URL(fileURLWithPath: path))
      }.contains("`c/objects.json` is not JSON: byte 3 is not UTF-8"))
    #expect(
      try await text { path in
        // A sparse file takes no place on the disk, and nobody reads it.
        try Data().write(to: URL(fileURLWithPath: path))
        truncate(path, (64 << 20) + 1)
      }.contains("`c/objects.json` is larger than 64 MiB"))
    #expect(
      try await text { path in
        try Data("[{\"title\": \"日\"}]".utf8.prefix(14)).write(to: URL(fileURLWithPath: path))
      }.contains("`c/objects.json` ends in the middle of its JSON"))
  }

  @Test func `a link within the container is followed`() async throws {
    let output = try await run { folder in
      let container = folder.appendingPathComponent("c/v2")
      try FileManager.default.createDirectory(at: container, withIntermediateDirectories: true)
      try Data(#"[{"title": "Linked"}]"#.utf8).write(
        to: container.appendingPathComponent("o.json"))
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent("c/objects.json").path,
        withDestinationPath: "v2/o.json")
    }
    #expect(output.contains("Linked"))
  }

  @Test func `samples show where on-error says so`() async throws {
    let outcome = try await run(nil, show: "sample")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines[0].contains(#""entries":2,"first":"2026-01-05T09:00:00Z""#))
    #expect(lines[1].contains(#""shows":"sample","date":"2026-01-05T09:00:00Z""#))
    #expect(lines[1].contains("Bahram Gur Slays the Rhino-Wolf"))
  }

  @Test func `an empty array is an answer without entries, not a failure`() async throws {
    let outcome = try await run("[]", show: "last")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines[0].contains(#""what":"reload""#))
    #expect(lines[0].contains(#""entries":0,"first":null,"last":null,"policy":"atEnd""#))
    #expect(lines[0].contains(#""next":"2026-01-05T09:20:00Z","why":"empty""#))
  }

  @Test(arguments: [
    "../secret.json", "/etc/hostname", "link.json", "up/secret.json", "a/../../secret.json",
  ])
  func `no path leaves the container`(_ file: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write("[1]", to: "secret.json")
    try folder.write("[1]", to: "c/objects.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("c/link.json").path,
      withDestinationPath: "../secret.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("c/up").path, withDestinationPath: "..")
    try folder.write(
      """
      version: 1
      container: c
      clock: {virtual: {for: 1m}}
      widgets: {A: {source: {file: \(file)}}}
      """, to: "widget.yaml")
    let outcome = try await Metsched.run(["run", "widget.yaml"], in: folder.url)
    #expect(!outcome.output.contains("1 entry to"))
    #expect((outcome.output + outcome.errors).contains("outside"))
  }

  @Test(.enabled(if: getuid() != 0, "root reads everything"))
  func `an unreadable file says so`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("[]", to: "c/objects.json")
    chmod(folder.file("c/objects.json").path, 0)
    try folder.write(
      """
      version: 1
      container: c
      clock: {virtual: {for: 1m}}
      widgets: {A: {source: {file: objects.json}}}
      """, to: "widget.yaml")
    let outcome = try await Metsched.run(["run", "widget.yaml"], in: folder.url)
    #expect(outcome.output.contains("cannot be read"))
  }
}
