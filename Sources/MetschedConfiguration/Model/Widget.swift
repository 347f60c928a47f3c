package import MetschedDiagnostics
package import WidgetFamilies

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
  /// Where `interval`, `query`, `limit` and the parameters have their values from as long as no
  /// user sets them.
  package var origins: [String: Origin]
  /// The kinds under which users may still have it.
  package var formerKinds: [FormerName]
  /// The warnings that do not count, each with the reason.
  package var allowed: [AllowedWarning]
  /// Where the kind stands.
  package var range: SourceRange

  package init(
    kind: String, displayName: String?, description: String?, intent: Int?,
    families: Setting<[WidgetFamily]>, origins: [String: Origin],
    formerKinds: [FormerName] = [], allowed: [AllowedWarning] = [], range: SourceRange
  ) {
    self.kind = kind
    self.displayName = displayName
    self.description = description
    self.intent = intent
    self.families = families
    self.origins = origins
    self.formerKinds = formerKinds
    self.allowed = allowed
    self.range = range
  }
}

/// A warning that a widget's author knows of.
package struct AllowedWarning: Sendable {
  package var id: DiagnosticID
  /// Why it does not count.
  package var reason: String
  /// Where the warning's name stands.
  package var range: SourceRange

  package init(id: DiagnosticID, reason: String, range: SourceRange) {
    self.id = id
    self.reason = reason
    self.range = range
  }
}

extension Widget {
  /// Returns whether the author knows of a warning.
  package func allows(_ id: DiagnosticID) -> Bool {
    allowed.contains { $0.id == id }
  }
}
