import Foundation
import MetschedConfiguration
import TestSupport
import Testing

@testable import MetschedWidgets

struct JSONItemsTests {
  private func value(_ json: String) throws -> ItemValue {
    try JSONItems.value(in: Array(json.utf8), of: "a.json")
  }

  @Test(arguments: [
    ("null", ItemValue.null), ("true", .boolean(true)), ("false", .boolean(false)),
    ("\"K\\u014dg\\u014D \\ud83c\\udf38 \\n\"", .string("Kōgō 🌸 \n")),
    ("\"a\\u0000b\"", .string("a\0b")), ("452174", .number("452174")), ("-7", .number("-7")),
    ("9223372036854775807", .number("9223372036854775807")), ("1.5", .number("1.5")),
    ("3.0", .number("3")), ("1e3", .number("1000")), ("-0.0", .number("0")),
    ("123456789012345678901234567890", .number("1.2345678901234568e+29")), (" [] ", .array([])),
    (
      "{\"b\": 1, \"a\": [2], \"b\": 3}",
      .object([
        ItemField(name: "a", value: .array([.number("2")])),
        ItemField(name: "b", value: .number("3")),
      ])
    ),
  ])
  func `a document is its value`(_ json: String, _ expected: ItemValue) throws {
    #expect(try value(json) == expected)
  }

  @Test(arguments: [
    ("[{title: A}]", "`a.json` is not JSON: line 1, column 7: string or '}' expected near 'title'"),
    ("[1]\n\n x", "`a.json` is not JSON: line 3, column 2: end of file expected near 'x'"),
    ("[1,\n 01]", "`a.json` is not JSON: line 2, column 2: invalid token near '0'"),
    ("[NaN]", "`a.json` is not JSON: line 1, column 4: invalid token near 'NaN'"),
    ("'a'", "`a.json` is not JSON: line 1, column 1: invalid token near '''"),
    ("[1e999]", "`a.json` is not JSON: line 1, column 6: real number overflow near '1e999'"),
    ("", "`a.json` is empty; a JSON array was expected"),
    (" \n", "`a.json` is empty; a JSON array was expected"),
  ])
  func `what is no document says where`(_ json: String, _ message: String) {
    let fault = #expect(throws: SourceFault.self) { try value(json) }
    #expect(fault?.message == message)
  }

  @Test func `a document may be nested, and not without end`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try value(nested(500)) }
    for depth in [600, 3_000, 1_000_000] {
      let fault = #expect(throws: SourceFault.self) { try value(nested(depth)) }
      #expect(fault?.message.contains("is not JSON") == true)
    }
  }

  @Test func `a document that is cut anywhere is cut off, or another value`() throws {
    let json = Array(#"{"objectID": 25706, "title": "Kōgō", "tags": [1.5, null, "\u014d"]}"#.utf8)
    for count in 1..<json.count {
      let fault = #expect(throws: SourceFault.self) {
        try JSONItems.value(in: Array(json[..<count]), of: "a.json")
      }
      #expect(fault == .truncated(path: "a.json"))
    }
  }

  @Test(.enabled(if: TestData.folder != nil, TestData.hint))
  func `real documents are what Foundation reads`() throws {
    let folder = try #require(TestData.folder)
    let files = try #require(
      FileManager.default.enumerator(
        at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "json" {
      let data = try Data(contentsOf: file)
      guard data.count < 4 << 20, let expected = try? JSONSerialization.jsonObject(with: data)
      else { continue }
      count += 1
      let value = try JSONItems.value(in: [UInt8](data), of: file.lastPathComponent)
      #expect(isSame(value, expected), "\(file.path)")
    }
    #expect(count > 2)
  }

  private func isSame(_ value: ItemValue, _ expected: Any) -> Bool {
    switch (value, expected) {
    case (.object(let fields), let object as [String: Any]):
      fields.count == object.count
        && fields.allSatisfy { field in
          object[field.name].map { isSame(field.value, $0) } ?? false
        }
    case (.array(let elements), let array as [Any]):
      elements.count == array.count && zip(elements, array).allSatisfy { isSame($0, $1) }
    case (.string(let text), let other as String): text == other
    case (.null, is NSNull): true
    case (.boolean(let flag), let number as NSNumber): number.boolValue == flag
    case (.number(let text), let number as NSNumber): Double(text) == number.doubleValue
    default: false
    }
  }
}
