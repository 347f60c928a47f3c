package import MetschedDiagnostics
internal import MetschedYAML
internal import WidgetFamilies

/// Edits what a user has set for placements, in the text of a file.
///
/// The edits are made one after the other, each on the text that the one before has left; only
/// the caller's decoding of the whole result says whether the values are right.
package struct PlacementEditor {
  /// A change of one value.
  package struct Change: Sendable {
    package var name: String
    /// The text of the new value; nil takes the value away.
    package var value: String?

    package init(name: String, value: String?) {
      self.name = name
      self.value = value
    }
  }

  let configuration: Configuration
  /// One of the placements; those that were placed together with it share its values.
  let placement: Placement
  /// The file that is edited.
  let target: EditTarget
  var document: YAMLDocument
  var sources: SourceMap

  /// Why nothing is changed.
  package enum Refusal: Error {
    /// The file cannot be edited there.
    case place(Diagnostic)
    /// There is nothing to take away.
    case notSet(String)
    /// The file cannot be parsed.
    case unreadable(Diagnostics)
  }

  /// Creates the editor of a file that a configuration came from.
  ///
  /// - Throws: where the file cannot be parsed.
  package init(
    _ configuration: Configuration, placement: Placement, target: EditTarget,
    in sources: SourceMap
  ) throws(Refusal) {
    var found = Diagnostics()
    guard let document = YAMLParser.parse(target.file, in: sources, diagnostics: &found) else {
      throw .unreadable(found)
    }
    self.configuration = configuration
    self.placement = placement
    self.target = target
    self.document = document
    self.sources = sources
  }

  /// Returns the file's bytes after some changes.
  package mutating func bytes(after changes: [Change]) throws(Refusal) -> [UInt8] {
    var place = place()
    for change in changes {
      try make(change, at: place)
      // What the first change has added is where the next one goes.
      switch place {
      case .mapping: break
      case .newElement: place = self.place()
      case .everyKind(let path, _, let kind, _): place = .mapping(path + [.key(kind)])
      }
    }
    return sources[target.file].bytes
  }

  // MARK: Changes

  private mutating func make(_ change: Change, at place: Place) throws(Refusal) {
    var change = change
    change.name = presentName(of: change.name, at: place)
    if let value = change.value {
      let other = otherFamilyKey(change.name, at: place)
      if let other {
        if other == PlacementKey.families.rawValue || Self.words(value).count == 1 {
          change.name = other
        } else {
          try apply { editor throws(YAMLEditRefusal) in
            try editor.removing(place.path + [.key(other)])
          }
        }
      }
      let text = text(of: value, for: change.name)
      let name = change.name
      try apply { editor throws(YAMLEditRefusal) in
        switch place {
        case .mapping(let path): try editor.setting(path + [.key(name)], to: text)
        case .newElement(let list, let identity):
          try editor.appending("{\(identity), \(ScalarText.scalar(name)): \(text)}", to: list)
        case .everyKind(let path, let before, let kind, let after):
          try editor.setting(
            path, to: "{\(before)\(kind): {\(ScalarText.scalar(name)): \(text)}\(after)}")
        }
      }
      return
    }
    guard case .mapping(let path) = place else { throw .notSet(change.name) }
    let name = change.name
    let isThere = try apply { editor throws(YAMLEditRefusal) in
      try editor.removing(path + [.key(name)])
    }
    guard isThere else { throw .notSet(change.name) }
  }

  /// Makes an edit and parses what it leaves; false where there is nothing to edit.
  @discardableResult
  private mutating func apply(
    _ edit: (YAMLEditor) throws(YAMLEditRefusal) -> YAMLEdit?
  ) throws(Refusal) -> Bool {
    let change: YAMLEdit?
    do {
      change = try edit(YAMLEditor(document))
    } catch {
      throw .place(error.diagnostic)
    }
    guard let change else { return false }
    let bytes = change.applied(to: sources[target.file].bytes)
    sources = sources.replacing(target.file, by: bytes)
    var found = Diagnostics()
    guard let document = YAMLParser.parse(target.file, in: sources, diagnostics: &found) else {
      throw .unreadable(found)
    }
    self.document = document
    return true
  }

  /// The key under which a parameter's value stands there, which may be a former name of it.
  private func presentName(of name: String, at place: Place) -> String {
    let widget = configuration.widgets[Int(placement.widget)]
    let parameters = widget.intent.map { configuration.intents[$0].parameters } ?? []
    guard let parameter = parameters.first(where: { $0.name == name }),
      case .mapping(let path) = place, let node = node(at: path), node.kind == .mapping
    else { return name }
    return parameter.formerNames.map(\.name).first { node.value(forKey: $0) != nil } ?? name
  }

  /// The other of `family` and `families`, where it stands there already.
  private func otherFamilyKey(_ name: String, at place: Place) -> String? {
    let keys = [PlacementKey.family.rawValue, PlacementKey.families.rawValue]
    guard keys.contains(name), case .mapping(let path) = place,
      let node = node(at: path), node.kind == .mapping
    else { return nil }
    return keys.first { $0 != name && node.value(forKey: $0) != nil }
  }

  // MARK: Values

  /// Returns a value as YAML in one line.
  private func text(of value: String, for name: String) -> String {
    if name == PlacementKey.families.rawValue {
      return "[" + Self.words(value).map { ScalarText.scalar($0) }.joined(separator: ", ") + "]"
    }
    let widget = configuration.widgets[Int(placement.widget)]
    let parameters = widget.intent.map { configuration.intents[$0].parameters } ?? []
    let parameter = parameters.first {
      $0.name == name || $0.formerNames.contains { $0.name == name }
    }
    switch parameter?.kind {
    case .string, .choice: return ScalarText.scalar(Reference.escaped(value), isText: true)
    case .time: return ScalarText.scalar(value, isText: true)
    default: return ScalarText.scalar(value)
    }
  }

  /// The words of a list, with or without its brackets.
  private static func words(_ text: String) -> [String] {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    let inner = isBracketed ? text.dropFirst().dropLast() : text[...]
    return inner.split { $0 == "," || $0 == " " }.map(String.init)
  }
}
