internal import MetschedConfiguration
internal import MetschedTime
internal import WidgetFamilies

/// Placements that one run speaks for: equal plans in one zone and on one host, with the same items and the same
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

  /// Returns the classes of a file in the order of the file.
  ///
  /// - Complexity: Linear in the placements.
  static func all(of configuration: Configuration) -> [PlacementClass] {
    let classifier = PlacementClassifier(configuration)
    var numbers: [PlacementClassifier.Key: Int] = [:]
    var classes: [PlacementClass] = []
    var ofWidget = [Int](repeating: 0, count: configuration.widgets.count)
    for placement in configuration.placements {
      let key = classifier.key(of: placement)
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

/// Tells placements apart whose runs may differ.
struct PlacementClassifier {
  private let configuration: Configuration
  /// The users whom events name.
  private let named: Set<Int32>
  /// The widgets of which events name an id or a family.
  private let singled: Set<Int32>

  /// What two placements of one class have in common.
  struct Key: Hashable {
    fileprivate var plan: Int32
    fileprivate var widget: Int32
    fileprivate var zone: Int
    fileprivate var host: Int
    fileprivate var itemsPerEntry: Int
    fileprivate var container: String?
    /// The user, where events name them.
    fileprivate var user: Int32?
    /// The id and the family, where events name one.
    fileprivate var id: String?
    fileprivate var family: WidgetFamily?
  }

  init(_ configuration: Configuration) {
    self.configuration = configuration
    named = Set(configuration.events.compactMap(\.user))
    singled = Set(configuration.events.flatMap(\.verb.singled))
  }

  func key(of placement: Placement) -> Key {
    let user = configuration.users[Int(placement.user)]
    let plan = configuration.plans[Int(placement.plan)]
    let isSingled = singled.contains(placement.widget)
    return Key(
      plan: placement.plan, widget: placement.widget, zone: user.zone, host: user.host,
      itemsPerEntry: plan.itemsPerEntry(in: placement.family), container: user.container?.value,
      user: named.contains(placement.user) ? placement.user : nil,
      id: isSingled ? placement.id : nil, family: isSingled ? placement.family : nil)
  }
}

extension PlannedEvent.Verb {
  /// The widgets of which the event names placements by their id or family.
  fileprivate var singled: [Int32] {
    switch self {
    case .interaction(let pattern), .remove(let pattern):
      pattern.id == nil && pattern.family == nil ? [] : [pattern.widget]
    case .edit(let edits):
      edits.filter { edit in
        edit.layers.contains { $0.id != nil || $0.families != nil }
      }.map(\.widget)
    default: []
    }
  }
}
