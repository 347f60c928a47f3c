import Foundation
import MetschedRuntime
import Synchronization
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

  private static func folder() throws -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "metsched-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  @Test func `a file that is written, and one that is renamed into place`() async throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let changes = Changes()
    let watcher = try ContainerWatcher([folder.path], onChange: changes.add)
    try Data("[1]".utf8).write(to: folder.appendingPathComponent("a.json"))
    #expect(await changes.next() == .init(folder: folder.path, file: "a.json"))
    // Foundation writes beside the place and renames.
    try Data("[2]".utf8).write(to: folder.appendingPathComponent("b.json"), options: .atomic)
    var files: Set<String> = []
    while !files.contains("b.json"), let change = await changes.next() {
      files.insert(change.file)
    }
    #expect(files.contains("b.json"))
    withExtendedLifetime(watcher) {}
  }

  @Test func `a folder that appears later, with folders on the way to it`() async throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = folder.appendingPathComponent("group/container")
    let changes = Changes()
    let watcher = try ContainerWatcher([container.path], onChange: changes.add)
    try FileManager.default.createDirectory(at: container, withIntermediateDirectories: true)
    try Data("[]".utf8).write(to: container.appendingPathComponent("objects.json"))
    #expect(await changes.next() == .init(folder: container.path, file: "objects.json"))
    withExtendedLifetime(watcher) {}
  }

  @Test func `a folder that is replaced is watched again`() async throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = folder.appendingPathComponent("c")
    try FileManager.default.createDirectory(at: container, withIntermediateDirectories: true)
    let changes = Changes()
    let watcher = try ContainerWatcher([container.path], onChange: changes.add)
    let staged = folder.appendingPathComponent("staged")
    try FileManager.default.createDirectory(at: staged, withIntermediateDirectories: true)
    try Data("[]".utf8).write(to: staged.appendingPathComponent("objects.json"))
    try FileManager.default.moveItem(at: container, to: folder.appendingPathComponent("old"))
    try FileManager.default.moveItem(at: staged, to: container)
    #expect(await changes.next() == .init(folder: container.path, file: "objects.json"))
    withExtendedLifetime(watcher) {}
  }
}
