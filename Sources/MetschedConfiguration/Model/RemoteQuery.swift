/// What is asked of a provider over the network; equal queries are asked once for all users.
package enum RemoteQuery: Hashable, Sendable {
  case met(MetQuery)
  case json(JSONQuery)
}

/// A question to the Met Collection API: a search, or objects by their ids.
///
/// Source: The Metropolitan Museum of Art Collection API, version 1.
package struct MetQuery: Hashable, Sendable {
  /// A parameter of the search, under the API's own name.
  package struct Parameter: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The API of the museum itself.
  package static let museum = "https://collectionapi.metmuseum.org/public/collection/v1/"

  /// Where the API is; ends with a slash.
  package var base: String
  /// The search's parameters; none where the objects are named.
  package var parameters: [Parameter]
  /// The ids of objects that are named, in the order in which they show.
  package var objects: [Int64]
  /// How many objects of a search are fetched, in its order.
  package var count: Int
  /// How long an answer to a search is not asked for again, in milliseconds.
  package var fresh: Int64

  package init(
    base: String = museum, parameters: [Parameter], objects: [Int64] = [], count: Int = 12,
    fresh: Int64 = 300_000
  ) {
    self.base = base
    self.parameters = parameters
    self.objects = objects
    self.count = count
    self.fresh = fresh
  }
}

/// A document with an array of items somewhere in it, at a URL.
package struct JSONQuery: Hashable, Sendable {
  package struct Header: Hashable, Sendable {
    package var name: String
    package var value: RequestText

    package init(_ name: String, _ value: RequestText) {
      self.name = name
      self.value = value
    }
  }

  package var url: RequestText
  package var path: JSONPath
  package var headers: [Header]
  /// The largest body that is read, in bytes.
  package var sizeLimit: Int
  /// How many redirects are followed.
  package var redirects: Int
  /// How long an answer is not asked for again where the server says nothing, in milliseconds.
  package var fresh: Int64

  package init(
    url: RequestText, path: JSONPath = JSONPath(), headers: [Header] = [],
    sizeLimit: Int = 8 << 20, redirects: Int = 5, fresh: Int64 = 0
  ) {
    self.url = url
    self.path = path
    self.headers = headers
    self.sizeLimit = sizeLimit
    self.redirects = redirects
    self.fresh = fresh
  }
}

/// Text of a request, in which secrets are named and never held.
package struct RequestText: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case literal(String)
    /// `${env:NAME}`
    case environment(String)
    /// `${secret:FILE}`, relative to the configuration file
    case secret(String)
  }

  package var parts: [Part]

  package init(_ parts: [Part]) {
    self.parts = parts
  }

  package init(_ text: String) {
    parts = [.literal(text)]
  }

  /// The text as it may be shown: with the names of its secrets.
  package var redacted: String {
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .environment(let name): "${env:\(name)}"
      case .secret(let file): "${secret:\(file)}"
      }
    }.joined()
  }

  /// Whether nothing of it is secret.
  package var isPlain: Bool {
    parts.allSatisfy { if case .literal = $0 { true } else { false } }
  }
}

/// The way to a value inside a JSON document: `data.items.0`; empty for the document itself.
package struct JSONPath: Hashable, Sendable, CustomStringConvertible {
  package enum Step: Hashable, Sendable {
    case name(String)
    case index(Int)
  }

  package var steps: [Step]

  package init(_ steps: [Step] = []) {
    self.steps = steps
  }

  /// Parses names with dots between; nil where one of them is empty.
  ///
  /// A number is an element of a list, counted from 0; a name that holds a dot or is a number
  /// stands in double quotes: `data."v1.2".items.0`.
  package init?(_ text: String) {
    var steps: [Step] = []
    var rest = text[...]
    while true {
      let isQuoted = rest.first == "\""
      let name: Substring
      if isQuoted {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: "\"") else { return nil }
        name = rest[..<end]
        rest = rest[rest.index(after: end)...]
      } else {
        name = rest.prefix { $0 != "." }
        rest = rest[name.endIndex...]
      }
      guard !name.isEmpty else { return nil }
      let isNumber = !isQuoted && name.allSatisfy { $0.isASCII && $0.isNumber }
      if isNumber {
        guard let index = Int(name) else { return nil }
        steps.append(.index(index))
      } else {
        steps.append(.name(String(name)))
      }
      guard let dot = rest.popFirst() else { break }
      guard dot == "." else { return nil }
    }
    self.steps = steps
  }

  package var description: String {
    steps.map { step in
      switch step {
      case .name(let name):
        name.contains(".") || name.allSatisfy(\.isNumber) ? "\"\(name)\"" : name
      case .index(let index): String(index)
      }
    }.joined(separator: ".")
  }
}
