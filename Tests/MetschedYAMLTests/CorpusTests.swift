import MetschedDiagnostics
import MetschedYAML
import TestSupport
import Testing

@Suite(.enabled(if: TestData.folder != nil, TestData.hint))
struct CorpusTests {
  private static func files() throws -> [(name: String, bytes: [UInt8])] {
    try TestData.names(in: "yaml-corpus").filter { $0.hasSuffix("ml") }
      .map { ($0, try TestData.bytes("yaml-corpus/" + $0)) }
  }

  @Test func `real files parse, and each plain scalar stands where its range says`() throws {
    for (name, bytes) in try Self.files() {
      let variants = [
        bytes, Self.withCRLF(bytes), [0xEF, 0xBB, 0xBF] + bytes,
        Array("# 浮世絵 👩‍👩‍👧 é\n".utf8) + bytes,
      ]
      for variant in variants {
        let parsed = Parsed(variant, path: name)
        #expect(parsed.rendered == "")
        let root = try #require(parsed.document?.root)
        #expect(Self.misplaced(root, in: variant).isEmpty, "\(name)")
      }
    }
  }

  @Test func `damaged files neither crash nor hang, and ranges stay inside`() throws {
    let seed: UInt64 = 20_260_105
    var random = SplitMix64(seed: seed)
    let pieces = ["\t", "\n", "\r", "&a ", "*a", "<<: ", "\"", "'", "[", "}", ": ", "- ", "|", "#"]
    for (name, bytes) in try Self.files() where bytes.count < 20_000 {
      for _ in 0..<40 {
        var damaged = bytes
        for _ in 0..<(1 + random.next() % 4) {
          let at = Int(random.next() % UInt64(damaged.count))
          switch random.next() % 4 {
          case 0: damaged[at] = UInt8(truncatingIfNeeded: random.next())
          case 1: damaged.remove(at: at)
          case 2: damaged.insert(contentsOf: pieces[Int(random.next() % 14)].utf8, at: at)
          default: damaged.removeSubrange(at...)
          }
          if damaged.isEmpty { damaged = [0x20] }
        }
        let parsed = Parsed(damaged, path: name)
        _ = parsed.rendered
        if let root = parsed.document?.root {
          #expect(Self.misplaced(root, in: damaged).isEmpty, "seed \(seed), \(name)")
        }
      }
    }
  }

  private static func withCRLF(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
  }

  /// Returns the nodes that do not stand where they say, or not inside their parent.
  private static func misplaced(_ node: Node, in bytes: [UInt8]) -> [String] {
    let range = node.range.offsets
    guard range.upperBound <= bytes.count else { return ["\(range) past the end"] }
    var found: [String] = []
    func enter(_ child: Node) {
      if child.isAlias { return }
      if child.range.start < node.range.start || child.range.end > node.range.end {
        found.append("\(child.range.offsets) outside \(range)")
      }
      found += misplaced(child, in: bytes)
    }
    switch node.kind {
    case .scalar:
      let written = bytes[range]
      let isOnOneLine = !written.contains { $0 == 0x0A || $0 == 0x0D || $0 >= 0x80 }
      if node.style == .plain, isOnOneLine, Array(written) != Array(node.bytes) {
        found.append("\(range) is not `\(node.text)`")
      }
    case .sequence: node.elements.forEach(enter)
    case .mapping:
      for entry in node.entries where entry.mergedAt == nil {
        enter(entry.key)
        enter(entry.value)
      }
    case .alias: break
    }
    return found
  }
}
