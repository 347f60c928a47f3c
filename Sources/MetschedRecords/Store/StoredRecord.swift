package import MetschedEngine
package import MetschedTime

/// A record with all the words that its lines need, so that it can be kept and printed again.
///
/// It is what its own lines speak of (`RecordDetails`): `RecordJSON` and `RecordText` write it
/// without the configuration, to the same bytes.
package struct StoredRecord: Sendable {
  package var record: Record
  package var label: RecordLabel
  /// What an entry or sample says.
  package var text: ShownText?
  /// The place that set the policy of a reload, or the retry of a failure.
  package var origin: String?
  /// The message of a failure.
  package var message: String?
  /// The value of a state.
  package var value: String?

  package init(record: Record, label: RecordLabel) {
    self.record = record
    self.label = label
  }

  /// Takes in all that is known about a record.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - name: the placement's or user's name, as lines of text write it.
  ///   - details: what the record speaks of.
  package init(_ record: Record, name: String, _ details: inout some RecordDetails) {
    self.record = record
    switch record.scope {
    case .everybody: label = RecordLabel(zone: details.fileZone, name: name)
    case .user(let user):
      label = RecordLabel(user: details.name(ofUser: user), zone: details.fileZone, name: name)
    case .placement(let placement):
      let parts = details.label(of: placement)
      label = RecordLabel(
        user: parts.user, kind: parts.kind, id: parts.id, family: parts.family, zone: parts.zone,
        name: name)
    }
    switch record.what {
    case .reload(let reload): origin = details.origin(of: reload.tag, isRetry: false)
    case .fail(let reload, let error):
      origin = details.origin(of: reload.tag, isRetry: true)
      message = details.message(ofError: error)
    case .show(let show): if show.timeline != nil { text = details.text(of: show) }
    case .state(let state): value = state.value(&details)
    case .deferred, .drop: break
    }
  }

  /// The bytes that it takes in memory, about.
  var size: Int {
    MemoryLayout<StoredRecord>.stride + (text?.title?.utf8.count ?? 0)
      + (text?.link?.utf8.count ?? 0)
      + (message?.utf8.count ?? 0)
  }
}

/// Whose record it is: a placement, a user or everybody.
package struct RecordLabel: Hashable, Sendable {
  /// Nil where it is everybody's.
  package var user: String?
  /// Nil, like id and family, where it is no one placement's.
  package var kind: String?
  package var id: String?
  package var family: String?
  /// The zone in which its instants are written.
  package var zone: ZoneTable
  /// The name that lines of text have.
  package var name: String

  package init(
    user: String? = nil, kind: String? = nil, id: String? = nil, family: String? = nil,
    zone: ZoneTable, name: String
  ) {
    self.user = user
    self.kind = kind
    self.id = id
    self.family = family
    self.zone = zone
    self.name = name
  }

  package static func == (one: RecordLabel, other: RecordLabel) -> Bool {
    one.zone.identifier == other.zone.identifier && one.user == other.user
      && one.kind == other.kind && one.id == other.id && one.family == other.family
      && one.name == other.name
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(zone.identifier)
    hasher.combine(user)
    hasher.combine(kind)
    hasher.combine(id)
    hasher.combine(family)
    hasher.combine(name)
  }
}

extension StoredRecord: RecordDetails {
  package var fileZone: ZoneTable { label.zone }

  package func label(of placement: PlacementNumber) -> PlacementLabel {
    PlacementLabel(
      user: label.user ?? "", kind: label.kind ?? "", id: label.id ?? "",
      family: label.family ?? "", zone: label.zone)
  }

  package func name(ofUser user: Int32) -> String { label.user ?? "" }

  package func text(of show: Show) -> ShownText {
    text ?? ShownText(isEmpty: true, title: nil, link: nil)
  }

  package func origin(of tag: Int32, isRetry: Bool) -> String? { origin }
  package func message(ofError number: Int32) -> String { message ?? "" }
  package func name(ofZone number: Int32) -> String { value ?? "" }
}
