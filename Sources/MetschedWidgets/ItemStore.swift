package import MetschedConfiguration
import MetschedSystem
import MetschedTime
import WidgetFamilies

/// The items that widgets show, read and chosen once for all placements that share them.
package struct ItemStore {
  private var configuration: Configuration
  /// The folder of the configuration file, to which containers are relative.
  private let folder: String
  let files: any ContainerReading
  private var sources: [SourceKey: Source] = [:]
  /// What events have written, over what the disk holds.
  var overlay: [SourceKey: [ItemValue]] = [:]
  /// What of the containers has to be saved.
  var unsaved = Unsaved()
  /// The contents that were last read or told of, once the disk may have others; nil for an unreadable file.
  var readings: [SourceKey: ContentHash?] = [:]
  private var selections: [SelectionKey: Selection] = [:]
  /// What was last chosen, and for whom: a run of one placement asks for nothing else.
  private var latestAsker: Asker?
  private var latestGroups: Result<GroupList, SourceFailure>?
  /// The container of the file, for users that have none of their own.
  private var ownContainer: String?
  /// How often the containers may have changed; a source of an earlier time is looked at again.
  private var generation = 0
  private var latestVersion = 0
  private var latestDay: CivilDate?

  /// A file as it was read.
  private struct Source {
    var items: Result<[ItemValue], SourceFault>
    /// Another number for another content.
    var version: Int
    var generation: Int
    /// Nil where it is not known, and the file is read again.
    var content: ContentHash?
    /// When it was last found good, and what it held then.
    var lastGood: (at: Instant, items: [ItemValue])?
  }

  /// What was chosen of a version of the source.
  private struct Selection {
    var groups: Result<GroupList, SourceFailure>
    var version: Int
  }

  /// What a source gives now: its items, or its fault beside the last good ones.
  private struct Supply {
    var items: Result<[ItemValue], SourceFault>
    var version: Int
    var last: (items: [ItemValue], age: Int64)?
  }

  struct SourceKey: Hashable {
    var container: String
    var file: String
    /// Where the array is; nil for a file that is one.
    var path: JSONPath?
  }

  private struct SelectionKey: Hashable {
    var plan: Int32
    var container: String
    var itemsPerEntry: Int
    /// The day on which the items were chosen, and where it is that day, if that matters.
    var day: CivilDate?
    var zone: String?
  }

  /// Whom the same is chosen for again, in plain words, as long as it does not depend on the day.
  private struct Asker: Equatable {
    var plan: Int32
    var user: Int32
    var family: WidgetFamily
    var generation: Int
  }

  package init(
    _ configuration: Configuration, files: any ContainerReading = DiskContainers()
  ) {
    self.configuration = configuration
    self.files = files
    folder = PathName.folder(of: configuration.path)
    ownContainer = configuration.container.map { path(of: $0.value) }
  }

  /// Follows a configuration at the same path; what files held stays known.
  mutating func adopt(_ configuration: Configuration) {
    self.configuration = configuration
    ownContainer = configuration.container.map { path(of: $0.value) }
    forgetSelections()
    let containers = Set(configuration.users.indices.compactMap { container(of: $0) })
    sources = sources.filter { containers.contains($0.key.container) }
    // What events have written stays written, whoever reads it now.
  }

  /// Lets the next grant look whether files have another content, and read those that have.
  package mutating func invalidate() {
    generation += 1
  }

  /// The path of the container in which a user's widgets read; nil where none is set.
  package func container(of user: Int) -> String? {
    configuration.users[user].container.map { path(of: $0.value) } ?? ownContainer
  }

  private func path(of container: String) -> String {
    if container.hasPrefix("/") { return container }
    return folder == "." ? container : folder + "/" + container
  }

  /// Puts items over a file of a container; true where the content changes.
  mutating func write(_ items: [ItemValue], to file: String, in container: String) -> Bool {
    let key = SourceKey(container: container, file: file.plainPath)
    let sorted = items.map(\.sortedByName)
    let before =
      overlay[key]
      ?? (sources[key]?.items ?? read(key)).items
    overlay[key] = sorted
    unsaved.writes = true
    forgetSelections()
    return before != sorted
  }

  private func read(_ key: SourceKey) -> Result<[ItemValue], SourceFault> {
    Result { () throws(SourceFault) in
      try files.items(of: key.file, in: key.container, at: key.path)
    }
  }

  /// Returns the groups of items that a placement shows, given what came over the network.
  mutating func groups(
    for placement: Placement, _ plan: WidgetPlan, at grant: Instant, in zone: ZoneTable,
    with content: RemoteAnswer? = nil
  ) -> Result<GroupList, SourceFailure> {
    let asker = Asker(
      plan: placement.plan, user: placement.user, family: placement.family,
      generation: generation)
    if content == nil, latestAsker == asker, let latestGroups { return latestGroups }
    let selection = ItemSelection(plan)
    let dependsOnDay = selection.dependsOnDay
    let key = SelectionKey(
      plan: placement.plan, container: container(of: Int(placement.user)) ?? "",
      itemsPerEntry: plan.itemsPerEntry(in: placement.family),
      day: dependsOnDay ? zone.date(at: grant) : nil,
      zone: dependsOnDay ? zone.identifier : nil)
    let supply =
      content.map(Self.supply)
      ?? supply(of: plan.source.value, user: Int(placement.user), at: grant)
    if let known = selections[key], known.version == supply.version {
      if content == nil, !dependsOnDay { remember(known.groups, for: asker) }
      return known.groups.mapError { failure in
        var failure = failure
        failure.last?.age = supply.last?.age ?? 0
        return failure
      }
    }
    func choose(_ items: [ItemValue]) -> GroupList {
      GroupList(
        selection.select(items, at: grant, in: zone, fileZone: configuration.timezone.value),
        by: key.itemsPerEntry)
    }
    let chosen = supply.items.map(choose).mapError { fault in
      SourceFailure(
        fault: fault,
        last: supply.last.map { LastContent(groups: choose($0.items), age: $0.age) })
    }
    if let day = key.day { forgetSelections(before: day) }
    selections[key] = Selection(groups: chosen, version: supply.version)
    if content == nil, !dependsOnDay { remember(chosen, for: asker) }
    return chosen
  }

  /// Keeps what was chosen, unless there is an age in it.
  private mutating func remember(
    _ groups: Result<GroupList, SourceFailure>, for asker: Asker
  ) {
    guard groups.isSettled else { return }
    (latestAsker, latestGroups) = (asker, groups)
  }

  private mutating func forgetSelections() {
    selections.removeAll(keepingCapacity: true)
    (latestAsker, latestGroups) = (nil, nil)
  }

  /// Returns all items of a placement's source, before any is chosen.
  mutating func items(
    for placement: Placement, at time: Instant, with content: RemoteAnswer? = nil
  ) -> Result<[ItemValue], SourceFault> {
    let plan = configuration.plans[Int(placement.plan)]
    let supply =
      content.map(Self.supply)
      ?? supply(of: plan.source.value, user: Int(placement.user), at: time)
    return supply.items
  }

  /// Forgets what was chosen on days that are over in every zone, once a day.
  private mutating func forgetSelections(before day: CivilDate) {
    guard latestDay.map({ $0 < day }) ?? true else { return }
    latestDay = day
    selections = selections.filter { key, _ in
      key.day.map { day.daysSinceEpoch - $0.daysSinceEpoch <= 2 } ?? true
    }
  }

  private static func supply(of answer: RemoteAnswer) -> Supply {
    Supply(
      items: answer.result.map(\.items), version: answer.version,
      last: answer.last.map { ($0.items, $0.age) })
  }

  private mutating func supply(of source: ItemSource, user: Int, at grant: Instant) -> Supply {
    switch source {
    case .items(let items): return Supply(items: .success(items), version: 0)
    case .sample: return Supply(items: .success(SampleItems.objects), version: 0)
    case .remote:
      return Supply(items: .failure(.network("nothing asks the network in this run")), version: 0)
    case .file(let file): return supply(of: file, nil, user: user, at: grant)
    case .document(let file, let path): return supply(of: file, path, user: user, at: grant)
    }
  }

  private mutating func supply(
    of file: String, _ path: JSONPath?, user: Int, at grant: Instant
  ) -> Supply {
    guard let container = container(of: user) else {
      return Supply(items: .failure(.noContainer(file: file)), version: 0)
    }
    var key = SourceKey(container: container, file: file.plainPath)
    // What an event writes are items, wherever the file has them.
    if let written = overlay[key] { return Supply(items: .success(written), version: 0) }
    key.path = path
    let source = read(key, at: grant)
    return Supply(
      items: source.items, version: source.version,
      last: source.lastGood.map { ($0.items, grant - $0.at) })
  }

  private mutating func read(_ key: SourceKey, at grant: Instant) -> Source {
    let known = sources[key]
    if let known, known.generation == generation { return known }
    // A run whose files stay as they are has no use for their hashes.
    var content: ContentHash?
    if generation > 0 {
      content = files.hash(of: key.file, in: key.container)
      if var known, let content, known.content == content {
        known.generation = generation
        if let items = known.items.items { known.lastGood = (grant, items) }
        sources[key] = known
        return known
      }
    }
    latestVersion += 1
    // Written between the two readings, the file has another hash the next time.
    let items = read(key)
    let source = Source(
      items: items, version: latestVersion, generation: generation, content: content,
      lastGood: items.items.map { (grant, $0) } ?? known?.lastGood)
    sources[key] = source
    if generation > 0 {
      readings[key] = content
      unsaved.readings = true
    }
    return source
  }
}

/// What a source gave before its fault.
package struct LastContent: Sendable {
  package var groups: GroupList
  /// The milliseconds since it was known to be good.
  package var age: Int64
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

extension Result<GroupList, SourceFailure> {
  /// Whether it stays the same while its source does: there is no age in it.
  fileprivate var isSettled: Bool {
    switch self {
    case .success: true
    case .failure(let failure): failure.last == nil
    }
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
