import Glibc
import MetschedRecords
import MetschedSystem

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
    let names = (try? Folder.names(in: folder)) ?? []
    let files = names.filter { $0.hasSuffix(".db") }.map { "\(folder)/\($0)" }
    guard let newest = files.max(by: { (Self.written($0), $0) < (Self.written($1), $1) }) else {
      throw FileAccess.Failure(
        message: "there are no records of live runs in `\(folder)`; name a database")
    }
    return newest
  }

  /// When a file was last written, with its log, which has what is newest.
  private static func written(_ path: String) -> Int64 {
    [path, path + "-wal"].compactMap { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }.max() ?? .min
  }

  private static let homeless = FileAccess.Failure(
    message: "neither XDG_STATE_HOME nor HOME is set, so there is no folder of databases; name one")
}
