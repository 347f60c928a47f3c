package import MetschedDiagnostics
package import WidgetTimelines

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
