import Foundation
import MetServer
import MetschedConfiguration
import MetschedWidgets
import TestSupport
import Testing

@testable import MetschedSources

extension NetworkTests {
  /// Documents over HTTP: headers, secrets, freshness, redirects.
  @Suite struct JSONProviderTests {
    @Test func `a path leads to the array`() async throws {
      let asking = try await Asking()
      #expect(await asking.json("json/items").titles == ["First", "Second"])
      let name = "`SERVER/json/items`"
      #expect(
        await asking.json("json/items", at: "data.things").fault(of: asking)
          == "\(name) has nothing at `data.things`")
      #expect(
        await asking.json("json/items", at: nil).fault(of: asking)
          == "\(name) holds an object; a JSON array was expected")
    }

    @Test func `a server says how long its answer is good`() async throws {
      let asking = try await Asking()
      let answer = await asking.json("json/items", fresh: 1_000)
      guard case .success(let content) = answer.result else {
        Issue.record("\(answer)")
        return
      }
      #expect(content.maxAge == 120_000)
      asking.pass(119_000)
      _ = await asking.json("json/items", fresh: 1_000)
      #expect(try await asking.server.statistics().json == 1)
      asking.pass(2_000)
      _ = await asking.json("json/items", fresh: 1_000)
      let statistics = try await asking.server.statistics()
      #expect(statistics.json == 2)
      #expect(statistics.unmodified == 1)
    }

    @Test func `redirects are followed up to a number`() async throws {
      let asking = try await Asking()
      #expect(await asking.json("json/redirect/5").titles == ["First", "Second"])
      #expect(
        await asking.json("json/redirect/loop", redirects: 3).fault(of: asking)
          == "`SERVER/json/redirect/loop`: it redirects more than 3 times")
      #expect(
        await asking.json("json/redirect/1", redirects: 0).fault(of: asking)
          == "`SERVER/json/redirect/1`: it redirects more than 0 times")
    }

    @Test func `secrets reach the server and no message`() async throws {
      let asking = try await Asking(environment: [
        "TOKEN": "sesame", "WRONG": "open-barley", "TWO": "a\nb",
      ])
      try Data("sesame\n".utf8).write(to: asking.folder.file("token.txt"))
      func answer(_ secret: RequestText.Part) async -> RemoteAnswer {
        await asking.json(
          "json/private",
          headers: [.init("Authorization", RequestText([.literal("Bearer "), secret]))])
      }
      #expect(await answer(.environment("TOKEN")).titles == ["First", "Second"])
      #expect(await answer(.secret("token.txt")).titles == ["First", "Second"])
      #expect(
        await answer(.environment("WRONG")).fault(of: asking)
          == "`SERVER/json/private` answers 401 (unauthorized)")
      #expect(await answer(.environment("NONE")).fault(of: asking) == "`${env:NONE}` is not set")
      #expect(
        await answer(.secret("no.txt")).fault(of: asking) == "`${secret:no.txt}` cannot be read")
      #expect(
        await answer(.environment("TWO")).fault(of: asking) == "`${env:TWO}` has more than one line"
      )
      // Nor the cache, whose files are for their owner alone.
      let cache = asking.folder.file("cache")
      let files = try FileManager.default.contentsOfDirectory(
        at: cache, includingPropertiesForKeys: nil)
      #expect(!files.isEmpty)
      for file in files {
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(!text.contains("sesame") && !file.lastPathComponent.contains("sesame"))
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: cache.path)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func `a secret in a URL shows as its name`() async throws {
      let asking = try await Asking(environment: [
        "KEY": "sesame", "ADDRESS": "nonsense", "WRONG": "http://one.example:port/",
      ])
      let query = JSONQuery(
        url: RequestText([
          .literal(asking.server.address + "json/nothing?key="), .environment("KEY"),
        ]))
      #expect(
        await asking.ask(.json(query)).fault(of: asking)
          == "`SERVER/json/nothing?key=${env:KEY}` answers 404 (not found)")
      #expect(
        await asking.ask(.json(JSONQuery(url: RequestText([.environment("ADDRESS")]))))
          .fault(of: asking) == "`${env:ADDRESS}` is not a URL of HTTP or HTTPS")
      // libcurl refuses what looks like one.
      #expect(
        await asking.ask(.json(JSONQuery(url: RequestText([.environment("WRONG")]))))
          .fault(of: asking) == "`${env:WRONG}` is not a URL of HTTP or HTTPS")
    }
  }
}
