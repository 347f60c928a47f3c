package import FoundationEssentials
package import MetschedConfiguration

/// JSON read into items, through Foundation's decoder.
package enum JSONItems {
  /// Returns the value of a JSON document.
  ///
  /// - Parameters:
  ///   - data: the document, in UTF-8.
  ///   - name: what it is, as a fault names it.
  /// - Returns: the value.
  /// - Throws: whether it is empty, cut off, not text, or not JSON.
  package static func value(
    in data: Data, of name: String
  ) throws(SourceFault) -> ItemValue {
    do {
      return try JSONDecoder().decode(JSONValue.self, from: data).value
    } catch {
      throw fault(in: data, of: name)
    }
  }

  /// Returns the elements of an array in a document.
  ///
  /// - Parameters:
  ///   - data: the document, in UTF-8.
  ///   - name: what it is, as a fault names it.
  ///   - place: where the array is; nil for a document that is one.
  /// - Returns: the elements.
  /// - Throws: what `value` throws, or that there is no array in that place.
  package static func array(
    in data: Data, of name: String, at place: JSONPath? = nil
  ) throws(SourceFault) -> [ItemValue] {
    var value = try value(in: data, of: name)
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

  package static func value(
    in bytes: [UInt8], of name: String
  ) throws(SourceFault) -> ItemValue {
    try value(in: Data(bytes), of: name)
  }

  package static func array(
    in bytes: [UInt8], of name: String, at place: JSONPath? = nil
  ) throws(SourceFault) -> [ItemValue] {
    try array(in: Data(bytes), of: name, at: place)
  }

  // MARK: Faults

  /// What keeps a document from being read; it is looked at again only then.
  private static func fault(in data: Data, of name: String) -> SourceFault {
    var outline = JSONOutline()
    for byte in data { outline.take(byte) }
    if outline.isBlank { return .empty(path: name) }
    // A character that is cut in two is a document that is cut off.
    if outline.isOpen { return .truncated(path: name) }
    if let offset = firstBadByte(of: data) { return .notText(path: name, offset: offset) }
    return .notJSON(path: name, detail: "it cannot be decoded")
  }

  private static func firstBadByte(of data: Data) -> Int? {
    var decoder = UTF8()
    var bytes = data.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&bytes) {
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

private struct JSONValue: Decodable {
  let value: ItemValue

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      // A decoder lists keys in no order; items must be the same on every run.
      let keys = object.allKeys.sorted { $0.stringValue < $1.stringValue }
      value = .object(
        try keys.map { key in
          let field = try object.decode(JSONValue.self, forKey: key)
          return ItemField(name: key.stringValue, value: field.value)
        })
    } else if var array = try? decoder.unkeyedContainer() {
      var elements: [ItemValue] = []
      while !array.isAtEnd { elements.append(try array.decode(JSONValue.self).value) }
      value = .array(elements)
    } else {
      value = try Self.scalar(decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> ItemValue {
    if let text = try? container.decode(String.self) { return .string(text) }
    if container.decodeNil() { return .null }
    if let flag = try? container.decode(Bool.self) { return .boolean(flag) }
    if let integer = try? container.decode(Int64.self) { return .number(String(integer)) }
    return .number("\(try container.decode(Double.self))")
  }
}
