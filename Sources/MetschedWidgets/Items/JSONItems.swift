import Foundation
import MetschedConfiguration

/// JSON read into items, through Foundation's decoder.
enum JSONItems {
  /// Returns the value of a JSON document.
  static func decode(_ data: Data) throws -> ItemValue {
    try JSONDecoder().decode(JSONValue.self, from: data).value
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
