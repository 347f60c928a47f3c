/// Why a database cannot be opened, read or written, in words for the person who must act.
package struct StoreError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Nothing is there.
    case missing
    /// Another service writes to it.
    case locked
    /// Another program holds it for a moment.
    case busy
    /// It is something else, such as a database of another program.
    case foreign
    /// It has not the form of a database.
    case noDatabase
    /// A later metsched wrote it.
    case newer
    /// It was a database and is damaged.
    case corrupt
    /// The disk is full.
    case full
    /// The file or its folder may not be written.
    case readOnly
    /// The disk does not answer as it should.
    case unreadable
    /// This build has no SQLite.
    case unavailable
    /// What was to be written is not allowed there, such as a record for the second time.
    case refused
  }

  /// Whether a file of ours is damaged.
  var isDamage: Bool { kind == .corrupt || kind == .noDatabase }

  package var kind: Kind
  package var message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension StoreError {
  static var unavailable: StoreError {
    StoreError(
      .unavailable,
      "this build has no SQLite, so it keeps no database; one with the trait `SQLite` does")
  }
}
