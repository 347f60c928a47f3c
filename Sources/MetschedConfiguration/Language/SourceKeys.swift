/// The keys of `met:`; those of a search are the API's own, in kebab-case.
package enum MetKey: String, MappingKey {
  case search, objects
  case hasImages = "has-images"
  case isHighlight = "is-highlight"
  case isOnView = "is-on-view"
  case title, tags
  case artistOrCulture = "artist-or-culture"
  case departmentID = "department-id"
  case medium
  case geoLocation = "geo-location"
  case dateBegin = "date-begin"
  case dateEnd = "date-end"
  case count, fresh, base

  package static let owner = "`met`"

  /// Switches of a search, with the API's names.
  static let switches: [(key: MetKey, name: String)] = [
    (.hasImages, "hasImages"), (.isHighlight, "isHighlight"), (.isOnView, "isOnView"),
    (.title, "title"), (.tags, "tags"), (.artistOrCulture, "artistOrCulture"),
  ]

  /// Whether it says something of a search alone.
  var isOfSearch: Bool {
    switch self {
    case .objects, .base: false
    default: true
    }
  }

  package var shape: ValueShape {
    switch self {
    case .search: .text(example: "persimmon")
    case .objects: .list(of: .value)
    case .hasImages, .isHighlight, .isOnView, .title, .tags, .artistOrCulture: .boolean
    case .departmentID: .integer(1...10_000)
    case .medium: .either([.text(example: "Paintings"), .list(of: .value)])
    case .geoLocation: .either([.text(example: "France"), .list(of: .value)])
    case .dateBegin, .dateEnd: .integer(-1_000_000...9_999)
    case .count: .integer(1...500)
    case .fresh: .duration(example: "5m")
    case .base: .text(example: "http://127.0.0.1:8080/public/collection/v1/")
    }
  }

  package var summary: String {
    switch self {
    case .search: "The words to search for, `q` of the API."
    case .objects: "Objects by their ids, instead of a search."
    case .hasImages: "Only objects with images."
    case .isHighlight: "Only highlights of the collection."
    case .isOnView: "Only objects that are on view."
    case .title: "The words are searched in titles alone."
    case .tags: "The words are searched in subject tags alone."
    case .artistOrCulture: "The words are searched in artists and cultures alone."
    case .departmentID: "The number of a department."
    case .medium: "A medium or several."
    case .geoLocation: "A place or several."
    case .dateBegin: "The first year; before Christ it is negative."
    case .dateEnd: "The last year."
    case .count: "How many objects are fetched, in the search's order; 12 unless given."
    case .fresh: "How long an answer is not asked for again; 5m unless given."
    case .base: "Where the API is; the museum's own unless given."
    }
  }
}

/// The keys of `json:`.
package enum JSONKey: String, MappingKey {
  case url, file, path, headers
  case sizeLimit = "size-limit"
  case redirects, fresh

  package static let owner = "`json`"

  package var shape: ValueShape {
    switch self {
    case .url: .text(example: "https://example.org/items.json")
    case .file: .text(example: "items.json")
    case .path: .text(example: "data.items")
    case .headers: .names(of: "headers", to: .value)
    case .sizeLimit: .integer(1...64)
    case .redirects: .integer(0...20)
    case .fresh: .duration(example: "5m")
    }
  }

  package var summary: String {
    switch self {
    case .url: "A document over HTTP or HTTPS."
    case .file: "A document in the container."
    case .path: "The way to the array inside the document."
    case .headers: "Headers of the request."
    case .sizeLimit: "The largest document in MiB; 8 unless given."
    case .redirects: "How many redirects are followed; 5 unless given."
    case .fresh: "How long an answer is not asked for again where the server says nothing."
    }
  }
}
