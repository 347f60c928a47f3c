/// Where configuration files are read from: the disk, or the memory of a test.
///
/// Every file that a load asks for goes through here, included ones too.
package protocol FileSource: Sendable {
  /// Reads a whole file.
  ///
  /// - Parameter path: as diagnostics show it; relative to the working folder unless absolute.
  /// - Returns: its bytes.
  /// - Throws: what is wrong, as a sentence that names the path.
  func read(_ path: String) throws(FileSourceFailure) -> [UInt8]

  /// Lists a folder, in any order.
  ///
  /// - Parameter folder: a path that ends with `/`; empty for the working folder.
  /// - Returns: what stands in it, folders too.
  /// - Throws: what is wrong, as a sentence that names the path.
  func entries(of folder: String) throws(FileSourceFailure) -> [FolderEntry]
}

/// A file or folder in a folder.
package struct FolderEntry: Hashable, Sendable {
  package var name: String
  package var isFolder: Bool

  package init(name: String, isFolder: Bool = false) {
    self.name = name
    self.isFolder = isFolder
  }
}

/// Why a file or folder cannot be read.
package struct FileSourceFailure: Error {
  /// The sentence, such as "`a.yaml` does not exist".
  package var message: String

  package init(message: String) {
    self.message = message
  }
}

/// A source without files, for configurations that stand alone.
package struct NoFiles: FileSource {
  package init() {}

  package func read(_ path: String) throws(FileSourceFailure) -> [UInt8] {
    throw FileSourceFailure(message: "`\(path)` cannot be read: no files are at hand here")
  }

  package func entries(of folder: String) throws(FileSourceFailure) -> [FolderEntry] {
    throw FileSourceFailure(message: "`\(folder)` cannot be read: no files are at hand here")
  }
}

/// What a load has looked at: whoever watches these knows when to load again.
package struct ConfigurationInputs: Hashable, Sendable {
  /// The main file, its override files, then what they include in the order in which it was asked
  /// for; those that could not be read too.
  package internal(set) var files: [String] = []
  /// The folders that patterns looked through, each with `/` at its end; empty for the working
  /// folder.
  package internal(set) var folders: [String] = []
}
