package import MetschedEngine
package import MetschedTime

/// What records speak of, in words; the machine knows it by number alone.
package protocol RecordDetails {
  /// Returns the name of a placement and the zone in which its instants are written.
  mutating func label(of placement: PlacementNumber) -> PlacementLabel

  /// Returns the name of a user.
  mutating func name(ofUser user: Int32) -> String

  /// Returns what an entry or sample says.
  mutating func text(of show: Show) -> ShownText

  /// Returns the place that set a policy, or the retry of a failure, as `file:line:column`.
  mutating func origin(of tag: Int32, isRetry: Bool) -> String?

  /// Returns the message of a failure's number.
  mutating func message(ofError number: Int32) -> String

  /// Returns the name of a zone's number in a state record.
  mutating func name(ofZone number: Int32) -> String

  /// The zone of the file, for records that are nobody's.
  var fileZone: ZoneTable { get }
}

/// A placement's name in its parts.
package struct PlacementLabel: Sendable {
  package var user: String
  package var kind: String
  package var id: String
  package var family: String
  package var zone: ZoneTable

  package init(user: String, kind: String, id: String, family: String, zone: ZoneTable) {
    self.user = user
    self.kind = kind
    self.id = id
    self.family = family
    self.zone = zone
  }
}

/// What an entry says, as far as records tell it.
package struct ShownText: Hashable, Sendable {
  package var isEmpty: Bool
  package var title: String?
  package var link: String?

  package init(isEmpty: Bool, title: String?, link: String?) {
    self.isEmpty = isEmpty
    self.title = title
    self.link = link
  }
}
