package import MetschedDiagnostics
package import WidgetFamilies

/// One widget that one user has added, in one family.
package struct Placement: Sendable {
  /// Indices into the configuration's users, widgets and plans.
  package var user: Int32
  package var widget: Int32
  package var plan: Int32
  package var family: WidgetFamily
  package var id: String
  /// The rows of `Configuration.settings` with what the user has set for it.
  package var settings: Range<Int32>
  /// Where the placement, or else its kind, stands in the file.
  package var range: SourceRange?

  package init(
    user: Int32, widget: Int32, plan: Int32, family: WidgetFamily, id: String,
    settings: Range<Int32>, range: SourceRange?
  ) {
    self.user = user
    self.widget = widget
    self.plan = plan
    self.family = family
    self.id = id
    self.settings = settings
    self.range = range
  }
}

extension Placement {
  /// What tells the placements of one configuration from each other.
  package struct Identity: Hashable, Sendable {
    package var user: Int32
    package var widget: Int32
    package var id: String
    package var family: WidgetFamily
  }

  package var identity: Identity {
    Identity(user: user, widget: widget, id: id, family: family)
  }

  /// What placements have in common that were placed together, in several families.
  package struct Group: Hashable, Sendable {
    var user: Int32
    var id: String
    var range: SourceRange?
  }

  /// The placements of one group have one set of values.
  package var group: Group { Group(user: user, id: id, range: range) }

  /// The user with the placement's id, which several groups of a kind may share.
  package var ownedID: Group { Group(user: user, id: id, range: nil) }
}

extension ArraySlice<Placement> {
  /// Returns a user's placements, which stand together where users are in order.
  ///
  /// - Complexity: Logarithmic.
  package func placements(of user: Int32) -> ArraySlice<Placement> {
    let first = firstIndex(notBefore: user)
    return self[first..<Swift.max(first, firstIndex(notBefore: user + 1))]
  }

  private func firstIndex(notBefore user: Int32) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        self[middle].user < user ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

/// A value that a user has set for a placement: which parameter, and where.
///
/// The value itself is in the placement's plan. Of several layers only the highest has a row.
package struct PlacedSetting: Hashable, Sendable {
  /// The parameter's index in the intent; nil for the family of a static widget.
  package var parameter: Int16?
  package var layer: Layer
  package var range: SourceRange

  package init(parameter: Int16?, layer: Layer, range: SourceRange) {
    self.parameter = parameter
    self.layer = layer
    self.range = range
  }
}
