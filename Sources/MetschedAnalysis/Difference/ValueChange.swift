/// A value that one configuration says in another way than the other.
package struct ValueChange: Hashable, Sendable {
  /// The key or the parameter, under its name of today.
  package var name: String
  /// What was said, as a file writes it in one line; nil for nothing.
  package var old: String?
  /// What is said now; nil for nothing.
  package var new: String?

  package init(name: String, old: String?, new: String?) {
    self.name = name
    self.old = old
    self.new = new
  }

  /// The change in one line, such as `interval 1h → 30m`.
  package var text: String { "\(name) \(old ?? "nothing") → \(new ?? "nothing")" }
}

/// A value in words, with what tells it from others where the words are too short for it.
struct DescribedValue {
  var name: String
  /// Nil where nothing is said.
  var text: String?
  /// What is compared beside the text.
  var identity: AnyHashable?

  init(_ name: String, _ text: String?, identity: AnyHashable? = nil) {
    self.name = name
    self.text = text
    self.identity = identity
  }

  /// Returns how two lists of the same names differ.
  static func changes(_ old: [DescribedValue], _ new: [DescribedValue]) -> [ValueChange] {
    zip(old, new).compactMap { old, new in
      guard old.text != new.text || old.identity != new.identity else { return nil }
      let isOther = old.text == new.text
      return ValueChange(
        name: new.name, old: old.text, new: isOther ? new.text.map { "other \($0)" } : new.text)
    }
  }
}
