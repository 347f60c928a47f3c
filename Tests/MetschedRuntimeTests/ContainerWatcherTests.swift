import Foundation
import MetschedRuntime
import Synchronization
import TestSupport
import Testing

/// The kernel's word on what is written, in a folder of the test's own.
@Suite struct ContainerWatcherTests {
  /// Collects changes, and waits for one instead of for a time.
  private final class Changes: Sendable {
    private let stream: AsyncStream<ContainerWatcher.Change>
    private let continuation: AsyncStream<ContainerWatcher.Change>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func add(_ changes: [ContainerWatcher.Change]) {
      for change in changes { continuation.yield(change) }
    }

    func next() async -> ContainerWatcher.Change? {
      var iterator = stream.makeAsyncIterator()
      return await iterator.next()
    }
  }

  @Test func `a file that is written, and one that is renamed into place`() async throws {
    let folder = try TemporaryFolder()
    let changes = Changes()
    let watcher = try ContainerWatcher([folder.path], onChange: changes.add)
    try Data("[1]".utf8).write(to: folder.file("a.json"))
    #expect(await changes.next() == .init(folder: folder.path, file: "a.json"))
    // Foundation writes beside the place and renames.
    try Data("[2]".utf8).write(to: folder.file("b.json"), options: .atomic)
    var files: Set<String> = []
    while !files.contains("b.json"), let change = await changes.next() {
      files.insert(change.file)
    }
    #expect(files.contains("b.json"))
    withExtendedLifetime(watcher) {}
  }

  @Test func `a folder that appears later, with folders on the way to it`() async throws {
    let folder = try TemporaryFolder()
    let container = folder.file("group/container")
    let changes = Changes()
    let watcher = try ContainerWatcher([container.path], onChange: changes.add)
    try FileManager.default.createDirectory(at: container, withIntermediateDirectories: true)
    try Data("[]".utf8).write(to: container.appendingPathComponent("objects.json"))
    #expect(await changes.next() == .init(folder: container.path, file: "objects.json"))
    withExtendedLifetime(watcher) {}
  }

  @Test func `a folder that is replaced is watched again`() async throws {
    let folder = try TemporaryFolder()
    let container = folder.file("c")
    try FileManager.default.createDirectory(at: container, withIntermediateDirectories: true)
    let changes = Changes()
    let watcher = try ContainerWatcher([container.path], onChange: changes.add)
    let staged = folder.file("staged")
    try FileManager.default.createDirectory(at: staged, withIntermediateDirectories: true)
    try Data("[]".utf8).write(to: staged.appendingPathComponent("objects.json"))
    try FileManager.default.moveItem(at: container, to: folder.file("old"))
    try FileManager.default.moveItem(at: staged, to: container)
    #expect(await changes.next() == .init(folder: container.path, file: "objects.json"))
    withExtendedLifetime(watcher) {}
  }

  @Test func `a folder that comes while it is looked for is not missed`() async throws {
    let folder = try TemporaryFolder()
    let changes = Changes()
    let containers = (0..<20).map { folder.file("\($0)/a/b/c") }
    let watcher = try ContainerWatcher(containers.map(\.path), onChange: changes.add)
    for container in containers {
      try FileManager.default.createDirectory(at: container, withIntermediateDirectories: true)
      try Data("[]".utf8).write(to: container.appendingPathComponent("objects.json"))
    }
    var missing = Set(containers.map(\.path))
    while !missing.isEmpty, let change = await changes.next() {
      #expect(change.file == "objects.json")
      missing.remove(change.folder)
    }
    #expect(missing.isEmpty)
    withExtendedLifetime(watcher) {}
  }

  @Test func `a folder that is moved into a watched one, and a folder with two names`()
    async throws
  {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    let staged = folder.file("staged")
    let container = folder.file("container")
    for url in [staged, container] {
      try files.createDirectory(at: url, withIntermediateDirectories: true)
    }
    try Data("[]".utf8).write(to: staged.appendingPathComponent("objects.json"))
    let changes = Changes()
    let other = container.path + "/."
    let watcher = try ContainerWatcher(
      [container.path, other, container.path + "/sub"], onChange: changes.add)
    try files.moveItem(at: staged, to: container.appendingPathComponent("sub"))
    #expect(
      await changes.next() == .init(folder: container.path + "/sub", file: "objects.json"))
    try Data("[]".utf8).write(to: container.appendingPathComponent("a.json"))
    #expect(await changes.next() == .init(folder: container.path, file: "a.json"))
    #expect(await changes.next() == .init(folder: other, file: "a.json"))
    withExtendedLifetime(watcher) {}
  }

  @Test func `links that are set anew, of a folder and of the folder that a file lies in`()
    async throws
  {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for version in ["v1", "v2"] {
      let url = folder.file(version)
      try files.createDirectory(at: url, withIntermediateDirectories: true)
      try Data(version.utf8).write(to: url.appendingPathComponent("objects.json"))
    }
    func link(_ name: String, to target: String) throws {
      // Set beside its place and renamed, as everybody does who replaces a link.
      let temporary = folder.file("new").path
      try files.createSymbolicLink(atPath: temporary, withDestinationPath: target)
      #expect(rename(temporary, folder.file(name).path) == 0)
    }
    try link("current", to: "v1")
    try link("..data", to: "v1")
    try link("objects.json", to: "..data/objects.json")
    let changes = Changes()
    let current = folder.path + "/current"
    let watcher = try ContainerWatcher([current, folder.path], onChange: changes.add)
    try link("current", to: "v2")
    var seen: Set<ContainerWatcher.Change> = []
    while !seen.contains(.init(folder: current, file: "objects.json")),
      let change = await changes.next()
    {
      seen.insert(change)
    }
    seen = []
    try link("..data", to: "v2")
    while !seen.contains(.init(folder: folder.path, file: "objects.json")),
      let change = await changes.next()
    {
      seen.insert(change)
    }
    #expect(seen.contains(.init(folder: folder.path, file: "objects.json")))
    withExtendedLifetime(watcher) {}
  }
}
