internal import MetschedConfiguration
internal import MetschedEngine
internal import MetschedRecords
internal import MetschedTime
internal import MetschedWidgets

/// Follows the records of a test's placement, and of its user and machine, as far as the test may
/// ask about them.
final class TestObserver {
  /// Where a run ends, since a test that has more to say says it to nobody.
  static let recordLimit = 200_000

  /// Something that showed.
  struct Shown {
    var moment: PlacementMoment.Shown
    var fields: RecordFields
  }

  /// What shows; nil where the placement is not there.
  private(set) var shown: Shown?
  /// The latest reload, granted or failed.
  private(set) var reload: PlacementMoment.Reloaded?
  /// The fields of the latest reload since the last look.
  private(set) var latest: RecordFields?
  /// What came since the last look, with its line.
  private(set) var records: [(fields: RecordFields, line: String)] = []
  private(set) var counts = ReloadCounts()
  /// All titles that showed, each with its instant.
  private(set) var titles: [(at: Instant, title: String?)] = []
  /// The lines that `run` prints for the placement.
  private(set) var lines: [String] = []
  private(set) var count = 0
  /// The instant of the last record, and how far the clock was set in all.
  private(set) var latestTime: Instant
  private(set) var jumps: Int64 = 0

  private let placement: Placement
  private let name: String
  private let text: RecordText
  private var details: RunDetails
  private var entries: Int?

  init(_ testCase: TestCase, _ provider: WidgetProvider) {
    placement = testCase.placement
    name = testCase.configuration.shortName(of: testCase.placement)
    latestTime = testCase.start
    details = RunDetails(provider) { _ in nil }
    let usesMilliseconds =
      testCase.start.milliseconds % 1_000 != 0
      || testCase.configuration.host(of: placement).latency.value.upperBound > 0
    text = RecordText(
      layout: RecordText.Layout(
        nameWidth: 0, causeWidth: 9, showsDay: true, showsMilliseconds: usesMilliseconds,
        usesColor: false),
      zone: testCase.zone)
  }

  /// Forgets what came since the last look.
  func lookAway() {
    records.removeAll()
    latest = nil
  }

  func take(_ record: Record, _ provider: inout WidgetProvider) {
    count += 1
    latestTime = record.at
    if case .state(.clock(let jump)) = record.what { jumps += jump }
    switch record.scope {
    case .placement(let number):
      guard provider.configuration.placements[Int(number.index)].isSame(as: placement) else {
        return
      }
    case .user(let user):
      guard user == placement.user else { return }
    case .everybody: break
    }
    // The provider is lent, not copied: two owners would copy its tables at the next change.
    swap(&details.provider, &provider)
    defer { swap(&details.provider, &provider) }
    let fields = RecordFields(record, &details)
    let line = text.line(record, name: "", &details)
    records.append((fields, line))
    lines.append(line)
    if case .placement = record.scope { takeOwn(record, fields) }
  }

  private func takeOwn(_ record: Record, _ fields: RecordFields) {
    switch record.what {
    case .show(let show):
      let moment = PlacementMoment.Shown(show, at: record.at, of: entries, &details.provider)
      shown = Shown(moment: moment, fields: fields)
      titles.append((record.at, moment.content == .entry ? moment.title : nil))
    case .reload(let reload):
      if reload.entries != 0 { entries = reload.entries }
      take(PlacementMoment.Reloaded(reload, record, error: nil, details.provider), fields)
    case .fail(let reload, let error):
      if reload.entries != nil { entries = reload.entries }
      take(
        PlacementMoment.Reloaded(
          reload, record, error: details.provider.error(error), details.provider), fields)
    case .state(.removed):
      (shown, reload) = (nil, nil)
      titles.append((record.at, nil))
    case .state, .deferred, .drop: break
    }
  }

  private func take(_ reloaded: PlacementMoment.Reloaded, _ fields: RecordFields) {
    reload = reloaded
    latest = fields
    counts.count(reloaded)
  }
}

/// Reloads since the start, as the summary of a run counts them.
struct ReloadCounts {
  private(set) var all = 0
  private(set) var counted = 0
  private(set) var failed = 0
  /// By what asked first.
  private(set) var byCause: [String: Int] = [:]

  mutating func count(_ reloaded: PlacementMoment.Reloaded) {
    all += 1
    if reloaded.reload.isCounted { counted += 1 }
    if reloaded.error != nil { failed += 1 }
    if let first = reloaded.causes.first { byCause[first.name, default: 0] += 1 }
  }

  /// Returns how many there are of a sort; of all for bounds and where none is named.
  subscript(key: ReloadsKey?) -> Int {
    switch key {
    case nil, .atLeast, .atMost: all
    case .counted: counted
    case .failed: failed
    case .some(let cause): byCause[cause.rawValue] ?? 0
    }
  }
}
