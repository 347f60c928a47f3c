import MetschedConfiguration
import MetschedEngine

/// What of the containers a restart needs: what events have written, and what was last read.
extension ItemStore {
  /// What has changed since it was last saved.
  struct Unsaved {
    var writes = false
    var readings = false
  }

  /// Lets everything be saved again.
  mutating func forgetSaved() {
    unsaved = Unsaved(writes: !overlay.isEmpty, readings: !readings.isEmpty)
  }

  /// Takes what was written, as the bytes of a row; nil where nothing is new.
  mutating func takeWrites() -> [UInt8]? {
    guard unsaved.writes else { return nil }
    unsaved.writes = false
    var writer = StateWriter()
    writer.write(overlay.count)
    for (key, items) in overlay.sorted(by: { $0.key.place < $1.key.place }) {
      writer.write(key.container)
      writer.write(key.file)
      writer.write(items)
    }
    return writer.finished()
  }

  mutating func restoreWrites(_ bytes: [UInt8]) throws(StateError) {
    var reader = try StateReader(bytes)
    for _ in 0..<(try reader.length()) {
      let key = SourceKey(container: try reader.read(), file: try reader.read())
      overlay[key] = try reader.read([ItemValue].self)
    }
    try reader.finish()
  }

  /// Takes what was read, as the bytes of a row; nil where nothing is new.
  mutating func takeReadings() -> [UInt8]? {
    guard unsaved.readings else { return nil }
    unsaved.readings = false
    var writer = StateWriter()
    // A document that is read at several places is one file.
    let files = Dictionary(
      readings.map { (SourceKey(container: $0.key.container, file: $0.key.file), $0.value) },
      uniquingKeysWith: { first, _ in first })
    writer.write(files.count)
    for (key, content) in files.sorted(by: { $0.key.place < $1.key.place }) {
      writer.write(key.container)
      writer.write(key.file)
      writer.write(content)
    }
    return writer.finished()
  }

  mutating func restoreReadings(_ bytes: [UInt8]) throws(StateError) {
    var reader = try StateReader(bytes)
    for _ in 0..<(try reader.length()) {
      let key = SourceKey(container: try reader.read(), file: try reader.read())
      readings.updateValue(try reader.read(ContentHash?.self), forKey: key)
    }
    try reader.finish()
  }

  /// Takes note of what a file holds that somebody has written, and of which the run has been told:
  /// it is no news at a restart, also where nobody has read it yet.
  mutating func noteWrite(of file: String, in container: String) {
    let keys = readings.keys.filter { $0.container == container && $0.file == file.plainPath }
    guard !keys.isEmpty else { return }
    let content = files.hash(of: file.plainPath, in: container)
    for key in keys { readings.updateValue(content, forKey: key) }
    unsaved.readings = true
  }

  /// The files that hold something else than when they were last read or told of, in order.
  var changedFiles: [(folder: String, file: String)] {
    readings.filter { key, content in
      overlay[key] == nil && files.hash(of: key.file, in: key.container) != content
    }.map { ($0.key.container, $0.key.file) }.sorted { $0 < $1 }
  }
}

extension ItemStore.SourceKey {
  fileprivate var place: (String, String) { (container, file) }
}
