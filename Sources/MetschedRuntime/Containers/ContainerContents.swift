package import MetschedConfiguration
import MetschedWidgets

/// A file of a container that somebody has written.
package struct ContainerChange: Hashable, Sendable {
  /// The container's path.
  package var folder: String
  /// The file, relative to the container.
  package var file: String
  /// Whether the content is another than before; a time stamp says nothing.
  package var hasChanged: Bool

  package init(folder: String, file: String, hasChanged: Bool) {
    self.folder = folder
    self.file = file
    self.hasChanged = hasChanged
  }
}

/// The contents of the files that ask for reloads when they are written, as they were last seen.
///
/// This is what `WidgetCenter.reloadTimelines(ofKind:)` is to an app.
package struct ContainerContents: Sendable {
  private var contents: [Key: ContentHash?] = [:]

  private struct Key: Hashable {
    var folder: String
    var file: String
  }

  /// Finds out which files count, in all containers of users, and what stands there now.
  package init(_ configuration: Configuration) {
    let store = ItemStore(configuration)
    let folders = Set(configuration.users.indices.compactMap { store.container(of: $0) })
    for plan in configuration.plans where plan.reloadOn != nil {
      guard let file = plan.source.value.containerFile else { continue }
      for folder in folders {
        let key = Key(folder: folder, file: file.plainPath)
        contents[key] = ContentHash(of: key.folder + "/" + key.file)
      }
    }
  }

  /// The folders to watch; a file in a subfolder is watched where it stands.
  package var folders: [String] {
    Set(contents.keys.map { Self.split($0.folder, $0.file).folder }).sorted()
  }

  /// Returns what has been written, in order of folder and file.
  package mutating func changes(for writes: [ContainerWatcher.Change]) -> [ContainerChange] {
    let written = Set(writes)
    var changes: [ContainerChange] = []
    for (key, before) in contents {
      let place = Self.split(key.folder, key.file)
      guard written.contains(.init(folder: place.folder, file: place.file)) else { continue }
      let content = ContentHash(of: key.folder + "/" + key.file)
      contents[key] = content
      changes.append(
        ContainerChange(folder: key.folder, file: key.file, hasChanged: content != before))
    }
    return changes.sorted { ($0.folder, $0.file) < ($1.folder, $1.file) }
  }

  private static func split(_ folder: String, _ file: String) -> (folder: String, file: String) {
    guard let slash = file.lastIndex(of: "/") else { return (folder, file) }
    return (folder + "/" + file[..<slash], String(file[file.index(after: slash)...]))
  }
}
