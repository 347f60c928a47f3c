internal import MetschedDiagnostics

/// A text cut at its references.
///
/// `${name}` is a parameter, `${.field}` a field of the item, `$$` a dollar sign; any other `$`
/// stands for itself.
enum Reference: Equatable {
  case literal(String)
  case parameter(String, offset: Int)
  case field(String, offset: Int)
  /// `${` without its end, or with no name in it.
  case malformed(offset: Int)

  /// Cuts a text; offsets count bytes from its beginning.
  static func split(_ text: String) -> [Reference] {
    var parts: [Reference] = []
    var literal: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    func flush() {
      guard !literal.isEmpty else { return }
      parts.append(.literal(String(decoding: literal, as: UTF8.self)))
      literal = []
    }
    while index < bytes.count {
      let following = index + 1 < bytes.count ? bytes[index + 1] : 0
      guard bytes[index] == UInt8(ascii: "$"),
        following == UInt8(ascii: "$") || following == UInt8(ascii: "{")
      else {
        literal.append(bytes[index])
        index += 1
        continue
      }
      if following == UInt8(ascii: "$") {
        literal.append(following)
        index += 2
        continue
      }
      flush()
      guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")), end > index + 2 else {
        return parts + [.malformed(offset: index)]
      }
      let name = String(decoding: bytes[index + 2..<end], as: UTF8.self)
      if name.hasPrefix(".") {
        parts.append(
          name.count > 1
            ? .field(String(name.dropFirst()), offset: index) : .malformed(offset: index))
      } else {
        parts.append(.parameter(name, offset: index))
      }
      index = end + 1
    }
    flush()
    return parts
  }
}

/// What a `${name}` names: a parameter of the widget's intent, or a knob that is the widget's own.
struct Referent {
  var name: String
  var kind: Parameter.Kind
  /// The unit of an integer that stands for a duration.
  var unit: String?
  var options: Setting<[Parameter.Option]>?
  /// Where it is defined; nil where it is built in.
  var range: SourceRange?
  var isParameter: Bool

  init(_ parameter: Parameter) {
    (name, kind, unit) = (parameter.name, parameter.kind, parameter.unit?.value)
    (options, range, isParameter) = (parameter.options, parameter.range, true)
  }

  init(_ knob: Knob, _ kind: Parameter.Kind, at range: SourceRange?) {
    (name, self.kind, self.range, isParameter) = (knob.rawValue, kind, range, false)
  }

  /// Whether its text is a duration with its unit.
  var isDuration: Bool { kind == .duration || kind == .integer && unit != nil }

  /// The type in words, such as `integer` with the unit `s`.
  var type: String { "`\(kind.rawValue)`" + (unit.map { " with the unit `\($0)`" } ?? "") }
}

/// The text of a scalar with its references put in.
struct Scalar {
  /// A reference, where it stands in the file, and which bytes of the text came of it.
  struct Inserted {
    var referent: Referent
    var range: SourceRange
    var bytes: Range<Int>
  }

  var text: String
  /// What was put in, in order.
  var inserted: [Inserted] = []

  /// The reference that is the whole value.
  var reference: Inserted? { reference(ofLast: text.utf8.count) }

  /// Returns the reference that the last bytes of the text came of, all of them.
  func reference(ofLast count: Int) -> Inserted? {
    guard let last = inserted.last else { return nil }
    let end = text.utf8.count
    return last.bytes == end - count..<end ? last : nil
  }
}

extension Field {
  /// Returns the field for a message about its value: where that has one reference, its place.
  func at(_ scalar: Scalar) -> Field {
    guard scalar.inserted.count == 1 else { return self }
    var narrowed = self
    narrowed.value.range = scalar.inserted[0].range
    return narrowed
  }
}
