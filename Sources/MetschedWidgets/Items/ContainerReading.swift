package import MetschedConfiguration

/// What reads the files of containers: the disk, or what a run took down of it.
package protocol ContainerReading: Sendable {
  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - name: the file's path within the container.
  ///   - container: the container's path.
  /// - Returns: its bytes.
  /// - Throws: what is wrong with the file before anybody looks into it.
  func bytes(of name: String, in container: String) throws(SourceFault) -> [UInt8]

  /// Returns what tells a file's content from another; nil where it cannot be read.
  func hash(of name: String, in container: String) -> ContentHash?
}

/// The files of the disk.
package struct DiskContainers: ContainerReading {
  package init() {}

  package func bytes(of name: String, in container: String) throws(SourceFault) -> [UInt8] {
    try ContainerFile.bytes(of: name, in: container)
  }

  package func hash(of name: String, in container: String) -> ContentHash? {
    ContentHash(of: container + "/" + name)
  }
}

extension ContainerReading {
  /// Reads the items of a file.
  ///
  /// - Parameters:
  ///   - name: the file's path within the container.
  ///   - container: the container's path.
  ///   - place: where the array is inside the document; nil for a file that is one.
  /// - Returns: the elements of the file's array.
  /// - Throws: what is wrong with the file; an empty array is not wrong.
  package func items(
    of name: String, in container: String, at place: JSONPath? = nil
  ) throws(SourceFault) -> [ItemValue] {
    let bytes = try bytes(of: name, in: container)
    return try JSONItems.array(
      in: bytes, of: ContainerFile.path(of: name, in: container), at: place)
  }
}
