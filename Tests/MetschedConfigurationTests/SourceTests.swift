import MetschedConfiguration

import Testing

@Suite("`met` and `json`")
struct SourceTests {
  @Test(
    "say what is wrong with them, and where",
    arguments: [
      ("{met: 1️⃣peony}", "wrong-type: `met` is `peony`"),
      ("{1️⃣met: {has-images: true}}", "missing-key: `met` needs `search`"),
      ("{met: {search: a, 1️⃣has-image: true}}", "unknown-key: unknown key `has-image`"),
      ("{met: {search: a, is-highlight: 1️⃣yes}}", "invalid-boolean: "),
      ("{met: {search: a, department-id: 1️⃣0}}", "out-of-range: "),
      ("{met: {search: a, count: 1️⃣501}}", "out-of-range: `count` is 501"),
      ("{met: {search: a, fresh: 1️⃣5}}", "missing-unit: "),
      ("{met: {search: a, 1️⃣date-begin: 1800}}", "missing-key: the API takes `date-begin`"),
      (
        "{met: {search: a, date-begin: 1900, date-end: 1️⃣1800}}",
        "out-of-range: `date-end` is before `date-begin`"
      ),
      ("{met: {objects: [1], 1️⃣search: a}}", "conflicting-keys: `search` means nothing where"),
      ("{met: {objects: 1️⃣[]}}", "empty-value: "),
      ("{met: {objects: [1️⃣one]}}", "invalid-number: "),
      ("{met: {search: a, base: 1️⃣localhost}}", "invalid-url: `base` is `localhost`"),
      ("{met: {search: \"1️⃣${word}\"}}", "unknown-reference: "),
      ("{1️⃣json: {path: a}}", "missing-key: `json` needs `url`"),
      ("{json: {url: 1️⃣ftp://a/b}}", "invalid-url: `url` is `ftp://a/b`"),
      ("{json: {url: \"https://a/1️⃣${.id}\"}}", "invalid-reference: "),
      ("{json: {url: \"https://a/1️⃣${env:}\"}}", "unknown-reference: "),
      ("{json: {url: https://a, path: 1️⃣a..b}}", "unknown-value: `path` is `a..b`"),
      ("{json: {url: https://a, headers: {1️⃣a b: c}}}", "invalid-name: `a b` cannot be a header"),
      ("{json: {url: https://a, size-limit: 1️⃣65}}", "out-of-range: "),
      ("{json: {url: https://a, redirects: 1️⃣-1}}", "out-of-range: "),
      ("{json: {file: a.json, 1️⃣headers: {a: b}}}", "conflicting-keys: `headers` means nothing"),
      ("{file: a.json, 1️⃣json: {url: https://a}}", "conflicting-keys: a widget has one source"),
    ])
  func mistakes(_ source: String, _ message: String) {
    expectDiagnostics("container: c\nwidgets:\n  Clock: {source: \(source)}\n", message)
  }

  @Test("`max-age` needs a server")
  func maxAge() {
    expectDiagnostics(
      "widgets:\n  Clock: {source: sample, reload: {after: 1️⃣max-age}}\n",
      "conflicting-keys: `max-age` is what a server says")
    expectDiagnostics(
      "widgets: {Clock: {source: {json: {url: https://a}}, reload: {after: [max-age, 6h]}}}\n")
  }

  private func source(_ text: String) throws -> ItemSource {
    let configuration = try Loading(
      """
      intents: {Search: {parameters: {query: {type: string, default: "a b&c"}}}}
      widgets: {Clock: {intent: Search, source: \(text)}}
      """
    ).configuration()
    return configuration.plans[0].source.value
  }

  @Test("a search has the API's own parameters, and `q` at the end")
  func search() throws {
    let source = try source(
      """
      {met: {search: "${query}", has-images: true, is-highlight: false, is-on-view: true,
        title: true, tags: true, artist-or-culture: true, department-id: 11,
        medium: [Paintings, Silk], geo-location: France, date-begin: -500, date-end: 1900,
        count: 20, fresh: 1h, base: "http://127.0.0.1:1/v1"}}
      """)
    guard case .remote(.met(let query), namesQuery: true) = source else {
      Issue.record("\(source)")
      return
    }
    #expect(
      query.parameters.map { "\($0.name)=\($0.value)" } == [
        "hasImages=true", "isHighlight=false", "isOnView=true", "title=true", "tags=true",
        "artistOrCulture=true", "departmentId=11", "medium=Paintings|Silk", "geoLocation=France",
        "dateBegin=-500", "dateEnd=1900", "q=a b&c",
      ])
    #expect(query.base == "http://127.0.0.1:1/v1/")
    #expect(query.count == 20)
    #expect(query.fresh == 3_600_000)
  }

  @Test("a URL has parameters escaped, and secrets by name alone")
  func url() throws {
    let source = try source(
      """
      {json: {url: "https://a.example/s?q=${query}&key=${env:KEY}", path: data."v1.2".0,
        headers: {Authorization: "Bearer ${secret:token.txt}"}, size-limit: 2, redirects: 0}}
      """)
    guard case .remote(.json(let query), namesQuery: true) = source else {
      Issue.record("\(source)")
      return
    }
    #expect(query.url.redacted == "https://a.example/s?q=a%20b%26c&key=${env:KEY}")
    #expect(query.url.parts.last == .environment("KEY"))
    #expect(query.path.steps == [.name("data"), .name("v1.2"), .index(0)])
    #expect(query.path.description == "data.\"v1.2\".0")
    #expect(query.headers.map(\.value.redacted) == ["Bearer ${secret:token.txt}"])
    #expect(query.sizeLimit == 2 << 20)
    #expect(query.redirects == 0)
  }

  @Test("a document of the container needs no network")
  func document() throws {
    guard case .document("a.json", let path) = try source("{json: {file: a.json, path: items}}")
    else {
      Issue.record("it is another source")
      return
    }
    #expect(path.steps == [.name("items")])
  }
}
