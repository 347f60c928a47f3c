import Foundation
import MetschedConfiguration
import MetschedDiagnostics
import TestSupport
import Testing

@Suite("validate --fix")
struct FixTests {
  /// A file with a byte order mark, line ends of two kinds, comments, and much that is wrong.
  static let broken =
    "\u{FEFF}# キオスク 👩‍👩‍👧\r\nwidgets:\r\n  Clock:   # one\n    source: objects.json\t# its file\r\n"
    + "    entry: {title: ${.title}, id: \"é${.id}\"}\n    inverval: 5min\n    limit: 010\n"
    + "    relaod: atend   \r\nusers:\n  ann: {Clok: }"
  static let mended =
    "\u{FEFF}# キオスク 👩‍👩‍👧\r\nwidgets:\r\n  Clock:   # one\n    source: {file: objects.json}\t# its file\r\n"
    + "    entry: {title: \"${.title}\", id: \"é${.id}\"}\n    interval: 5m\n    limit: 010\n"
    + "    reload: atEnd   \r\nusers:\n  ann: {Clock: }"

  private func bytes(_ name: String, in folder: TemporaryFolder) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.file(name)))
  }

  @Test("mends what can mean nothing else, says so, and leaves every other byte as it is")
  func mends() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.broken, to: "real/widget.yaml")
    let real = folder.file("real/widget.yaml")
    let link = folder.file("widget.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real.path)
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "real/widget.yaml")
    let outcome = try await Metsched.run("validate", "--fix", "widget.yaml", in: folder.url)
    #expect(try bytes("real/widget.yaml", in: folder) == Array(Self.mended.utf8))
    #expect(
      outcome.output == """
        widget.yaml:5:20: `${.title}` is now `"${.title}"` [yaml-syntax]
        widget.yaml:4:13: `objects.json` is now `{file: objects.json}` [unknown-value]
        widget.yaml:6:5: `inverval` is now `interval` [unknown-key]
        widget.yaml:8:5: `relaod` is now `reload` [unknown-key]
        widget.yaml:10:9: `Clok` is now `Clock` [unknown-kind]
        widget.yaml:6:15: `5min` is now `5m` [invalid-duration]
        widget.yaml:8:13: `atend` is now `atEnd` [unknown-value]

        """)
    #expect(
      outcome.errors == """
        widget.yaml:7:12: error: `limit` is `010`, but a whole number from 1 to 10000 is expected, in decimal digits [invalid-number]
            7 |     limit: 010
              |            ^~~

        """)
    #expect(outcome.status == 2)
    let attributes = try FileManager.default.attributesOfItem(atPath: real.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "real/widget.yaml")
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.file("real").path)
    #expect(files == ["widget.yaml"])
    // What is mended is left alone.
    let again = try await Metsched.run("validate", "--fix", "widget.yaml", in: folder.url)
    #expect(again.output == "")
    #expect(try bytes("real/widget.yaml", in: folder) == Array(Self.mended.utf8))
  }

  @Test("with --dry-run prints a diff that patch takes, and writes nothing")
  func dryRun() async throws {
    let folder = try TemporaryFolder()
    let filler = String(repeating: "# a line\n", count: 8)
    let lines = "widgets:\n  Clock:\n    source: sample\n    inverval: 1h\n\(filler)    limt: 3"
    try folder.write(lines, to: "a.yaml")
    let outcome = try await Metsched.run("validate", "--fix", "--dry-run", "a.yaml", in: folder.url)
    #expect(
      outcome.output == """
        --- a.yaml
        +++ a.yaml
        @@ -1,7 +1,7 @@
         widgets:
           Clock:
             source: sample
        -    inverval: 1h
        +    interval: 1h
         # a line
         # a line
         # a line
        @@ -10,4 +10,4 @@
         # a line
         # a line
         # a line
        -    limt: 3
        \\ No newline at end of file
        +    limit: 3
        \\ No newline at end of file

        """)
    #expect(outcome.errors == "")
    #expect(outcome.status == 2)
    #expect(try bytes("a.yaml", in: folder) == Array(lines.utf8))
    let usage = try await Metsched.run("validate", "--dry-run", "a.yaml", in: folder.url)
    #expect(usage.status == 64)
  }

  @Test(
    "does not guess",
    arguments: [
      "interval: 5", "interval: \"1\"", "interval: 1.5h", "reload: {after: 5}",
      "inverval: 1h\n    interval: 2h",
      "families: [systemSmall, small]", "zzz: 1", "anchor: noon",
    ])
  func doesNotGuess(_ line: String) async throws {
    let folder = try TemporaryFolder()
    let text = "widgets:\n  Clock:\n    source: sample\n    \(line)\n"
    try folder.write(text, to: "a.yaml")
    let outcome = try await Metsched.run("validate", "--fix", "a.yaml", in: folder.url)
    #expect(try bytes("a.yaml", in: folder) == Array(text.utf8))
    #expect(outcome.output == "")
    #expect(outcome.status == 2)
  }

  @Test("does not choose between two names that are as near")
  func doesNotChoose() async throws {
    let folder = try TemporaryFolder()
    let text =
      "widgets: {ClockA: {source: sample}, ClockB: {source: sample}}\n"
      + "users: {ann: {ClockA: , ClockB: , ClockC: }}\n"
    try folder.write(text, to: "a.yaml")
    let outcome = try await Metsched.run("validate", "--fix", "a.yaml", in: folder.url)
    #expect(try bytes("a.yaml", in: folder) == Array(text.utf8))
    #expect(outcome.errors.contains("did you mean `ClockA`?"))
    #expect(outcome.status == 2)
  }

  @Test("mends override files, and tells programs what it did")
  func overrides() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "widgets: {Clock: {source: sample}}\nhost: {profile: ideal, spacing: 0}\n", to: "a.yaml")
    try folder.write("usrs: {ann: {Clock: {family: medium}}}\n", to: "o.yaml")
    let outcome = try await Metsched.run(
      "validate", "--fix", "--format", "json", "a.yaml", "--overrides", "o.yaml", in: folder.url)
    #expect(
      outcome.output == """
        {"fixed":"missing-unit","file":"a.yaml","line":2,"column":33,"text":"0","replacement":"0s"}
        {"fixed":"override-key","file":"o.yaml","line":1,"column":1,"text":"usrs","replacement":"users"}
        {"fixed":"unknown-family","file":"o.yaml","line":1,"column":31,"text":"medium","replacement":"systemMedium"}

        """)
    #expect(outcome.status == 0)
    #expect(
      try bytes("o.yaml", in: folder)
        == Array("users: {ann: {Clock: {family: systemMedium}}}\n".utf8))
  }

  @Test("mends included files where they are")
  func includes() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "include: [parts/users.yaml]\nwidgets: {Clock: {source: sample}}\n", to: "a.yaml")
    try folder.write("users:   # everybody\n  ann: {Clok: }\n", to: "parts/users.yaml")
    let outcome = try await Metsched.run("validate", "--fix", "a.yaml", in: folder.url)
    #expect(
      outcome.output.hasPrefix("parts/users.yaml:2:9: `Clok` is now `Clock` [unknown-kind]\n"))
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    #expect(
      try bytes("parts/users.yaml", in: folder)
        == Array("users:   # everybody\n  ann: {Clock: }\n".utf8))
  }

  @Test("makes a failing example of the catalogue the mended one, or leaves it")
  func catalogue() async throws {
    let folder = try TemporaryFolder()
    var fixed: Set<DiagnosticID> = []
    for entry in DiagnosticCatalogue.all
    where !entry.needsRun && !entry.needsEdit && !entry.needsAnalysis
      && entry.failing.override == nil
      && entry.failing.assignment == nil
    {
      try Data(entry.failing.bytes).write(to: folder.file("main.yaml"))
      for file in entry.failing.files { try folder.write(file.text, to: file.name) }
      _ = try await Metsched.run("validate", "--fix", "main.yaml", in: folder.url)
      let result = try bytes("main.yaml", in: folder)
      guard result != entry.failing.bytes else { continue }
      #expect(String(decoding: result, as: UTF8.self) == entry.mended.text)
      fixed.insert(entry.id)
    }
    #expect(
      fixed == [
        .yamlSyntax, .unknownKey, .unknownUser, .unknownIntent, .unknownParameter, .unknownFamily,
        .unknownZone, .unknownReference, .unknownValue, .invalidBoolean, .formerName,
      ])
  }
}
