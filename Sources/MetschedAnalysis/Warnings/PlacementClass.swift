internal import MetschedConfiguration
internal import MetschedTime

/// Placements that one run speaks for: equal plans in one zone, with the same items and the same
/// events.
struct PlacementClass {
  /// The one that is run: the first in the file.
  var placement: Placement
  /// How many there are of them.
  var count = 1
  /// The number of the class among those of the widget.
  var index: Int
}

extension PlacementClass {
  /// The classes of one widget, and of a file, that are run at most.
  static let limits = (ofWidget: 16, ofFile: 256)

  private struct Key: Hashable {
    var plan: Int32
    var widget: Int32
    var zone: Int
    var host: Int
    var itemsPerEntry: Int
    var container: String?
    /// The user, where events name them.
    var user: Int32?
  }

  /// Returns the classes of a file in the order of the file.
  ///
  /// - Complexity: Linear in the placements.
  static func all(of configuration: Configuration) -> [PlacementClass] {
    let named = Set(configuration.events.compactMap(\.user))
    var numbers: [Key: Int] = [:]
    var classes: [PlacementClass] = []
    var ofWidget = [Int](repeating: 0, count: configuration.widgets.count)
    for placement in configuration.placements {
      let user = configuration.users[Int(placement.user)]
      let plan = configuration.plans[Int(placement.plan)]
      let key = Key(
        plan: placement.plan, widget: placement.widget, zone: user.zone, host: user.host,
        itemsPerEntry: plan.itemsPerEntry(in: placement.family), container: user.container?.value,
        user: named.contains(placement.user) ? placement.user : nil)
      if let number = numbers[key] {
        classes[number].count += 1
        continue
      }
      numbers[key] = classes.count
      let index = ofWidget[Int(placement.widget)]
      ofWidget[Int(placement.widget)] += 1
      classes.append(PlacementClass(placement: placement, index: index))
    }
    return classes
  }
}
