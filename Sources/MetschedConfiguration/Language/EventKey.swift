/// The keys of an element of `events:`; all but the first four are verbs.
package enum EventKey: String, MappingKey {
  case at, user, every, length = "for"
  case reload, reloadAll = "reload-all", edit, add, remove, write, foreground, interaction, push
  case timezone, clock, suspend, fail, slow

  package static let owner = "an event"
  package static let rules: [KeyRule] = [
    .exactlyOne(of: verbs.map(\.rawValue)),
    .excludes(length.rawValue, verbs.filter { !$0.isState }.map(\.rawValue)),
    .excludes(user.rawValue, verbs.filter(\.isEverybodys).map(\.rawValue)),
    .needs(suspend.rawValue, length.rawValue),
  ]

  /// What happens; an event has exactly one of these.
  static let verbs = allCases.filter { ![.at, .user, .every, .length].contains($0) }

  /// Whether the verb begins a state, which `for` ends.
  var isState: Bool {
    switch self {
    case .foreground, .timezone, .suspend, .fail, .slow: true
    default: false
    }
  }

  /// Whether the verb is about the machine, and so never about one user.
  var isEverybodys: Bool { self == .suspend || self == .clock }

  package var isRequired: Bool { self == .at }
  // An event with a verb that says nothing is a slip, not an event without one.
  package var takesNull: Bool { [.user, .every, .length].contains(self) }

  package var shape: ValueShape {
    switch self {
    case .at: .either([.instant, .form(.timeOfDay)])
    case .user: .text(example: "alice")
    case .every: .duration(example: "1d")
    case .length: .duration(example: "5m")
    case .reload, .fail, .slow: .text(example: "TheMetWidget")
    case .reloadAll, .foreground, .push, .suspend: .yes
    case .edit, .add: .names(of: .kinds, to: .nullable(.mapping(PlacementKey.table)))
    case .interaction, .remove: .form(.placement)
    case .write: .names(of: .files, to: SourceKey.items.shape)
    case .timezone: .zone
    case .clock: .either([.form(.clockChange), .instant])
    }
  }

  package var summary: String {
    switch self {
    case .at: "When it happens first: an instant, or the first such time of day of the run."
    case .user: "Whom it is about; without it everybody."
    case .every: "The step after which it happens again; without it, it happens once."
    case .length: "How long a state lasts; without it, to the end of the run."
    case .reload: "The app asks for new timelines of a kind."
    case .reloadAll: "The app asks for new timelines of all kinds."
    case .edit: "A user edits widgets: what stands under a user, by kind."
    case .add: "A user adds widgets: what stands under a user, by kind."
    case .remove: "A user removes a widget: `KIND/ID/FAMILY`, with as much as makes it one."
    case .write: "The app writes files of its container, in this run alone."
    case .foreground: "A state: the app is in the foreground, so requests are exempt."
    case .interaction: "A user uses a control of a widget: `KIND`, `KIND/ID` or `KIND/ID/FAMILY`."
    case .push: "A push asks for new timelines."
    case .timezone: "A state: the device is in another zone."
    case .clock: "The clock is set forward (`+1h`), back (`-5m`) or to an instant."
    case .suspend: "A state, with `for`: the machine sleeps."
    case .fail: "A state: a kind's provider fails."
    case .slow: "A state: a kind's answers wait until it ends."
    }
  }
}
