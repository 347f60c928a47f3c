package import MetschedText

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
  package static let rules: [KeyRule] = [
    .exactlyOne(of: [search.rawValue, objects.rawValue]),
    .excludes(objects.rawValue, allCases.filter { $0.isOfSearch && $0 != .fresh }.map(\.rawValue)),
    .needs(dateBegin.rawValue, dateEnd.rawValue), .needs(dateEnd.rawValue, dateBegin.rawValue),
  ]

  /// What the numbers may be.
  static let counts = 1...500
  static let ids = 1...999_999_999
  static let departments = 1...10_000
  static let years = -1_000_000...9_999

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
    case .objects: .list(of: .integer(Self.ids), least: 1)
    case .hasImages, .isHighlight, .isOnView, .title, .tags, .artistOrCulture: .boolean
    case .departmentID: .integer(Self.departments)
    case .medium: .oneOrMore(.text(example: "Paintings"))
    case .geoLocation: .oneOrMore(.text(example: "France"))
    case .dateBegin, .dateEnd: .integer(Self.years)
    case .count: .integer(Self.counts)
    case .fresh: .duration(example: "5m")
    case .base: .form(.url)
    }
  }

  package var takesReferences: Bool { true }

  package var standard: JSONValue? {
    switch self {
    case .count: 12
    case .fresh: "5m"
    case .base: .string(MetQuery.museum)
    default: nil
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
    case .count: "How many objects are fetched, in the search's order."
    case .fresh: "How long an answer is not asked for again."
    case .base: "Where the API is"
    }
  }
}

/// The keys of `json:`.
package enum JSONKey: String, MappingKey {
  case url, file, path, headers
  case sizeLimit = "size-limit"
  case redirects, fresh

  package static let owner = "`json`"
  package static let rules: [KeyRule] = [
    .exactlyOne(of: [url.rawValue, file.rawValue]),
    .excludes(file.rawValue, ofURL.map(\.rawValue)),
  ]

  /// What means nothing for a file.
  static let ofURL: [JSONKey] = [.url, .headers, .sizeLimit, .redirects, .fresh]
  /// What the numbers may be.
  static let sizes = 1...64
  static let redirectCounts = 0...20

  package var shape: ValueShape {
    switch self {
    case .url: .form(.secretURL)
    case .file: .text(example: "items.json")
    case .path: .form(.jsonPath)
    case .headers: .names(of: .headers, to: .value)
    case .sizeLimit: .integer(Self.sizes)
    case .redirects: .integer(Self.redirectCounts)
    case .fresh: .duration(example: "5m")
    }
  }

  package var takesReferences: Bool { true }

  package var standard: JSONValue? {
    switch self {
    case .sizeLimit: 8
    case .redirects: 5
    case .fresh: "0s"
    default: nil
    }
  }

  package var summary: String {
    switch self {
    case .url: "A document over HTTP or HTTPS."
    case .file: "A document in the container."
    case .path: "The way to the array inside the document."
    case .headers: "Headers of the request."
    case .sizeLimit: "The largest document in MiB."
    case .redirects: "How many redirects are followed."
    case .fresh: "How long an answer is not asked for again where the server says nothing."
    }
  }
}
