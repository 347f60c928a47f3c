package import MetschedConfiguration
package import MetschedEngine
import MetschedWidgets

/// Which placements a written file reloads: those whose source names it and whose widget says so.
///
/// With `reload-on: {container: changed}` the file's content must differ from the last one seen;
/// a time stamp says nothing. This is what `WidgetCenter.reloadTimelines(ofKind:)` is to an app.
package struct ContainerReloads: Sendable {
  private var files: [Key: [Reader]] = [:]
  private var contents: [Key: ContentHash] = [:]

  private struct Key: Hashable {
    var folder: String
    var file: String
  }

  private struct Reader: Sendable {
    var placement: PlacementNumber
    var mode: ContainerReload
  }

  /// Finds out who reads what, and what stands there now.
  package init(_ configuration: Configuration) {
    let store = ItemStore(configuration)
    for (number, placement) in configuration.placements.enumerated() {
      let plan = configuration.plans[Int(placement.plan)]
      guard let mode = plan.reloadOn?.value, let file = plan.source.value.containerFile,
        let folder = store.container(of: Int(placement.user))
      else { continue }
      files[Key(folder: folder, file: file), default: []].append(
        Reader(placement: PlacementNumber(number), mode: mode))
    }
    for key in files.keys { contents[key] = ContentHash(of: key.folder + "/" + key.file) }
  }

  /// The folders to watch; a file in a subfolder is watched where it stands.
  package var folders: [String] {
    Set(files.keys.map { Self.split($0.folder, $0.file).folder }).sorted()
  }

  /// Returns the requests that written files make, in order of placement.
  package mutating func requests(for changes: [ContainerWatcher.Change]) -> [Event] {
    let written = Set(changes)
    var asked: [PlacementNumber] = []
    for (key, readers) in files {
      let place = Self.split(key.folder, key.file)
      guard written.contains(.init(folder: place.folder, file: place.file)) else { continue }
      let content = ContentHash(of: key.folder + "/" + key.file)
      let hasChanged = content != contents[key]
      contents[key] = content
      for reader in readers where hasChanged || reader.mode == .always {
        asked.append(reader.placement)
      }
    }
    return asked.sorted().map { .requested($0, .container) }
  }

  private static func split(_ folder: String, _ file: String) -> (folder: String, file: String) {
    guard let slash = file.lastIndex(of: "/") else { return (folder, file) }
    return (folder + "/" + file[..<slash], String(file[file.index(after: slash)...]))
  }
}
