import MetschedConfiguration
import MetschedText
import MetschedTime

/// What an entry says.
package struct EntryText: Hashable, Sendable {
  /// Whether the entry shows nothing, as after an `until`.
  package var isEmpty: Bool
  package var title: String?
  package var subtitle: String?
  package var image: String?
  package var link: String?
}

/// How items become the text of an entry.
struct EntryWriter {
  private let mapping: EntryMapping
  /// The scheme of deep links; nil for none.
  private let scheme: String?

  init(_ mapping: EntryMapping, scheme: String?) {
    self.mapping = mapping
    self.scheme = scheme
  }

  /// Returns the text of an entry that shows a group of items from a date on.
  ///
  /// A group's titles are joined with ` · `; it links to its first item.
  func text(of group: [ItemValue], date: Instant, in zone: ZoneTable) -> EntryText {
    guard let first = group.first else { return EntryText(isEmpty: true) }
    let titles = group.compactMap { item in
      field(mapping.title, of: item, date: date, in: zone)
        ?? (mapping.title == nil ? item["title"]?.text ?? item["name"]?.text : nil)
    }
    let id = id(of: first, date: date, in: zone)
    // A date as title is the entry's own, so a group says it once.
    let isDate = if case .date? = mapping.title?.value { true } else { false }
    return EntryText(
      isEmpty: false,
      title: titles.isEmpty ? nil : isDate ? titles[0] : titles.joined(separator: " · "),
      subtitle: field(mapping.subtitle, of: first, date: date, in: zone)
        ?? (mapping.subtitle == nil
          ? first["creditLine"]?.text ?? first["cardViewSubtitle"]?.text : nil),
      image: field(mapping.image, of: first, date: date, in: zone)
        ?? (mapping.image == nil ? first["primaryImageSmall"]?.text : nil),
      link: scheme.flatMap { scheme in
        id.map { "\(scheme)://\(PercentEncoding.encoded($0, allowing: .path))" }
      })
  }

  /// Returns what names an item in its deep link.
  func id(of item: ItemValue, date: Instant, in zone: ZoneTable) -> String? {
    field(mapping.id, of: item, date: date, in: zone)
      ?? (mapping.id == nil ? item["objectID"]?.text ?? item["id"]?.text : nil)
  }

  private func field(
    _ text: Setting<EntryMapping.Text>?, of item: ItemValue, date: Instant, in zone: ZoneTable
  ) -> String? {
    switch text?.value {
    case nil: return nil
    case .date(let pattern): return pattern.text(of: date, in: zone)
    case .template(let parts):
      // A whole value that is one field is missing where the item has none.
      if case .field(let name)? = parts.first, parts.count == 1 { return item[name]?.text }
      return parts.map { part in
        switch part {
        case .literal(let literal): literal
        case .field(let name): item[name]?.text ?? ""
        }
      }.joined()
    }
  }
}
