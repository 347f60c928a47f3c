package import MetschedConfiguration
import MetschedTime

/// The items that a file's widgets have at hand, to find the one that a deep link names.
package struct ItemCatalog {
  private let configuration: Configuration
  private let remote: (any RemoteItems)?

  /// What a link leads to.
  package struct Found: Sendable {
    package var item: ItemValue
    /// A placement whose source has the item, the first in file order.
    package var placement: Placement
  }

  /// Creates the catalog of a file.
  ///
  /// - Parameters:
  ///   - configuration: the file.
  ///   - remote: brings the items of sources over the network.
  package init(_ configuration: Configuration, remote: (any RemoteItems)?) {
    self.configuration = configuration
    self.remote = remote
  }

  /// Looks for the item of an id, in all sources, each once.
  ///
  /// Where a source fails and its widget shows samples instead, those are looked through.
  ///
  /// - Parameter id: the id, as entries link to it.
  /// - Returns: the item, or nil beside the faults of sources that could not be looked through.
  package func find(_ id: String) async -> (found: Found?, faults: [SourceFault]) {
    var store = ItemStore(configuration)
    var faults: [SourceFault] = []
    var seen: Set<Place> = []
    for placement in configuration.placements {
      let plan = configuration.plans[Int(placement.plan)]
      let container =
        plan.source.value.containerFile == nil
        ? nil
        : configuration.users[
          Int(placement.user)
        ].container?.value
      guard seen.insert(Place(plan: placement.plan, container: container)).inserted else {
        continue
      }
      var answer: RemoteAnswer?
      if case .remote(let query, _) = plan.source.value, let remote {
        answer = await remote.ask(query).wait()
      }
      let items: [ItemValue]
      switch store.items(for: placement, at: Instant(milliseconds: 0), with: answer) {
      case .success(let good): items = good
      case .failure(let fault):
        if !faults.contains(fault) { faults.append(fault) }
        let samples = plan.failure.show.value == .sample ? SampleItems.objects : []
        items = answer?.last?.items ?? samples
      }
      let writer = EntryWriter(plan.entry, scheme: nil)
      let item = items.first {
        writer.id(of: $0, date: Instant(milliseconds: 0), in: .utc) == id
      }
      if let item { return (Found(item: item, placement: placement), []) }
    }
    return (nil, faults)
  }

  private struct Place: Hashable {
    var plan: Int32
    var container: String?
  }
}
