import Foundation
import MetschedSystem
import TestSupport
import Testing

struct FileDescriptorTests {
  @Test func `a file is replaced whole, for its owner alone`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("file").path
    for text in ["a longer text", "short", ""] {
      try FileDescriptor.replace(path, with: Array(text.utf8))
      #expect(try FileDescriptor.contents(of: path, atMost: 100) == Array(text.utf8))
    }
    #expect(try Folder.names(in: folder.path) == ["file"])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `what cannot be replaced stays, and nothing is left beside it`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "taken/file")
    let error = #expect(throws: SystemError.self) {
      try FileDescriptor.replace(folder.file("taken").path, with: [1])
    }
    #expect(error?.code == EISDIR)
    #expect(try Folder.names(in: folder.path) == ["taken"])
    let missing = #expect(throws: SystemError.self) {
      try FileDescriptor.replace(folder.file("none/file").path, with: [1])
    }
    #expect(missing?.code == ENOENT)
  }
}
