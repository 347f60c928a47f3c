package import MetschedDiagnostics

/// The file in which a user's values stand, or are to stand.
package struct EditTarget: Sendable {
  package var file: FileID
  /// Whether it is an override file or belongs to one: such files hold `users:` alone.
  package var isOverride: Bool
  /// Where the user's name stands in it; nil where it is to be added.
  var name: SourceRange?
}

extension ConfigurationLoader.Result {
  /// Finds the file that an edit of a placement changes.
  ///
  /// - Parameters:
  ///   - placement: one of the configuration's.
  ///   - main: the main file.
  ///   - override: the override file that is to say it in the main file's place, if there is one.
  /// - Returns: the file in which the user is named, which may be an included one; the main or override
  ///   file itself where the user is named in none.
  package func target(
    of placement: Placement, main: FileID, override: FileID?
  ) -> EditTarget {
    guard let user = configuration?.users[Int(placement.user)] else {
      return EditTarget(file: override ?? main, isOverride: override != nil)
    }
    let name: SourceRange? =
      if override == nil {
        user.range
      } else {
        overrides.last?.value.entries.first { $0.name == user.name }?.keyRange
      }
    return EditTarget(
      file: name?.file ?? override ?? main, isOverride: override != nil, name: name)
  }
}

extension SourceMap {
  /// Returns the map with other bytes in the place of a file's own.
  package func replacing(_ id: FileID, by bytes: [UInt8]) -> SourceMap {
    var files = files
    let index = Int(id.index)
    files[index] = SourceFile(path: files[index].path, bytes: bytes)
    return SourceMap(files: files)
  }
}
