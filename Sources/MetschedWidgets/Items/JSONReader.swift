import CJansson
import MetschedConfiguration

/// Reads JSON, with Jansson behind it.
///
/// Source: RFC 8259. Of a name that stands twice in an object the last value counts.
enum JSONReader {
  /// What is wrong with a document.
  struct SyntaxError: Error {
    /// Where it is, and in what words: `line 3, column 7: ']' expected near 'x'`.
    var description: String
  }

  /// How deep arrays and objects may lie in each other.
  private static let depthLimit = 512

  /// Returns the value of a document in UTF-8.
  static func value(of bytes: [UInt8]) throws(SyntaxError) -> ItemValue {
    var failure = json_error_t()
    if let root = load(bytes, flags: 0, &failure) {
      defer { json_decref(root) }
      return try value(root, depth: 0)
    }
    // What is too large for an integer is read as other numbers are.
    if json_error_code(&failure) == json_error_numeric_overflow,
      let root = load(bytes, flags: Int(JSON_DECODE_INT_AS_REAL), &failure)
    {
      defer { json_decref(root) }
      return try value(root, depth: 0)
    }
    throw SyntaxError(failure)
  }

  private static func load(
    _ bytes: [UInt8], flags: Int, _ failure: inout json_error_t
  ) -> UnsafeMutablePointer<json_t>? {
    let flags = flags | Int(JSON_DECODE_ANY) | Int(JSON_ALLOW_NUL)
    return bytes.withUnsafeBytes { raw in
      json_loadb(raw.baseAddress, raw.count, flags, &failure)
    }
  }

  private static func value(
    _ value: UnsafeMutablePointer<json_t>, depth: Int
  ) throws(SyntaxError) -> ItemValue {
    guard depth <= depthLimit else {
      throw SyntaxError(description: "it is nested more than \(depthLimit) deep")
    }
    switch value.pointee.type {
    case JSON_OBJECT:
      var fields: [ItemField] = []
      fields.reserveCapacity(json_object_size(value))
      var next = json_object_iter(value)
      while let position = next {
        if let key = json_object_iter_key(position), let field = json_object_iter_value(position) {
          let length = json_object_iter_key_len(position)
          fields.append(
            ItemField(name: text(key, length), value: try self.value(field, depth: depth + 1)))
        }
        next = json_object_iter_next(value, position)
      }
      // Items are the same whatever order a document has them in.
      return .object(fields.sorted { $0.name < $1.name })
    case JSON_ARRAY:
      var elements: [ItemValue] = []
      elements.reserveCapacity(json_array_size(value))
      for index in 0..<json_array_size(value) {
        guard let element = json_array_get(value, index) else { continue }
        elements.append(try self.value(element, depth: depth + 1))
      }
      return .array(elements)
    case JSON_STRING: return .string(text(json_string_value(value), json_string_length(value)))
    case JSON_INTEGER: return .number(String(json_integer_value(value)))
    case JSON_REAL:
      let number = json_real_value(value)
      return .number(Int64(exactly: number).map { String($0) } ?? "\(number)")
    case JSON_TRUE: return .boolean(true)
    case JSON_FALSE: return .boolean(false)
    default: return .null
    }
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    // SAFETY: the library says how many bytes there are, and they are copied here.
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

extension JSONReader.SyntaxError {
  fileprivate init(_ failure: json_error_t) {
    let words = withUnsafeBytes(of: failure.text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    description = "line \(failure.line), column \(failure.column): \(words)"
  }
}
