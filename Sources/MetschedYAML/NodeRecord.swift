/// What a node is.
package enum NodeKind: UInt8, Sendable {
  /// Text.
  case scalar
  /// A list.
  case sequence
  /// Keys with values.
  case mapping
  /// An alias that stands for nothing: its anchor is missing or holds it; reported when parsed.
  case alias
}

/// How a node is written.
package enum NodeStyle: UInt8, Sendable {
  /// A scalar without quotes, or nothing at all.
  case plain
  /// A scalar in single quotes.
  case singleQuoted
  /// A scalar in double quotes.
  case doubleQuoted
  /// A scalar after `|`.
  case literal
  /// A scalar after `>`.
  case folded
  /// A collection by indentation.
  case block
  /// A collection in brackets.
  case flow
}

/// One row of a document's table: 28 bytes, in document order.
///
/// | column | scalar | collection | alias |
/// |---|---|---|---|
/// | `start`, `end` | the bytes of the content, properties left out | same | `*name` |
/// | `textStart` | offset in the source, or in the side buffer | 0 | row of the target |
/// | `textLength` | bytes of the text | elements or entries | 0 |
/// | `next` | the next row | the row past the subtree | the next row |
/// | `properties` | row of the property table, 0 for none | same | same (the anchor's name) |
///
/// An alias without target has `noTarget` in `textStart`.
struct NodeRecord {
  static let noTarget = UInt32.max

  struct Flags: OptionSet {
    let rawValue: UInt8
    /// The text lies in the side buffer since it differs from the source.
    static let textIsAside = Flags(rawValue: 1)
    /// The scalar is a `<<` key.
    static let isMergeKey = Flags(rawValue: 2)
    /// The mapping has a `<<` key with a usable value.
    static let hasMerge = Flags(rawValue: 4)
  }

  var start: UInt32
  var end: UInt32
  var textStart: UInt32 = 0
  var textLength: UInt32 = 0
  var next: UInt32
  var properties: UInt32 = 0
  var kind: NodeKind
  var style: NodeStyle
  var flags: Flags = []
}

/// The tag and the anchor before a node, as numbers of interned names; 0 for none.
struct NodeProperties {
  var tag: UInt32
  var anchor: UInt32
  /// The offset at which the first of them begins.
  var start: UInt32
}
