import MetschedAnalysis
import MetschedTime
import MetschedWidgets

/// What is another in a day as lines, with times in a placement's zone.
struct DifferenceTimes {
  let zone: ZoneTable
  /// An instant of the day whose date is left out.
  let day: Instant

  /// Returns the mark, the time and the words of a line.
  func line(of item: DayDifference.Item) -> (mark: String, time: String, what: String) {
    switch (item.old, item.new) {
    case (let old?, let new?) where old.at != new.at:
      return ("~", "\(time(old.at)) → \(time(new.at, after: old.at))", Self.words(old))
    case (let old?, let new?):
      return ("~", time(old.at), "\(Self.words(old)) → \(Self.other(old, new))")
    case (let old?, nil): return ("-", time(old.at), Self.words(old))
    case (nil, let new?): return ("+", time(new.at), Self.words(new))
    case (nil, nil): return ("~", "", "")
    }
  }

  private func time(_ instant: Instant, after other: Instant? = nil) -> String {
    var bytes: [UInt8] = []
    let (date, usual) = (zone.date(at: instant), zone.date(at: other ?? day))
    if date != usual {
      zone.appendDate(of: instant, to: &bytes)
      if date.year == usual.year { bytes.removeFirst(5) }
      bytes.append(UInt8(ascii: " "))
    }
    zone.appendTimeOfDay(of: instant, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func words(_ happening: Happening) -> String {
    switch happening.what {
    case .shows(let shown): shown.words
    case .reloads(let causes, let failed): "reload (\(causes))\(failed ? " fails" : "")"
    }
  }

  /// Returns what comes at the same time; where it is called alike, what is another about it.
  private static func other(_ old: Happening, _ new: Happening) -> String {
    let text = words(new)
    guard text == words(old), case .shows(let before) = old.what, case .shows(let after) = new.what
    else { return text }
    let fields = [
      ("subtitle", before.text?.subtitle, after.text?.subtitle),
      ("image", before.text?.image, after.text?.image),
      ("link", before.text?.link, after.text?.link),
    ]
    let changes = fields.filter { $0.1 != $0.2 }.map { "\($0.0) \($0.2 ?? "nothing")" }
    return changes.isEmpty ? text : changes.joined(separator: ", ")
  }
}
