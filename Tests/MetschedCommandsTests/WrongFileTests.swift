import Foundation
import TestSupport
import Testing

/// Files that are none, in every verb that reads one: a message that says what is there instead.
@Suite struct WrongFileTests {
  /// What is told of the file that stands in the place of a configuration.
  static let files: [(file: String, error: String)] = [
    ("nothing.yaml", "`nothing.yaml` does not exist\n"),
    ("rigth.yaml", "`rigth.yaml` does not exist; did you mean `right.yaml`?"),
    ("", "an empty path names no file"),
    ("-", "`-` does not exist; `/dev/stdin` is the standard input"),
    ("folder", "`folder` is a folder; name the file, such as `folder/inside.yaml`"),
    ("hollow/", "`hollow/` is a folder; name the file\n"),
    ("right.yaml/x", "`right.yaml/x` does not exist: `right.yaml` is a file, not a folder"),
    ("link.yaml", "`link.yaml` is a link to `gone.yaml`, which does not exist"),
    ("loop.yaml", "`loop.yaml` cannot be read: Too many levels of symbolic links"),
    ("empty.yaml", "empty.yaml:1:1: error: the file is empty"),
    ("comment.yaml", "comment.yaml:2:1: error: the file is empty"),
    ("list.yaml", "list.yaml:1:1: error: the file holds a list, but keys and values"),
    ("text.yaml", "text.yaml:1:1: error: the file holds `hello`, but keys and values"),
    ("binary.yaml", "binary.yaml:1:1: error: this is no text in UTF-8"),
    ("wide.yaml", "wide.yaml:1:1: error: the file is UTF-16; save it as UTF-8"),
    ("latin.yaml", "latin.yaml:2:33: error: byte 0xE9 is not UTF-8"),
    ("long.yaml", "long.yaml:2:29: error: `name` has more than 40,000 bytes"),
    ("returns.yaml", "returns.yaml:2:15: error: `source` is `sampel`"),
    ("mark.yaml", "mark.yaml:2:15: error: `source` is `sampel`"),
  ]

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let widgets = "widgets:\n  A: {source: sample, name: \""
    let wrong = "widgets:\n  A: {source: sampel}\n"
    try folder.write("widgets: {A: {source: sample}}\n", to: "right.yaml")
    try folder.write("widgets: {A: {source: sample}}\n", to: "folder/inside.yaml")
    try folder.write("", to: "hollow/notes.txt")
    try folder.write("", to: "empty.yaml")
    try folder.write("# nothing\n", to: "comment.yaml")
    try folder.write("[]\n", to: "list.yaml")
    try folder.write("hello\n", to: "text.yaml")
    try folder.write(widgets + String(repeating: "x", count: 2_000_000) + "\"}\n", to: "long.yaml")
    try folder.write(wrong.replacing("\n", with: "\r\n"), to: "returns.yaml")
    try folder.write("\u{FEFF}" + wrong, to: "mark.yaml")
    func write(_ bytes: [UInt8], to name: String) throws {
      try Data(bytes).write(to: folder.url.appendingPathComponent(name))
    }
    try write(
      [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + Array(repeating: 0, count: 50), to: "binary.yaml")
    try write([0xFF, 0xFE, 0x61, 0, 0x3A, 0], to: "wide.yaml")
    try write(Array((widgets + "caf").utf8) + [0xE9] + Array("\"}\n".utf8), to: "latin.yaml")
    for (link, target) in [("link.yaml", "gone.yaml"), ("loop.yaml", "loop.yaml")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appendingPathComponent(link).path, withDestinationPath: target)
    }
    return folder
  }

  @Test func `what is no configuration is told as what it is`() async throws {
    let folder = try folder()
    for (file, error) in Self.files {
      let outcome = try await Metsched.run("validate", file, in: folder.url)
      #expect(outcome.errors.contains(error), "\(file)\n\(outcome)")
      #expect(outcome.status == 2, "\(file)")
    }
  }

  @Test(arguments: [
    ["validate", "--fix", ":"], ["run", ":"], ["config", ":"], ["test", ":"],
    ["explain", ":", "me"], ["set", ":", "me", "family=systemLarge"], ["diff", "right.yaml", ":"],
    ["compare", ":"], ["dst", ":"], ["fetch", ":"], ["open", "a://1", "--in", ":"],
  ])
  func `so it is by every verb`(_ call: [String]) async throws {
    let folder = try folder()
    for file in ["rigth.yaml", "folder", "empty.yaml", "binary.yaml"] {
      let error = try #require(Self.files.first { $0.file == file }?.error)
      let outcome = try await Metsched.run(call.map { $0 == ":" ? file : $0 }, in: folder.url)
      #expect(outcome.errors.contains(error), "\(file)\n\(outcome)")
      #expect(outcome.output == "", "\(file)")
      #expect(outcome.status == 2, "\(file)")
    }
  }

  @Test func `a folder that is included is answered with a pattern`() async throws {
    let folder = try folder()
    try folder.write("include: folder\n", to: "whole.yaml")
    let outcome = try await Metsched.run("validate", "whole.yaml", in: folder.url)
    #expect(
      outcome.errors.contains(
        "whole.yaml:1:10: error: `folder` is a folder; `\"folder/*.yaml\"` includes the files in it"
      ))
  }

  @Test func `a suggestion is made for a word that is nearly right`() async throws {
    let folder = try folder()
    let outcome = try await Metsched.run("validate", "mark.yaml", in: folder.url)
    #expect(outcome.errors.contains("did you mean `sample`?"))
  }

  @Test(arguments: [
    (["run", "right.yaml", "--for", ""], "`--for` needs a value: `--for DURATION`"),
    (["run", "right.yaml", "--for="], "`--for` needs a value: `--for DURATION`"),
    (["run", "right.yaml", "--overrides="], "`--overrides` needs a value"),
    (["run", "right.yaml", "--overrides", ""], "`--overrides` needs a value"),
    (["open", "a://1", "--in", ""], "`--in` needs a value"),
    (["-v"], "unknown option `-v`"),
    (["nothing.yaml"], "`nothing.yaml` is no verb, and no such file exists"),
    (["schema", "--part", "usres"], "did you mean `users`?"),
  ])
  func `a slip on the command line is told`(_ call: [String], _ error: String) async throws {
    let folder = try folder()
    let outcome = try await Metsched.run(call, in: folder.url)
    #expect(outcome.errors.contains(error), "\(outcome)")
    #expect(outcome.status == 64)
  }

  @Test(arguments: [
    ["run", "right.yaml", "--clock", "virtual", "--record", "none/x.jsonl"],
    ["test", "right.yaml", "--junit", "none/x.xml"],
    ["set", "right.yaml", "me", "family=systemLarge", "--overrides", "none/x.yaml"],
  ])
  func `a folder that is missing is named`(_ call: [String]) async throws {
    let folder = try folder()
    let outcome = try await Metsched.run(call, in: folder.url)
    #expect(
      outcome.errors.contains("cannot be written: the folder `none` does not exist"), "\(outcome)")
    #expect(outcome.status != 0)
  }

  @Test func `a user who is not there is answered with those who are`() async throws {
    let folder = try folder()
    let outcome = try await Metsched.run(
      "config", "right.yaml", "--user", "nobody", in: folder.url)
    #expect(outcome.errors.contains("no user `nobody` in `right.yaml`; there is `me`"))
  }
}
