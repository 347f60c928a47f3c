/// A value of a configuration after all layers, as the file would say it, with who set it.
package struct ResolvedNode: Sendable {
  /// What the value is.
  package indirect enum Content: Sendable {
    /// Text; `isText` where it must not be taken for a number or a boolean.
    case scalar(String, isText: Bool)
    case null
    case list([ResolvedNode])
    case mapping([ResolvedEntry])
  }

  package var content: Content
  /// Who set it; nil where the parts have origins of their own.
  package var origin: Origin?

  package init(_ content: Content, _ origin: Origin?) {
    self.content = content
    self.origin = origin
  }

  /// Creates the value of a word, a number or a duration.
  init(_ text: String, _ origin: Origin?) {
    self.init(.scalar(text, isText: false), origin)
  }

  /// Creates the value of text that a person chose.
  init(text: String, _ origin: Origin?) {
    self.init(.scalar(text, isText: true), origin)
  }

  /// Creates a mapping whose values have origins of their own.
  init(_ entries: [ResolvedEntry]) {
    self.init(.mapping(entries), nil)
  }

  /// Whether it stands in one line: a scalar, or a list of scalars.
  package var isSingleValue: Bool {
    switch content {
    case .scalar, .null: true
    case .list(let elements):
      elements.allSatisfy { element in
        switch element.content {
        case .scalar, .null: true
        default: false
        }
      }
    case .mapping(let entries): entries.isEmpty
    }
  }
}

/// A key with its resolved value.
package struct ResolvedEntry: Sendable {
  package var name: String
  package var node: ResolvedNode

  init(_ name: String, _ node: ResolvedNode) {
    self.name = name
    self.node = node
  }
}
