import MetServer
import MetschedConfiguration
import MetschedWidgets
import Testing

@testable import MetschedSources

extension NetworkTests {
  /// Questions to the Met Collection API, over real sockets.
  @Suite struct MetProviderTests {
    @Test func `a search brings its objects, in its order`() async throws {
      let asking = try await Asking()
      #expect(
        await asking.search("peony").titles == [
          "Sword Guard (<i>Tsuba</i>) Depicting Peony and Butterflies (菊に蝶図鐔)",
          "Covered Incense Box (Kōgō) with Tree Peonies", "Vase with Peony  Scroll",
          "Bowl with Peonies, Narcissus, and Pomegranates",
        ])
      #expect(await asking.search("peony", count: 2).titles?.count == 2)
      // The second search is another question, but its objects are known.
      #expect(try await asking.server.statistics().objects == 4)
    }

    @Test func `a search that nothing matches is an answer without items`() async throws {
      let asking = try await Asking()
      #expect(await asking.search("zzzzz").titles == [])
    }

    @Test func `objects come by their ids, and those that are gone do not`() async throws {
      let asking = try await Asking()
      let query = MetQuery(
        base: asking.server.api, parameters: [], objects: [828_444, 999_999_999, 436_535], count: 3)
      #expect(
        await asking.ask(.met(query)).titles == [
          "Hexagonal flower vase", "Wheat Field with Cypresses",
        ])
    }

    @Test func `parameters reach the API as they are written`() async throws {
      let asking = try await Asking()
      _ = await asking.ask(
        .met(
          MetQuery(
            base: asking.server.api,
            parameters: [.init("medium", "Prints|Silk"), .init("q", "Kōgō & \"lion\"/?")])))
      #expect(
        try await asking.server.statistics().queries
          == ["medium=Prints%7CSilk&q=K%C5%8Dg%C5%8D%20%26%20%22lion%22%2F%3F"])
    }

    @Test func `equal questions of a thousand users are asked once`() async throws {
      let asking = try await Asking(limit: .seconds(60))
      let words = [
        "lion", "vase", "peony", "rhino", "sword", "armor", "jar", "bowl", "woman", "spring",
        "bird",
        "horse", "flower", "king", "silk", "gold", "lamp", "box", "chair", "portrait",
      ]
      let answers = await withTaskGroup(of: RemoteAnswer.self) { group in
        for user in 0..<1_000 {
          let query = RemoteQuery.met(
            MetQuery(
              base: asking.server.api, parameters: [.init("q", words[user % words.count])], count: 8
            ))
          let question = asking.fetcher.ask(query)
          group.addTask { await question.wait() }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count == 1_000)
      #expect(answers.allSatisfy { ($0.titles?.count ?? 0) > 0 })
      let statistics = try await asking.server.statistics()
      #expect(statistics.searches == 20)
      #expect(statistics.requests > 100)
      #expect(statistics.mostInASecond <= 80)
      #expect(statistics.mostAtOnce <= 8)
    }

    @Test func `an answer serves others for as long as it is fresh`() async throws {
      let asking = try await Asking()
      _ = await asking.search("peony")
      asking.pass(299_000)
      _ = await asking.search("peony")
      #expect(try await asking.server.statistics().searches == 1)
      asking.pass(2_000)
      _ = await asking.search("peony")
      let statistics = try await asking.server.statistics()
      #expect(statistics.searches == 2)
      // It was asked whether it had changed, and it had not.
      #expect(statistics.unmodified == 1)
      #expect(statistics.objects == 4)
    }

    @Test func `the cache outlives the process, and answers where the network is off`() async throws
    {
      let asking = try await Asking()
      let titles = await asking.search("peony").titles
      let offline = try await Asking(.offline, after: asking)
      offline.pass(30 * 86_400_000)
      let answer = await offline.search("peony")
      #expect(answer.titles == titles)
      guard case .success(let content) = answer.result else { return }
      #expect(content.isOffline)
      #expect(content.age == 30 * 86_400_000)
      #expect(
        await offline.search("lion").fault(of: offline)
          == "the search for `lion` is not in the cache, and a virtual run asks no network without "
          + "`--online`")
      #expect(try await asking.server.statistics().searches == 1)
    }
  }
}
