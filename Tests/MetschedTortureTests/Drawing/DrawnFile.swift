import MetschedTime
import WidgetFamilies

/// A configuration file as values, drawn at random; its YAML is one rendering, its naive run another.
struct DrawnFile {
  var zone: String
  var start: DrawnDate
  var length: Step
  var seed: UInt64
  var host: DrawnHost
  var widgets: [DrawnWidget]
  var users: [DrawnUser]
  var events: [DrawnEvent]
}

struct DrawnHost {
  var isIdeal: Bool
  var budget: Int?
  var spacing: Int64?
  var latency: ClosedRange<Int64>?
  /// `edits: next-reload`.
  var editsWait: Bool
  var visible: DrawnWindow?
}

/// What a user's own `host:` says over the file's.
struct DrawnUserHost {
  var budget: Int?
  var spacing: Int64?
  var visible: DrawnWindow?
  var debugger: Bool?

  /// The file's host with what the user's says.
  func over(_ host: DrawnHost) -> DrawnHost {
    var own = host
    if let budget { own.budget = budget }
    if let spacing { own.spacing = spacing }
    if let visible { own.visible = visible }
    return own
  }
}

/// What users may set, as far as it is set.
struct DrawnValues: Equatable {
  var interval: Step?
  var query: String?
  var limit: Int?

  /// These values over those of a lower layer.
  func over(_ lower: DrawnValues) -> DrawnValues {
    DrawnValues(
      interval: interval ?? lower.interval, query: query ?? lower.query, limit: limit ?? lower.limit
    )
  }

  /// The values that parameters of these names can take.
  func limited(to parameters: DrawnValues) -> DrawnValues {
    DrawnValues(
      interval: parameters.interval == nil ? nil : interval,
      query: parameters.query == nil ? nil : query, limit: parameters.limit == nil ? nil : limit)
  }
}

struct DrawnWidget {
  enum Timing {
    case interval(anchor: DrawnAnchor?)
    /// Each item dates its own entry.
    case dated(withUntil: Bool)
  }

  enum Condition {
    case kind(is: [String])
    case today
  }

  enum Reload {
    case atEnd
    case never
    case after([DrawnReloadDate], within: DrawnWindow?)
  }

  enum Show: String { case last, placeholder, sample }
  enum ContainerReload: String { case changed, always }

  var kind: String
  /// The file of the container; nil for items of the widget's own.
  var file: String?
  var items: [DrawnItem]
  var condition: Condition?
  /// `items-per-entry` of the family `systemLarge`.
  var itemsPerLargeEntry: Int?
  var timing: Timing
  var reload: Reload
  var reloadOn: ContainerReload?
  var show: Show
  var retry: Step
  /// The defaults of the intent's parameters; nil for a static widget.
  var parameters: DrawnValues?
  var values: DrawnValues
}

struct DrawnItem: Equatable {
  var title: String
  var kind: String
  var day: DrawnDate
  var start: DrawnDate
  var until: DrawnDate
}

enum DrawnAnchor {
  case date(DrawnDate)
  case timeOfDay(Int)
}

enum DrawnReloadDate {
  case elapsed(Step)
  case end(Step?)
  /// Minutes since midnight.
  case timeOfDay(Int)
  case date(DrawnDate)
}

/// A window of some days and minutes; without days it is every day.
struct DrawnWindow {
  /// From 0 for Monday.
  var days: ClosedRange<Int>?
  var start: Int
  var end: Int
}

struct DrawnUser {
  var name: String
  var zone: String?
  var container: String?
  var host: DrawnUserHost?
  var kinds: [DrawnKind]
}

/// A kind that a user has, once or more often.
struct DrawnKind {
  var widget: Int
  var values: DrawnValues
  var placements: [DrawnPlacement]
}

struct DrawnPlacement {
  var id: String
  var isLarge: Bool
  var values: DrawnValues

  var family: WidgetFamily { isLarge ? .systemLarge : .systemSmall }
}

struct DrawnEvent {
  enum Verb {
    case reload(Int)
    case reloadAll
    case push
    case interaction(Int)
    case edit(Int, DrawnValues)
    case remove(widget: Int, id: String, isLarge: Bool)
    case write(String, [DrawnItem])
    case foreground
    case timezone(String)
    case fail(Int)
    case slow(Int)
    case suspend
    case clock(Int64)
  }

  var at: DrawnDate
  var user: Int?
  var every: Step?
  var length: Step?
  var verb: Verb
}
