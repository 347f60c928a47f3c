internal import MetschedConfiguration
internal import MetschedEngine
internal import MetschedRecords
internal import MetschedTime

/// Expectations and what there is, in words, as seen at one instant.
struct TestWords {
  /// The instant; times of other days are told with their day.
  var now: Instant
  var zone: ZoneTable

  /// A time on the day that was looked at, or with its day.
  func time(_ instant: Instant) -> String {
    var bytes: [UInt8] = []
    if zone.date(at: instant) != zone.date(at: now) {
      zone.appendDate(of: instant, to: &bytes)
      bytes.append(UInt8(ascii: " "))
    }
    zone.appendTimeOfDay(of: instant, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func shown(_ shown: PlacementMoment.Shown?) -> String {
    guard let shown else { return "it is not placed" }
    let what: String
    switch shown.content {
    case .placeholder: what = "the placeholder shows"
    case .sample: what = "a sample shows, \(title(shown.title))"
    case .entry: what = shown.isEmpty ? "an empty entry shows" : "\(title(shown.title)) shows"
    }
    let number =
      if let number = shown.number, let count = shown.count, shown.content == .entry {
        ", entry \(number) of \(count)"
      } else {
        ""
      }
    return "\(what)\(number), since \(time(shown.at))"
  }

  func title(_ title: String?) -> String {
    title.map { "“\($0)”" } ?? "an entry without a title"
  }

  /// A word of `shows`.
  func shows(_ word: String) -> String {
    switch word {
    case "empty": "an empty entry"
    case "placeholder": "the placeholder"
    case "sample": "a sample"
    default: "nothing, as it is not placed,"
    }
  }

  /// Fields as a test would write them.
  func fields(_ fields: [ExpectedField]) -> String {
    let parts = fields.map { "\($0.key.rawValue): \(value($0.value))" }
    return "`{\(parts.joined(separator: ", "))}`"
  }

  private func value(_ value: ExpectedValue) -> String {
    switch value {
    case .none: ExpectedValue.noneWord
    case .text(let text), .part(let text), .cause(let text): text
    case .number(let number): "\(number)"
    case .boolean(let isTrue): "\(isTrue)"
    case .at(let literal): time(literal.resolved(in: zone))
    case .timeOfDay(let time): "\"\(time)\""
    case .causes(let causes): "[\(causes.joined(separator: ", "))]"
    }
  }

  /// A field of a record with what it holds, as a test would write it.
  func field(_ key: RecordKey, of fields: RecordFields) -> String {
    guard let value = fields[key.rawValue] else { return "no `\(key.rawValue)`" }
    return "`\(key.rawValue): \(self.value(value))`"
  }

  func value(_ value: RecordFields.Value) -> String {
    switch value {
    case .none: ExpectedValue.noneWord
    case .text(let text): text
    case .number(let number): "\(number)"
    case .boolean(let isTrue): "\(isTrue)"
    case .date(let instant): time(instant)
    case .list(let words): words.count == 1 ? words[0] : "[\(words.joined(separator: ", "))]"
    }
  }

  /// When a record is, and what it is about.
  func record(_ fields: RecordFields) -> String {
    let parts = ["what", "at"].compactMap { fields[$0] }.map { value($0) }
    return "the `\(parts[0])` of \(parts[1])"
  }

  /// What chose the date of the next reload.
  func policy(of reloaded: PlacementMoment.Reloaded) -> String {
    let reload = reloaded.reload
    let causes = reloaded.causes.map(\.name).joined(separator: "+")
    let granted = time(reload.granted)
    let next = reload.next.map { "asks at \(time($0))" } ?? "asks for nothing"
    let why = reload.why.map { " (\($0.text))" } ?? ""
    if let error = reloaded.error {
      return "the reload of \(granted) (\(causes)) failed: \(error); `retry` \(next)"
    }
    let reason = reload.reason.map { ", moved by \($0)" } ?? ""
    return
      "the reload of \(granted) (\(causes)\(reason)) chose `\(reload.policy)`, which \(next)\(why)"
  }
}
