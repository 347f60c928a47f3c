package import MetschedConfiguration

/// JSON read into items.
package enum JSONItems {
  /// Returns the value of a JSON document.
  ///
  /// - Parameters:
  ///   - bytes: the document, in UTF-8.
  ///   - name: what it is, as a fault names it.
  /// - Returns: the value.
  /// - Throws: whether it is empty, cut off, not text, or not JSON.
  package static func value(
    in bytes: [UInt8], of name: String
  ) throws(SourceFault) -> ItemValue {
    do {
      return try JSONReader.value(of: bytes)
    } catch {
      throw fault(in: bytes, of: name, error)
    }
  }

  /// Returns the elements of an array in a document.
  ///
  /// - Parameters:
  ///   - bytes: the document, in UTF-8.
  ///   - name: what it is, as a fault names it.
  ///   - place: where the array is; nil for a document that is one.
  /// - Returns: the elements.
  /// - Throws: what `value` throws, or that there is no array in that place.
  package static func array(
    in bytes: [UInt8], of name: String, at place: JSONPath? = nil
  ) throws(SourceFault) -> [ItemValue] {
    var value = try value(in: bytes, of: name)
    for (index, step) in (place?.steps ?? []).enumerated() {
      guard let next = value[step] else {
        let path = JSONPath(Array(place?.steps.prefix(index + 1) ?? []))
        throw .noValue(path: name, at: path.description)
      }
      value = next
    }
    let name = place.map { $0.steps.isEmpty ? name : "\($0)` of `\(name)" } ?? name
    switch value {
    case .array(let items): return items
    case .object: throw .notArray(path: name, found: "an object")
    case .null: throw .notArray(path: name, found: "null")
    default: throw .notArray(path: name, found: "a single value")
    }
  }

  // MARK: Faults

  /// What keeps a document from being read; it is looked at again only then.
  private static func fault(
    in bytes: [UInt8], of name: String, _ error: JSONReader.SyntaxError
  ) -> SourceFault {
    var outline = JSONOutline()
    for byte in bytes { outline.take(byte) }
    if outline.isBlank { return .empty(path: name) }
    // A character that is cut in two is a document that is cut off.
    if outline.isOpen { return .truncated(path: name) }
    if let offset = firstBadByte(of: bytes) { return .notText(path: name, offset: offset) }
    return .notJSON(path: name, detail: error.description)
  }

  private static func firstBadByte(of bytes: [UInt8]) -> Int? {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&rest) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}

extension ItemValue {
  fileprivate subscript(step: JSONPath.Step) -> ItemValue? {
    switch (self, step) {
    case (.object, .name(let name)): self[name]
    case (.array(let elements), .index(let index)):
      elements.indices.contains(index) ? elements[index] : nil
    default: nil
    }
  }
}

/// The brackets and quotes of a document, to tell one that is cut off from one that is wrong.
private struct JSONOutline {
  private var depth = 0
  private var isInText = false
  private var isEscaped = false
  private(set) var isBlank = true

  /// Whether a bracket or a quote has no end.
  var isOpen: Bool { depth > 0 || isInText }

  mutating func take(_ byte: UInt8) {
    if isInText {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInText = false
      }
      return
    }
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): return
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
    default: break
    }
    isBlank = false
  }
}
