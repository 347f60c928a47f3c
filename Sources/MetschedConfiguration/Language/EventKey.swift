/// The keys of an element of `events:`; all but the first four are verbs.
package enum EventKey: String, MappingKey {
  case at, user, every, length = "for"
  case reload, reloadAll = "reload-all", edit, add, remove, write, foreground, interaction, push
  case timezone, clock, suspend, fail, slow

  package static let owner = "an event"

  /// What happens; an event has exactly one of these.
  static let verbs = allCases.filter { ![.at, .user, .every, .length].contains($0) }

  /// Whether the verb begins a state, which `for` ends.
  var isState: Bool {
    switch self {
    case .foreground, .timezone, .suspend, .fail, .slow: true
    default: false
    }
  }

  package var shape: ValueShape {
    switch self {
    case .at: .instant
    case .user: .text(example: "alice")
    case .every: .duration(example: "1d")
    case .length: .duration(example: "5m")
    case .reload, .interaction, .fail, .slow: .text(example: "TheMetWidget")
    case .reloadAll, .foreground, .push, .suspend: .boolean
    case .edit, .add: .names(of: "kinds", to: .mapping(PlacementKey.table))
    case .remove: .text(example: "TheMetWidget/main")
    case .write: .names(of: "files", to: SourceKey.items.shape)
    case .timezone: .zone
    case .clock: .text(example: "+1h")
    }
  }

  package var summary: String {
    switch self {
    case .at: "When it happens first."
    case .user: "Whom it is about; everybody unless given."
    case .every: "The step after which it happens again."
    case .length: "How long a state lasts; to the end of the run unless given."
    case .reload: "The app asks for new timelines of a kind."
    case .reloadAll: "The app asks for new timelines of all kinds."
    case .edit: "A user edits widgets."
    case .add: "A user adds widgets."
    case .remove: "A user removes a widget."
    case .write: "The app writes files of its container."
    case .foreground: "The app is in the foreground."
    case .interaction: "A user uses a control of a widget."
    case .push: "A push asks for new timelines."
    case .timezone: "The device is in another zone."
    case .clock: "The clock is set forward or back."
    case .suspend: "The machine sleeps."
    case .fail: "A kind's provider fails."
    case .slow: "A kind's answers wait until the state ends."
    }
  }
}
