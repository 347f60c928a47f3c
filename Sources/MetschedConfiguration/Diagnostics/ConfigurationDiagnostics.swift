package import MetschedDiagnostics

/// The diagnostics of this target; the sentences stand in the files beside this one.
extension DiagnosticID {
  // MARK: Keys and names

  /// A key that the mapping does not have.
  package static let unknownKey: DiagnosticID = "unknown-key"
  /// A kind that no widget has.
  package static let unknownKind: DiagnosticID = "unknown-kind"
  /// A user whom an event names, but the file does not have.
  package static let unknownUser: DiagnosticID = "unknown-user"
  /// A placement that an event names, but that nobody has or adds.
  package static let unknownPlacement: DiagnosticID = "unknown-placement"
  /// A name that several placements share.
  package static let ambiguousPlacement: DiagnosticID = "ambiguous-placement"
  /// An intent that the file does not define.
  package static let unknownIntent: DiagnosticID = "unknown-intent"
  /// A value for something that is no parameter of the widget's intent.
  package static let unknownParameter: DiagnosticID = "unknown-parameter"
  /// A family that does not exist.
  package static let unknownFamily: DiagnosticID = "unknown-family"
  /// A zone that is no IANA zone.
  package static let unknownZone: DiagnosticID = "unknown-zone"
  /// A word that is none of those allowed.
  package static let unknownValue: DiagnosticID = "unknown-value"
  /// A version of the language that this metsched does not read.
  package static let unknownVersion: DiagnosticID = "unknown-version"
  /// A name that has a character which names cannot have, or that is taken.
  package static let invalidName: DiagnosticID = "invalid-name"
  /// A key without which nothing can be done.
  package static let missingKey: DiagnosticID = "missing-key"
  /// Keys that cannot stand beside each other.
  package static let conflictingKeys: DiagnosticID = "conflicting-keys"
  /// A file without content.
  package static let emptyFile: DiagnosticID = "empty-file"

  // MARK: Values

  /// A list where a scalar belongs, and the like.
  package static let wrongType: DiagnosticID = "wrong-type"
  /// Nothing where at least something belongs.
  package static let emptyValue: DiagnosticID = "empty-value"
  /// A number without a unit where a duration belongs.
  package static let missingUnit: DiagnosticID = "missing-unit"
  /// Text that is no duration.
  package static let invalidDuration: DiagnosticID = "invalid-duration"
  /// Text that is no date, time of day or window.
  package static let invalidDate: DiagnosticID = "invalid-date"
  /// Text that is no number.
  package static let invalidNumber: DiagnosticID = "invalid-number"
  /// Text that is neither `true` nor `false`.
  package static let invalidBoolean: DiagnosticID = "invalid-boolean"
  /// A value that metsched itself does not take.
  package static let outOfRange: DiagnosticID = "out-of-range"
  /// A value that the file's own parameter does not take.
  package static let outOfBounds: DiagnosticID = "out-of-bounds"
  /// One value twice in a list that is a set.
  package static let duplicateValue: DiagnosticID = "duplicate-value"

  /// Text that is no URL.
  package static let invalidURL: DiagnosticID = "invalid-url"

  // MARK: What belongs together

  /// A value for a widget that no user can configure.
  package static let staticValue: DiagnosticID = "static-value"
  /// A family that the widget does not support.
  package static let unsupportedFamily: DiagnosticID = "unsupported-family"
  /// Two placements of one user, kind, id and family.
  package static let duplicatePlacement: DiagnosticID = "duplicate-placement"
  /// A file that an event writes and no widget reads.
  package static let unreadFile: DiagnosticID = "unread-file"
  /// A kind that nobody has.
  package static let unplacedKind: DiagnosticID = "unplaced-kind"
  /// A user whom only an override file has, with nearly the name of another.
  package static let newUser: DiagnosticID = "new-user"
  /// A key that an override file cannot have.
  package static let overrideKey: DiagnosticID = "override-key"
  /// A `${…}` that is incomplete, or stands where it is not read.
  package static let invalidReference: DiagnosticID = "invalid-reference"
  /// A `${name}` that names no parameter.
  package static let unknownReference: DiagnosticID = "unknown-reference"
  /// A `${name}` whose parameter has another type than the key.
  package static let referenceType: DiagnosticID = "reference-type"
  /// Text after `--set` that is no assignment.
  package static let invalidAssignment: DiagnosticID = "invalid-assignment"
  /// Part of the language that a later version of metsched reads.
  package static let notYet: DiagnosticID = "not-yet"
}

extension Diagnostic {
  /// Says that a part of the language is not read by this version.
  static func notYet(_ what: String, at range: SourceRange) -> Diagnostic {
    .error(.notYet, "\(what) comes with a later version of metsched; remove it", at: range)
  }
}
