package import MetschedConfiguration
import MetschedTime
import WidgetTimelines

/// The items that widgets show, read and chosen once for all placements that share them.
package struct ItemStore {
  private let configuration: Configuration
  /// The folder of the configuration file, to which containers are relative.
  private let folder: String
  private var sources: [SourceKey: Result<[ItemValue], SourceFault>] = [:]
  /// What events have written, over what the disk holds.
  private var overlay: [SourceKey: [ItemValue]] = [:]
  private var selections: [SelectionKey: Result<GroupList, SourceFault>] = [:]

  private struct SourceKey: Hashable {
    var container: String
    var file: String
  }

  private struct SelectionKey: Hashable {
    var plan: Int32
    var container: String
    var itemsPerEntry: Int
    /// The day on which the items were chosen, where that matters.
    var day: CivilDate?
  }

  package init(_ configuration: Configuration) {
    self.configuration = configuration
    let parts = configuration.path.split(separator: "/", omittingEmptySubsequences: false)
    folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") : "."
  }

  /// Forgets what was read, so that the next grant reads the containers again.
  package mutating func invalidate() {
    sources.removeAll(keepingCapacity: true)
    selections.removeAll(keepingCapacity: true)
  }

  /// The path of the container in which a user's widgets read; nil where none is set.
  package func container(of user: Int) -> String? {
    let setting = configuration.users[user].container ?? configuration.container
    guard let path = setting?.value else { return nil }
    if path.hasPrefix("/") { return path }
    return folder == "." ? path : folder + "/" + path
  }

  /// Puts items over a file of a container; true where the content changes.
  mutating func write(_ items: [ItemValue], to file: String, in container: String) -> Bool {
    let key = SourceKey(container: container, file: Self.plain(file))
    let sorted = items.map(\.sortedByName)
    let before =
      overlay[key]
      ?? (sources[key] ?? Self.read(file, in: container)).items
    overlay[key] = sorted
    selections.removeAll(keepingCapacity: true)
    return before != sorted
  }

  /// Returns a file's name without the `./` that changes nothing.
  static func plain(_ file: String) -> String {
    var rest = file[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    return String(rest)
  }

  private static func read(
    _ file: String, in container: String
  ) -> Result<[ItemValue], SourceFault> {
    Result { () throws(SourceFault) in try ContainerFile.items(of: file, in: container) }
  }

  /// Returns the groups of items that a placement shows.
  mutating func groups(
    for placement: Placement, at grant: Instant, in zone: ZoneTable
  ) -> Result<GroupList, SourceFault> {
    let plan = configuration.plans[Int(placement.plan)]
    let selection = ItemSelection(plan)
    let key = SelectionKey(
      plan: placement.plan, container: container(of: Int(placement.user)) ?? "",
      itemsPerEntry: plan.itemsPerEntry(in: placement.family),
      day: selection.dependsOnDay ? zone.date(at: grant) : nil)
    if let known = selections[key] { return known }
    let chosen = items(of: plan.source.value, user: Int(placement.user)).map { items in
      GroupList(selection.select(items, at: grant, in: zone), by: key.itemsPerEntry)
    }
    selections[key] = chosen
    return chosen
  }

  private mutating func items(
    of source: ItemSource, user: Int
  ) -> Result<[ItemValue], SourceFault> {
    switch source {
    case .items(let items): return .success(items)
    case .sample: return .success(SampleItems.objects)
    case .file(let file):
      guard let container = container(of: user) else {
        return .failure(.noContainer(file: file))
      }
      let key = SourceKey(container: container, file: Self.plain(file))
      if let written = overlay[key] { return .success(written) }
      if let known = sources[key] { return known }
      let read = Self.read(file, in: container)
      sources[key] = read
      return read
    }
  }
}

/// Consecutive groups of items, one an entry; shared by all timelines that show them.
package final class GroupList: Sendable {
  let items: [ItemValue]
  let size: Int

  init(_ items: [ItemValue], by size: Int) {
    self.items = items
    self.size = max(size, 1)
  }

  /// The number of groups; the last may be smaller.
  var count: Int { (items.count + size - 1) / size }

  subscript(index: Int) -> [ItemValue] {
    Array(items[(index * size)..<min((index + 1) * size, items.count)])
  }
}

extension Result<[ItemValue], SourceFault> {
  /// The items; nil for a fault.
  fileprivate var items: [ItemValue]? {
    if case .success(let items) = self { return items }
    return nil
  }
}

extension ItemValue {
  /// The value with its fields in order of name, as items that are read from JSON have them.
  fileprivate var sortedByName: ItemValue {
    switch self {
    case .object(let fields):
      .object(
        fields.map { ItemField(name: $0.name, value: $0.value.sortedByName) }
          .sorted { $0.name < $1.name })
    case .array(let values): .array(values.map(\.sortedByName))
    case .null, .boolean, .number, .string: self
    }
  }
}
