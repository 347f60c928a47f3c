import Foundation
import MetschedRecords

/// Which database of live runs `log` and `replay` read.
struct LivePath {
  private let environment: Environment

  init(_ environment: @escaping Environment) {
    self.environment = environment
  }

  /// Returns the database that an argument means: itself, that of a configuration's live runs, or
  /// without one the database of live runs that was written last.
  func path(_ argument: String?) throws(FileAccess.Failure) -> String {
    guard let argument else { return try newest() }
    guard [".yaml", ".yml"].contains(where: argument.hasSuffix) else { return argument }
    guard let folder = StatePath.folder(environment) else { throw Self.homeless }
    let path = StatePath.file(for: argument, in: folder)
    guard FileAccess.exists(path) else {
      throw FileAccess.Failure(
        message: "`\(argument)` has no records of live runs; they would be in `\(path)`")
    }
    return path
  }

  private func newest() throws(FileAccess.Failure) -> String {
    guard let folder = StatePath.folder(environment) else { throw Self.homeless }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = names.filter { $0.hasSuffix(".db") }.map { "\(folder)/\($0)" }
    guard let newest = files.max(by: { (Self.written($0), $0) < (Self.written($1), $1) }) else {
      throw FileAccess.Failure(
        message: "there are no records of live runs in `\(folder)`; name a database")
    }
    return newest
  }

  /// When a file was last written, with its log, which has what is newest.
  private static func written(_ path: String) -> Date {
    [path, path + "-wal"].compactMap {
      try? FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date
    }.max() ?? .distantPast
  }

  private static let homeless = FileAccess.Failure(
    message: "neither XDG_STATE_HOME nor HOME is set, so there is no folder of databases; name one")
}
