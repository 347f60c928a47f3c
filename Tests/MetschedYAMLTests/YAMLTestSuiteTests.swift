import Foundation
import MetschedDiagnostics
import MetschedYAML
import TestSupport
import Testing

@Suite(.enabled(if: TestData.folder != nil, TestData.hint))
struct YAMLTestSuiteTests {
  @Test func `every case gives its events or its refusal, except where libyaml differs`() throws {
    let listed = try Set(
      String(decoding: TestData.bytes("yaml-test-suite-libyaml-failures.txt"), as: UTF8.self)
        .split(separator: "\n").filter { !$0.hasPrefix("#") }
        .map { String($0.split(separator: "\t")[1]).replacing("/", with: "-") })
    let cases = try TestData.names(in: "yaml-test-suite").filter { $0 != "LICENSE" }
    #expect(cases.count > 400)
    var differing: Set<String> = []
    for name in cases {
      let folder = "yaml-test-suite/\(name)/"
      let events = try String(decoding: TestData.bytes(folder + "test.event"), as: UTF8.self)
      let expected = events.split(separator: "\n").joined(separator: "\n") + "\n"
      let isInvalid = try TestData.names(in: folder).contains("error")
      let parsed = Parsed(try TestData.bytes(folder + "in.yaml"))
      if !agrees(parsed, expected, isInvalid: isInvalid) { differing.insert(name) }
    }
    // Newer than the list: malformed and unknown versions in `%YAML`, which libyaml refuses.
    #expect(
      differing.subtracting(listed).sorted() == ["ZYU8-00", "ZYU8-01", "ZYU8-02", "ZYU8-03"])
    // libyaml reads these as two documents; here the second is refused, as the suite asks.
    #expect(
      listed.subtracting(differing).sorted() == ["9HCY", "EB22", "MUS6-01", "RHX7"])
  }

  private func agrees(_ parsed: Parsed, _ expected: String, isInvalid: Bool) -> Bool {
    if isInvalid { return parsed.diagnostics.hasErrors }
    guard let document = parsed.document else { return false }
    let documents = expected.split(separator: "\n").filter { $0.hasPrefix("+DOC") }.count
    guard documents > 1 else { return document.events == expected }
    // Files of several documents are refused on purpose, after the first.
    guard let end = expected.range(of: "-DOC") else { return false }
    let first = expected[..<end.lowerBound]
    return document.events.hasPrefix(first)
      && parsed.diagnostics.all.contains { $0.id == .secondDocument }
  }
}
