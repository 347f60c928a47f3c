import Foundation
import MetschedSystem
import TestSupport
import Testing

struct FolderTests {
  @Test func `all names are listed, hidden ones too`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.yaml", ".hidden", "Kōgō"] { try folder.write("", to: name) }
    #expect(try Set(Folder.names(in: folder.path)) == ["a.yaml", ".hidden", "Kōgō"])
    let error = #expect(throws: SystemError.self) { try Folder.names(in: folder.file("none").path) }
    #expect(error?.description == "No such file or directory")
  }

  @Test func `folders on the way are made, with the same mode`() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 { try Folder.create(folder.file("a/b/c").path, mode: 0o700) }
    for name in ["a", "a/b", "a/b/c"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
      #expect(attributes[.type] as? FileAttributeType == .typeDirectory)
    }
  }

  @Test func `a file in the way is an error`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    for path in ["file", "file/below"] {
      let error = #expect(throws: SystemError.self) { try Folder.create(folder.file(path).path) }
      #expect([EEXIST, ENOTDIR].contains(error?.code))
    }
  }
}
