internal import MetschedDiagnostics

/// What `${name}` means while a widget's values are read: the parameters of its intent, with the
/// values of one plan.
struct ReferenceScope {
  var parameters: [Parameter]
  /// The values, in the order of the parameters; nil for one that is wrong itself.
  var values: [ParameterValue?]
  /// The intent's name and place; nil for a static widget.
  var intent: (name: String, range: SourceRange)?

  /// Returns a parameter and the text that is put in its place; nil for an unknown name.
  func lookUp(_ name: String) -> (parameter: Parameter, text: String?)? {
    guard let index = parameters.firstIndex(where: { $0.name == name }) else { return nil }
    let parameter = parameters[index]
    return (parameter, values[index].map { $0.text(unit: parameter.unit?.value) })
  }
}

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

extension FileDecoder {
  /// Puts the values of parameters into a text; fields of items are an error here.
  mutating func resolved(_ text: String, in field: Field, expected shape: ValueShape) -> Scalar? {
    let parts = Reference.split(text)
    var result = ""
    var reference: Parameter?
    for part in parts {
      switch part {
      case .literal(let literal): result += literal
      case .field(let name, let offset):
        report(.fieldReference(name, field, at: place(of: "${.\(name)}", offset, in: field)))
        return nil
      case .malformed(let offset):
        report(.malformedReference(field, at: place(of: "${", offset, in: field)))
        return nil
      case .parameter(let name, let offset):
        guard let found = parameter(name, offset, in: field) else { return nil }
        if parts.count == 1 { reference = found.parameter }
        result += found.text
      }
    }
    return Scalar(text: result, reference: reference)
  }

  /// Returns the parameter of a reference with its text, or reports that there is none.
  mutating func parameter(
    _ name: String, _ offset: Int, in field: Field
  ) -> (parameter: Parameter, text: String)? {
    let range = place(of: "${\(name)}", offset, in: field)
    guard let scope else {
      report(.referenceOutside(name, at: range))
      return nil
    }
    hasReferences = true
    guard let found = scope.lookUp(name) else {
      if let intent = scope.intent, brokenNames.contains(intent.name + "." + name) { return nil }
      let names = scope.parameters.map(\.name)
      report(.unknownReference(name, scope.intent, names, nearest(name, among: names), at: range))
      return nil
    }
    guard found.parameter.kind != .families else {
      report(.familiesReference(found.parameter, at: range))
      return nil
    }
    // A parameter without a value is wrong itself, which is reported where it stands.
    guard let text = found.text else { return nil }
    return (found.parameter, text)
  }

  /// Returns the place of a part of a scalar, or the whole where it is not written as it is read.
  func place(of part: String, _ offset: Int, in field: Field) -> SourceRange {
    guard field.value.isVerbatim else { return field.range }
    let start = Int(field.range.start) + (field.value.isPlain ? 0 : 1) + offset
    return SourceRange(file: field.range.file, start..<start + part.utf8.count)
  }
}
