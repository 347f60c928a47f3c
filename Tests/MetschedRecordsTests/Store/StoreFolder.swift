import Foundation
import MetschedEngine
import MetschedRecords
import MetschedTime
import Synchronization
import TestSupport

/// A folder with one database, gone when its owner is; and the notices of who writes to it.
final class StoreFolder: Sendable {
  private let folder: TemporaryFolder
  private let told = Mutex<[StoreNotice]>([])

  init() throws {
    folder = try TemporaryFolder()
  }

  var url: URL { folder.url }
  var path: String { url.appendingPathComponent("run.db").path }
  var notices: [StoreNotice] { told.withLock { $0 } }

  func store(vfs: String? = nil) throws -> RunStore {
    try RunStore(path, vfs: vfs) { [weak self] notice in
      self?.told.withLock { $0.append(notice) }
    }
  }

  func reader() throws -> StoreReader { try StoreReader(path) }

  /// All records, as their lines of JSON.
  func lines(_ filter: RecordFilter = RecordFilter()) throws -> [String] {
    var position = StoreReader.Position()
    var lines: [String] = []
    let json = RecordJSON()
    try reader().records(filter, from: &position) { found in
      var stored = found.record
      lines.append(json.line(stored.record, &stored))
    }
    return lines
  }

  var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? []
  }
}

/// Runs and records to be kept.
enum Sample {
  static let start = Instant(milliseconds: 1_767_603_600_000)

  static func run(_ file: String = "widget.yaml", clock: StoredRun.Clock = .system) -> StoredRun {
    StoredRun(
      file: file, clock: clock, start: start, wall: start, origin: start, seed: -1, zone: .utc,
      version: "0", layout: layout)
  }

  static let layout = RecordText.Layout(
    nameWidth: 14, showsDay: true, showsMilliseconds: true, usesColor: false)

  static func label(_ number: Int) -> RecordLabel {
    RecordLabel(
      user: "user\(number % 7)", kind: "Kind\(number % 3)Widget", id: "main",
      family: "systemMedium", zone: .utc, name: "user\(number % 7)/Kind\(number % 3)Widget")
  }

  /// A record of some kind, by its number alone.
  static func record(_ sequence: Int) -> StoredRecord {
    let at = start + Int64(sequence / 3) * 1_000
    let causes = Cause.allCases
    var list = CauseList(causes[sequence % causes.count])
    for more in 0..<(sequence % 19 == 0 ? sequence % 31 : 0) {
      list.append(causes[more % causes.count])
    }
    var origin: String?
    var message: String?
    var text: ShownText?
    var value: String?
    let what: Record.What
    switch sequence % 11 {
    case 0, 1:
      what = .reload(reload(sequence, at))
      origin = "widget.yaml:\(sequence % 5):1"
    case 2:
      what = .fail(reload(sequence, at), error: 3)
      message = "no `objects.json` → \u{1F5BC}"
    case 3:
      what = .deferred(
        Deferral(
          eligible: at, granted: at + 300_000,
          reason: sequence % 2 == 0 ? .spacing : .budget, left: sequence % 40))
    case 4:
      what = .drop(
        Drop(
          reason: Drop.Reason.allCases[sequence % Drop.Reason.allCases.count],
          count: sequence % 9 + 1))
    case 5:
      let words = StateWord.allCases
      (what, value) = changed(words[sequence / 11 % words.count], sequence % 2 == 0)
    case 6:
      what = .show(Show(content: .placeholder, timeline: nil, index: 0, date: nil))
    case 7:
      what = .show(Show(content: .sample, timeline: TimelineID(1), index: 0, date: at))
      text = ShownText(isEmpty: false, title: "A \"sample\"", link: nil)
    default:
      what = .show(Show(content: .entry, timeline: TimelineID(1), index: 2, date: at))
      text = ShownText(
        isEmpty: sequence % 5 == 0, title: sequence % 5 == 0 ? nil : "Entry \(sequence)",
        link: sequence % 2 == 0 ? "themet://\(sequence)" : nil)
    }
    let isReload =
      switch what {
      case .reload, .fail, .deferred: true
      default: false
      }
    var stored = StoredRecord(
      record: Record(
        sequence: Int64(sequence), at: at, scope: .placement(PlacementNumber(sequence % 21)),
        what: what, causes: isReload ? list : CauseList()), label: label(sequence % 21))
    if sequence % 11 == 5 {
      stored.record.scope = sequence % 2 == 0 ? .everybody : .user(3)
      stored.label = RecordLabel(
        user: sequence % 2 == 0 ? nil : "user3", zone: .utc,
        name: sequence % 2 == 0 ? "everybody" : "user3")
    }
    stored.origin = origin
    stored.message = message
    stored.text = text
    stored.value = value
    return stored
  }

  private static func changed(_ word: StateWord, _ isOn: Bool) -> (Record.What, value: String?) {
    let value = isOn ? "on" : "off"
    return switch word {
    case .removed: (.state(.removed), nil)
    case .edited: (.state(.edited), nil)
    case .foreground: (.state(.foreground(isOn)), value)
    case .timezone: (.state(.timezone(4)), "Asia/Tokyo")
    case .clock:
      isOn
        ? (.state(.clock(by: -3_600_001)), "-1h1ms")
        : (.state(.clock(by: 90_061_001)), "+25h1m1s1ms")
    case .suspended: (.state(.suspended(isOn)), value)
    case .down: (.state(.down(isOn)), value)
    }
  }

  private static func reload(_ sequence: Int, _ at: Instant) -> Reload {
    let whys = PolicyReason.allCases
    let isFull = sequence % 3 == 0
    return Reload(
      isCounted: sequence % 2 == 0, eligible: at - 7, granted: at,
      reason: isFull ? GrantReason.allCases[sequence % GrantReason.allCases.count] : nil,
      left: isFull ? 3 : nil,
      entries: isFull ? sequence : nil, first: isFull ? at : nil, last: isFull ? at + 60_000 : nil,
      policy: ChosenPolicy.allCases[sequence % ChosenPolicy.allCases.count],
      next: isFull ? at + 61_001 : nil,
      expected: isFull ? at + 62_000 : nil, why: isFull ? whys[sequence % whys.count] : nil,
      tag: 9)
  }

  static func records(_ range: ClosedRange<Int>) -> [StoredRecord] { range.map(record) }

  /// The line that a run prints for a record.
  static func line(_ stored: StoredRecord) -> String {
    var details = stored
    return RecordJSON().line(stored.record, &details)
  }
}
