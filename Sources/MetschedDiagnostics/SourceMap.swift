/// The number of a file in a source map.
package struct FileID: Hashable, Comparable, Sendable {
  /// The index in the map, from 0.
  package let index: UInt32

  /// Creates the identifier of the file at an index of its map.
  package init(index: UInt32) {
    self.index = index
  }

  /// Orders files by when they were added.
  package static func < (lhs: FileID, rhs: FileID) -> Bool {
    lhs.index < rhs.index
  }
}

/// A stretch of bytes in one file, half open; 12 bytes wide.
package struct SourceRange: Hashable, Sendable {
  /// The file that holds the bytes.
  package var file: FileID
  /// The offset of the first byte.
  package var start: UInt32
  /// The offset just past the last byte; equal to `start` where nothing stands.
  package var end: UInt32

  /// Creates a range from byte offsets; an end before the start is moved to the start.
  package init(file: FileID, start: UInt32, end: UInt32) {
    self.file = file
    self.start = start
    self.end = max(start, end)
  }

  /// Creates a range from a file and a range of byte offsets.
  package init(file: FileID, _ offsets: Range<Int>) {
    self.init(
      file: file, start: UInt32(clamping: offsets.lowerBound),
      end: UInt32(clamping: offsets.upperBound))
  }

  /// The byte offsets.
  package var offsets: Range<Int> {
    Int(start)..<Int(end)
  }

  /// Whether nothing stands in the range.
  package var isEmpty: Bool {
    start == end
  }
}

/// The files that one load has read, by number.
///
/// A value that grows as files are included; copies share the files themselves.
package struct SourceMap: Sendable {
  /// The files, in the order in which they were added.
  package private(set) var files: [SourceFile] = []

  /// Creates a map of files, numbered in their order.
  package init(files: [SourceFile] = []) {
    self.files = files
  }

  /// Adds a file and returns its number.
  package mutating func add(_ file: SourceFile) -> FileID {
    files.append(file)
    return FileID(index: UInt32(files.count - 1))
  }

  /// Adds a file with the path to show and its bytes, and returns its number.
  package mutating func add(path: String, bytes: [UInt8]) -> FileID {
    add(SourceFile(path: path, bytes: bytes))
  }

  /// Returns the file of a number that this map gave out.
  package subscript(_ id: FileID) -> SourceFile {
    files[Int(id.index)]
  }

  /// Returns what stands in a range; invalid UTF-8 is repaired.
  package func text(in range: SourceRange) -> String {
    let bytes = self[range.file].bytes
    return String(decoding: bytes[range.offsets.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }
}
