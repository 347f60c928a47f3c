import Foundation
import TestSupport
import Testing

/// `metsched set` where the user stands in an included file.
@Suite struct SetIncludedTests {
  @Test func `the file that has the user is edited, and named`() async throws {
    let call = ["set", "examples/household.yaml", "anna", "interval=45m", "--dry-run"]
    let outcome = try await Metsched.run(call)
    #expect(outcome.errors == "")
    #expect(
      outcome.output == """
        examples/household/users/anna.yaml:3
        -   MuseumWidget: {interval: 30m, families: [systemMedium, systemLarge], objects: 3}
        +   MuseumWidget: {interval: 45m, families: [systemMedium, systemLarge], objects: 3}

        """)
    let over = try await Metsched.run(call + ["--overrides", "mine.yaml"])
    #expect(
      over.output == "mine.yaml:1\n+ users:\n+   anna:\n+     MuseumWidget: {interval: 45m}\n")
    let json = try await Metsched.run(call + ["--format", "json"])
    #expect(json.output.hasPrefix("{\"file\":\"examples/household/users/anna.yaml\",\"line\":3,"))
  }

  /// A house whose users stand in files of their own, found by a pattern.
  private func house() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      intents: {I: {parameters: {interval: {type: duration, default: 1h, min: 15m}}}}
      widgets: {Met: {intent: I, source: sample}}
      users:
        include: "users/*.yaml"

      """, to: "house.yaml")
    try folder.write("ann:\r\n  Met:   # hers\r\n", to: "users/ann.yaml")
    try folder.write("# bob\nbob: {Met: {interval: 30m}}", to: "users/bob.yaml")
    return folder
  }

  private func contents(of folder: TemporaryFolder) throws -> [String: String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    var all: [String: String] = [:]
    for path in paths where path.hasSuffix(".yaml") {
      let file = folder.url.appendingPathComponent(path)
      all[path] = try String(contentsOf: file, encoding: .utf8)
    }
    return all
  }

  @Test func `through a pattern, with the line ends of that file`() async throws {
    let folder = try house()
    var expected = try contents(of: folder)
    let ann = try await Metsched.run("set", "house.yaml", "ann", "interval=45m", in: folder.url)
    #expect(
      ann.output == "users/ann.yaml:2\n-   Met:   # hers\n+   Met: {interval: 45m}   # hers\n")
    expected["users/ann.yaml"] = "ann:\r\n  Met: {interval: 45m}   # hers\r\n"
    #expect(try contents(of: folder) == expected)
    let bob = try await Metsched.run(
      "set", "house.yaml", "bob", "--unset", "interval", in: folder.url)
    #expect(bob.status == 0, "\(bob.errors)")
    expected["users/bob.yaml"] = "# bob\nbob: {Met: {}}"
    #expect(try contents(of: folder) == expected)
  }

  @Test func `what is not allowed changes no file, and shows both places`() async throws {
    let folder = try house()
    let before = try contents(of: folder)
    let outcome = try await Metsched.run("set", "house.yaml", "ann", "interval=1m", in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("users/ann.yaml:2:19: error: `interval` is 1m"))
    #expect(outcome.errors.contains("house.yaml:1:73: note: `min: 15m`"))
    let unset = try await Metsched.run(
      "set", "house.yaml", "ann", "--unset", "interval", in: folder.url)
    #expect(unset.errors.contains("`ann` does not set `interval` in `users/ann.yaml`"))
    #expect(try contents(of: folder) == before)
  }

  @Test func `a user who stands in two files is shown in both`() async throws {
    let folder = try house()
    try folder.write("ann: {Met: }\n", to: "users/anna.yaml")
    let before = try contents(of: folder)
    let outcome = try await Metsched.run("set", "house.yaml", "ann", "interval=45m", in: folder.url)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("users/anna.yaml:1:1: error: `ann` stands in another file already"))
    #expect(outcome.errors.contains("users/ann.yaml:1:1: note: `ann` stands here first"))
    #expect(try contents(of: folder) == before)
  }

  @Test func `a file that is read in two places is not edited`() async throws {
    let folder = try house()
    try folder.write("users: {include: users/ann.yaml}\n", to: "mine.yaml")
    let before = try contents(of: folder)
    let outcome = try await Metsched.run(
      "set", "house.yaml", "ann", "interval=45m", "--overrides", "mine.yaml", in: folder.url)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains(
        "mine.yaml:1:18: error: `users/ann.yaml` is read in two places, so an edit would change both"
      ))
    #expect(outcome.errors.contains("house.yaml:4:12: note: `users/ann.yaml` is included here"))
    #expect(try contents(of: folder) == before)
  }

  @Test func `in what an override file includes`() async throws {
    let folder = try house()
    try folder.write("include: over/top.yaml\nusers: {include: over/bob.yaml}\n", to: "mine.yaml")
    try folder.write("users:\n  ann: {Met: {interval: 20m}}\n", to: "over/top.yaml")
    try folder.write("bob:\n  Met:\n", to: "over/bob.yaml")
    for (user, path, text) in [
      ("ann", "over/top.yaml", "users:\n  ann: {Met: {interval: 45m}}\n"),
      ("bob", "over/bob.yaml", "bob:\n  Met: {interval: 45m}\n"),
    ] {
      let outcome = try await Metsched.run(
        "set", "house.yaml", user, "interval=45m", "--overrides", "mine.yaml", in: folder.url)
      #expect(outcome.output.hasPrefix(path + ":"), "\(outcome)")
      #expect(try contents(of: folder)[path] == text)
    }
  }

  @Test func `a link stays one, and what it points to is edited`() async throws {
    let folder = try house()
    try folder.write("eve: {Met: }\n", to: "elsewhere.txt")
    let link = folder.file("users/eve.yaml").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "../elsewhere.txt")
    let outcome = try await Metsched.run("set", "house.yaml", "eve", "interval=45m", in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../elsewhere.txt")
    let text = try String(
      contentsOf: folder.file("elsewhere.txt"), encoding: .utf8)
    #expect(text == "eve: {Met: {interval: 45m}}\n")
  }
}
