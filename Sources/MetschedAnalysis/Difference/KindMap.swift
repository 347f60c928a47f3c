internal import MetschedConfiguration

/// Which widget and user of a new configuration an old one's are: kinds under `was:` are the same.
struct KindMap {
  /// The new widgets' indices by the old ones'; nil for a kind that is gone.
  private let widgets: [Int32?]
  /// The new users' indices by the old ones'; nil for somebody who is gone.
  private let users: [Int32?]

  init(_ old: Configuration, _ new: Configuration) {
    var kinds: [String: Int32] = [:]
    for (index, widget) in new.widgets.enumerated() {
      for former in widget.formerKinds { kinds[former.name] = Int32(index) }
    }
    for (index, widget) in new.widgets.enumerated() { kinds[widget.kind] = Int32(index) }
    widgets = old.widgets.map { kinds[$0.kind] }
    let names = Dictionary(
      new.users.enumerated().map { ($1.name, Int32($0)) }, uniquingKeysWith: { first, _ in first })
    users = old.users.map { names[$0.name] }
  }

  /// Returns what an old widget is now; nil where the kind is gone.
  func widget(_ old: Int32) -> Int32? { widgets[Int(old)] }

  /// Returns who an old user is now; nil where nobody has the name.
  func user(_ old: Int32) -> Int32? { users[Int(old)] }
}

extension Intent {
  /// Returns the parameter that a name means: of today, or of before.
  func parameter(called name: String) -> Parameter? {
    parameters.first { $0.name == name }
      ?? parameters.first { $0.formerNames.contains { $0.name == name } }
  }
}
