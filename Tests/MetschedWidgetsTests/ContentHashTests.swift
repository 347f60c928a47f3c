import Foundation
import MetschedWidgets
import TestSupport
import Testing

/// A file's content, whatever its name, its time stamp and the reads that bring it.
@Suite struct ContentHashTests {
  private static func hash(_ bytes: [UInt8]) throws -> ContentHash? {
    let folder = try TemporaryFolder()
    let file = folder.file("content")
    try Data(bytes).write(to: file)
    return ContentHash(of: file.path)
  }

  @Test func `equal content has equal hashes, and any byte makes another`() throws {
    let length = 1 << 16 + 13
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
    let hash = try #require(try Self.hash(bytes))
    #expect(try Self.hash(bytes) == hash)
    for place in [0, 7, 8, 1 << 15, length - 14, length - 13, length - 1] {
      for bit: UInt8 in [1, 128] {
        var other = bytes
        other[place] ^= bit
        #expect(try Self.hash(other) != hash, "byte \(place)")
      }
    }
    #expect(try Self.hash(bytes + [0]) != hash)
    #expect(try Self.hash([]) != Self.hash([0]))
    #expect(ContentHash(of: "/nowhere") == nil)
  }
}
