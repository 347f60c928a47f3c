package import MetschedDiagnostics
package import WidgetTimelines

/// A widget of the file: a kind, what it supports, and the intent that configures it, if any.
package struct Widget: Sendable {
  /// The kind, such as `TheMetWidget`.
  package var kind: String
  package var displayName: String?
  package var description: String?
  /// The intent's index; nil for a static widget.
  package var intent: Int?
  /// The families that it supports, in the file's order.
  package var families: Setting<[WidgetFamily]>
  /// Where the kind stands.
  package var range: SourceRange

  package init(
    kind: String, displayName: String?, description: String?, intent: Int?,
    families: Setting<[WidgetFamily]>, range: SourceRange
  ) {
    self.kind = kind
    self.displayName = displayName
    self.description = description
    self.intent = intent
    self.families = families
    self.range = range
  }
}

/// Somebody who has placed widgets.
package struct User: Sendable {
  package var name: String
  /// The zone's index in the configuration.
  package var zone: Int
  /// A container of the user's own; nil for the file's.
  package var container: Setting<String>?
  /// Where the name stands; nil for the `me` of a file without users.
  package var range: SourceRange?

  package init(name: String, zone: Int, container: Setting<String>?, range: SourceRange?) {
    self.name = name
    self.zone = zone
    self.container = container
    self.range = range
  }
}

/// One widget that one user has added, in one family.
package struct Placement: Sendable {
  /// Indices into the configuration's users, widgets and plans.
  package var user: Int32
  package var widget: Int32
  package var plan: Int32
  package var family: WidgetFamily
  package var id: String
  /// Where the placement, or else its kind, stands in the file.
  package var range: SourceRange?

  package init(
    user: Int32, widget: Int32, plan: Int32, family: WidgetFamily, id: String,
    range: SourceRange?
  ) {
    self.user = user
    self.widget = widget
    self.plan = plan
    self.family = family
    self.id = id
    self.range = range
  }
}
