package import MetschedDiagnostics

/// Somebody who has placed widgets.
package struct User: Sendable {
  package var name: String
  /// The zone's index in the configuration.
  package var zone: Int
  /// The host's index in the configuration; 0 for the file's.
  package var host: Int
  /// Who chose the zone; nil for the file's.
  package var zoneOrigin: Origin?
  /// A container of the user's own; nil for the file's.
  package var container: Setting<String>?
  /// Where the name stands; nil for the `me` of a file without users.
  package var range: SourceRange?

  package init(
    name: String, zone: Int, host: Int, container: Setting<String>?, range: SourceRange?
  ) {
    self.name = name
    self.zone = zone
    self.host = host
    self.container = container
    self.range = range
  }
}
