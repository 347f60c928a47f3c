import Foundation
import MetServer
import TestSupport
import Testing

/// `metsched explain` where a server has a say.
@Suite(.serialized, .enabled(if: MetServer.isAvailable), .timeLimit(.minutes(5)))
struct ExplainNetworkTests {
  /// A file whose server lets its answer be used for two minutes, in a folder with a full cache.
  private func folder(_ server: MetServer, path: String = "items") async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      clock: {virtual: {start: 2026-01-05T09:00, for: 10m}}
      widgets:
        List:
          source:
            json:
              url: \(server.address)/json/\(path)
              path: data.items
              headers: {Authorization: Bearer sesame}
          interval: 30m
          reload: {after: [max-age, 6h]}

      """, to: "list.yaml")
    let run = try await Metsched.run(
      "run", "list.yaml", "--online", "--cache", "cache", in: folder.url)
    #expect(run.output.contains("First"), "\(run)")
    return folder
  }

  @Test func `the date that a server named is told so`() async throws {
    let folder = try await folder(try await MetServer())
    let outcome = try await Metsched.run(
      "explain", "list.yaml", "me/List", "--at", "09:01", "--cache", "cache", in: folder.url)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("It shows “First”, entry 1 of 2, since 09:00:00."))
    #expect(
      outcome.output.contains(
        "It asks for a new timeline at 09:02:00: the server said that its answer holds until then.")
    )
    let json = try await Metsched.run(
      "explain", "list.yaml", "me/List", "--at", "09:01", "--cache", "cache", "--format", "json",
      in: folder.url)
    #expect(json.output.contains(#""rules":["max-age"]"#))
  }

  @Test func `a server that names no date is told so`() async throws {
    let folder = try await folder(try await MetServer(), path: "private")
    let outcome = try await Metsched.run(
      "explain", "list.yaml", "me/List", "--cache", "cache", in: folder.url)
    #expect(
      outcome.output.contains(
        "at 10:00:00: the server did not say how long its answer holds, so it is the end of the"),
      "\(outcome)")
  }

  @Test func `the day of a value is played with what the server said`() async throws {
    let folder = try await folder(try await MetServer())
    let outcome = try await Metsched.run(
      "explain", "list.yaml", "me/List", "--value", "reload", "--cache", "cache", in: folder.url)
    // A reload every two minutes, where the end of the entries would bring one each half hour.
    #expect(
      outcome.output.contains(
        "A day of this placement alone comes to 720 entries and 720 reloads;\nwith atEnd, the layer "
          + "below, to"), "\(outcome)")
    let none = try await Metsched.run(
      "explain", "list.yaml", "me/List", "--value", "reload", "--cache", "", in: folder.url)
    #expect(none.output.contains("of them failed"), "\(none)")
  }
}
