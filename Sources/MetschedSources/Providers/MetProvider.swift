import MetschedConfiguration
import MetschedText
import MetschedWidgets

/// The Met Collection API: a search gives ids, and each id an object.
///
/// Source: https://metmuseum.github.io. At most 80 requests a second are asked for there; 51,452
/// ids come at once for `q=cat`; `objectIDs` is null where nothing matches; an object may be gone
/// before its search is.
struct MetProvider: Sendable {
  /// One for all queries, so that the limit holds for all of them together.
  let pace = RequestPace(rate: 80, atOnce: 8)

  /// The most objects that are asked for because others are gone.
  private static let reserve = 50
  /// How long an object is not asked for again, in milliseconds; they change once in a while.
  private static let objectFresh: Int64 = 86_400_000

  /// Returns the objects of a query; nil where an offline question finds no search in the cache.
  func content(of query: MetQuery, _ fetching: Fetching) async throws -> ProviderContent? {
    var content = ProviderContent()
    var ids = query.objects[...]
    if !query.parameters.isEmpty {
      guard let search = try await fetching.response(to: target(of: query)) else {
        if fetching.isOffline { return nil }
        throw Fetching.Fault("`\(query.base)` has no `search`; it is not the Collection API")
      }
      content.add(search)
      ids = try Self.ids(in: search)[...]
    }
    var reserve = Self.reserve
    while content.items.count < query.count, !ids.isEmpty, reserve >= 0 {
      let wanted = ids.prefix(query.count - content.items.count)
      ids = ids.dropFirst(wanted.count)
      let objects = try await objects(Array(wanted), of: query, fetching)
      for case let object? in objects {
        content.items.append(try JSONItems.value(in: object.body, of: object.name))
        if query.parameters.isEmpty { content.add(object) }
      }
      reserve -= objects.count { $0 == nil }
    }
    if fetching.isOffline, content.items.isEmpty, content.fetched == nil { return nil }
    return content
  }

  /// Asks for objects at once; nil for each that is gone.
  private func objects(
    _ ids: [Int64], of query: MetQuery, _ fetching: Fetching
  ) async throws -> [CachedResponse?] {
    try await withThrowingTaskGroup(of: (Int, CachedResponse?).self) { group in
      for (index, id) in ids.enumerated() {
        let target = try target(of: id, query)
        group.addTask { (index, try await fetching.response(to: target)) }
      }
      var objects = [CachedResponse?](repeating: nil, count: ids.count)
      for try await (index, object) in group { objects[index] = object }
      return objects
    }
  }

  private static func ids(in search: CachedResponse) throws -> [Int64] {
    let value = try JSONItems.value(in: search.body, of: search.name)
    switch value["objectIDs"] {
    case .array(let ids): return ids.compactMap { $0.text.flatMap(Int64.init) }
    case .null where value["total"] != nil: return []
    default:
      throw Fetching.Fault("`\(search.name)` is no search result: it has no `objectIDs`")
    }
  }

  // MARK: Addresses

  private func target(of query: MetQuery) throws -> Fetching.Target {
    let parameters = query.parameters.map { parameter in
      "\(parameter.name)=\(PercentEncoding.encoded(parameter.value, allowing: .unreserved))"
    }
    return try target(
      query.base + "search?" + parameters.joined(separator: "&"), sizeLimit: 16 << 20,
      fresh: query.fresh)
  }

  private func target(of id: Int64, _ query: MetQuery) throws -> Fetching.Target {
    try target("\(query.base)objects/\(id)", sizeLimit: 2 << 20, fresh: Self.objectFresh)
  }

  private func target(
    _ address: String, sizeLimit: Int, fresh: Int64
  ) throws -> Fetching.Target {
    guard WebAddress.isHTTP(address) else { throw Fetching.Fault.notURL(address) }
    return Fetching.Target(
      request: HTTPRequest(
        url: address, name: address, headers: [("Accept", "application/json")],
        sizeLimit: sizeLimit, redirects: 3), key: address, fresh: fresh, pace: pace)
  }
}

/// Items with what is known of their age.
struct ProviderContent: Sendable {
  var items: [ItemValue] = []
  /// When the oldest answer came, in milliseconds since 1970; nil before the first.
  var fetched: Int64?
  /// How long the server says that they stay as they are, in milliseconds.
  var maxAge: Int64?

  /// Counts an answer's age.
  mutating func add(_ response: CachedResponse) {
    fetched = min(fetched ?? .max, response.fetched)
    if let age = response.maxAge { maxAge = min(maxAge ?? .max, age) }
  }
}
