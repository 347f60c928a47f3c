internal import MetschedConfiguration
internal import MetschedTime

extension ReloadRule {
  /// The policy as a file writes it, a window left out.
  var text: String { text { _ in "…" } }

  /// The policy as a file writes it.
  var fullText: String { text { "\"\($0)\"" } }

  private func text(_ words: (TimeWindow) -> String) -> String {
    switch self {
    case .atEnd: return "atEnd"
    case .never: return "never"
    case .auto: return "auto"
    case .after(let dates, let window):
      let texts = dates.map(\.value.text)
      let list = texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]"
      return "{after: \(list)\(window.map { ", within: \(words($0.value))" } ?? "")}"
    }
  }
}

extension ReloadDate {
  fileprivate var text: String {
    switch self {
    case .elapsed(let step): step.description
    case .end(let plus): plus.map { "end+\($0)" } ?? "end"
    case .timeOfDay(let time): "\"\(time.description.prefix(5))\""
    case .maxAge: "max-age"
    case .instant(let instant): Words.time(instant, in: .utc) + "Z"
    }
  }
}
