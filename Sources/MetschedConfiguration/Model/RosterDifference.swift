package import WidgetFamilies

/// How the placements of a run differ from those of its file, by names that any configuration
/// understands.
package struct RosterDifference: Hashable, Sendable {
  /// A placement by its names.
  package struct Name: Hashable, Sendable {
    package var user: String
    package var kind: String
    package var id: String
    package var family: WidgetFamily

    package init(user: String, kind: String, id: String, family: WidgetFamily) {
      self.user = user
      self.kind = kind
      self.id = id
      self.family = family
    }
  }

  /// Placements that the file does not have, in the run's order.
  package var added: [Name]
  /// Placements of the file that are not there any more.
  package var removed: Set<Name>

  package var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  package init(added: [Name] = [], removed: Set<Name> = []) {
    self.added = added
    self.removed = removed
  }
}

extension RosterDifference {
  /// Returns the placements that are there.
  ///
  /// - Parameters:
  ///   - placements: those of the file.
  ///   - users: its users.
  ///   - kinds: its kinds, by number.
  /// - Returns: those that are left, then what was added, without plans; what is of a user or kind
  ///   that is unknown here is left out.
  func applied(
    to placements: [Placement], users: [String], kinds: [String]
  ) -> [Placement] {
    let userNumbers = Self.numbers(users)
    let kindNumbers = Self.numbers(kinds)
    let gone = Set(
      removed.compactMap { Self.placement($0, userNumbers, kindNumbers)?.identity })
    let left = placements.filter { !gone.contains($0.identity) }
    var met = Set(left.map(\.identity))
    return left
      + added.compactMap { Self.placement($0, userNumbers, kindNumbers) }
      .filter { met.insert($0.identity).inserted }
  }

  private static func numbers(_ names: [String]) -> [String: Int32] {
    Dictionary(
      names.enumerated().map { ($1, Int32($0)) }, uniquingKeysWith: { first, _ in first })
  }

  private static func placement(
    _ name: Name, _ users: [String: Int32], _ kinds: [String: Int32]
  ) -> Placement? {
    guard let user = users[name.user], let kind = kinds[name.kind] else { return nil }
    return Placement(
      user: user, widget: kind, plan: 0, family: name.family, id: name.id, settings: 0..<0,
      range: nil)
  }
}

extension Configuration {
  /// Returns the names of a placement.
  package func rosterName(of placement: Placement) -> RosterDifference.Name {
    RosterDifference.Name(
      user: users[Int(placement.user)].name, kind: widgets[Int(placement.widget)].kind,
      id: placement.id, family: placement.family)
  }

  /// Returns the configuration with the placements that are there, for those who look them up by
  /// name; what was added has no plan of its own.
  package func placing(_ roster: RosterDifference) -> Configuration {
    guard !roster.isEmpty else { return self }
    var result = self
    result.placements = roster.applied(
      to: placements, users: users.map(\.name), kinds: widgets.map(\.kind)
    ).sorted { $0.user < $1.user }
    return result
  }
}
