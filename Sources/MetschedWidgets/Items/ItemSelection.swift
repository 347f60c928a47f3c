package import MetschedConfiguration
import MetschedText
package import MetschedTime

/// The way from a source's items to those that a widget shows: `where`, `query`, `limit`.
package struct ItemSelection {
  private let plan: WidgetPlan

  package init(_ plan: WidgetPlan) {
    self.plan = plan
  }

  /// Whether the same items may be chosen differently on another day.
  package var dependsOnDay: Bool {
    plan.conditions.contains { condition in
      if case .today = condition.value.test { true } else { false }
    }
  }

  /// Returns the items that meet every condition and hold every word, at most `limit` of them.
  ///
  /// - Parameters:
  ///   - items: the items of the source.
  ///   - grant: when the timeline was granted, which says what day it is.
  ///   - zone: the placement's zone, in which days begin.
  ///   - fileZone: the file's zone, in which times without an offset are read.
  /// - Returns: the chosen items, in the order of the source.
  package func select(
    _ items: [ItemValue], at grant: Instant, in zone: ZoneTable, fileZone: ZoneTable
  ) -> [ItemValue] {
    let words = words
    return Array(
      items.lazy.filter {
        meetsConditions($0, at: grant, in: zone, fileZone: fileZone) && Self.holds(words, $0)
      }.prefix(plan.limit))
  }

  private func meetsConditions(
    _ item: ItemValue, at grant: Instant, in zone: ZoneTable, fileZone: ZoneTable
  ) -> Bool {
    plan.conditions.allSatisfy { condition in
      guard let value = item[condition.value.field] else { return false }
      switch condition.value.test {
      case .oneOf(let texts): return value.text.map(texts.contains) ?? false
      case .today:
        guard let text = value.text, let date = InstantLiteral(text) else { return false }
        let instant = date.resolved(datesIn: zone, timesIn: fileZone)
        return zone.date(at: instant) == zone.date(at: grant)
      }
    }
  }

  private static func holds(_ words: [String], _ item: ItemValue) -> Bool {
    guard !words.isEmpty else { return true }
    let texts = texts(of: item).map(TextFolding.folded)
    return words.allSatisfy { word in texts.contains { $0.contains(word) } }
  }

  /// The texts in which people would look for a word; a URL is not one of them, since its words
  /// are the same for every item.
  private static func texts(of value: ItemValue) -> [String] {
    switch value {
    case .string(let text) where !text.hasPrefix("https://") && !text.hasPrefix("http://"): [text]
    case .array(let elements): elements.flatMap(texts)
    case .object(let fields): fields.flatMap { texts(of: $0.value) }
    default: []
    }
  }

  /// The words of the query, folded; none where the source has searched for them in its own way.
  private var words: [String] {
    if case .remote(_, namesQuery: true) = plan.source.value { return [] }
    let text = TextFolding.folded(plan.query ?? "")
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    return text.utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
