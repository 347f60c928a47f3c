import Foundation
import MetschedSystem
import TestSupport
import Testing

struct PathNameTests {
  @Test(arguments: [
    ("a/b.yaml", "a", "b.yaml", "b"), ("/b", "/", "b", "b"), ("b.tar.gz", ".", "b.tar.gz", "b.tar"),
    ("a/.hidden", "a", ".hidden", ".hidden"), ("/a/b/", "/a/b", "", ""),
  ])
  func `a path has a folder, a name and a stem`(
    _ path: String, _ folder: String, _ name: String, _ stem: String
  ) {
    #expect(PathName.folder(of: path) == folder)
    #expect(PathName.name(of: path) == name)
    #expect(PathName.stem(of: path) == stem)
  }

  @Test(arguments: [
    ("b", "a", "a/b"), ("b", "a/", "a/b"), ("b", ".", "b"), ("/b", "a", "/b"), ("b", "/", "/b"),
  ])
  func `a path within a folder`(_ path: String, _ folder: String, _ whole: String) {
    #expect(PathName.appending(path, to: folder) == whole)
  }

  @Test func `links are followed on the disk`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "file")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link").path, withDestinationPath: "file")
    #expect(PathName.target(ofLink: folder.file("link").path) == "file")
    #expect(PathName.target(ofLink: folder.file("file").path) == nil)
    #expect(
      PathName.resolved(folder.file("link").path) == PathName.resolved(folder.file("file").path))
    #expect(PathName.resolved(folder.file("none").path) == nil)
  }
}
