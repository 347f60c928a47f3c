import MetschedConfiguration
import MetschedText
import WidgetFamilies

/// The names of placements, each as short as it is clear: `user/Kind`, with id and family only
/// where the user has the kind more than once.
struct PlacementNames {
  private let configuration: Configuration
  /// What events add, which counts from the start, so that a name never changes.
  private let added: [Placement]
  private var kinds: [Pair: Int] = [:]
  private var ids: [Triple: Int] = [:]

  private struct Pair: Hashable {
    var user: Int32
    var widget: Int32
  }

  private struct Triple: Hashable {
    var pair: Pair
    var id: String
  }

  init(_ configuration: Configuration) {
    self.configuration = configuration
    added = configuration.addedPlacements
    for placement in configuration.placements { count(placement) }
    for placement in added { count(placement) }
  }

  private mutating func count(_ placement: Placement) {
    let pair = Pair(user: placement.user, widget: placement.widget)
    kinds[pair, default: 0] += 1
    ids[Triple(pair: pair, id: placement.id), default: 0] += 1
  }

  /// Returns the name of a placement.
  func name(of placement: Placement) -> String {
    let pair = Pair(user: placement.user, widget: placement.widget)
    let kind = configuration.widgets[Int(placement.widget)].kind
    var name = "\(configuration.users[Int(placement.user)].name)/\(kind)"
    guard kinds[pair, default: 0] > 1 else { return name }
    name += "/\(placement.id)"
    guard ids[Triple(pair: pair, id: placement.id), default: 0] > 1 else { return name }
    return "\(name)/\(placement.family.name)"
  }

  /// The width of the longest name, in terminal cells.
  var width: Int {
    [configuration.placements, added].joined().reduce(0) {
      max($0, DisplayWidth.of(name(of: $1)))
    }
  }
}
