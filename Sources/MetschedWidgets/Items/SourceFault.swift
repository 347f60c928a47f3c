/// Why a source gave no items.
package enum SourceFault: Error, Hashable, Sendable {
  case noContainer(file: String)
  case noFolder(path: String, String)
  case missing(path: String)
  case isDirectory(path: String)
  case notFile(path: String)
  case unreadable(path: String, reason: String)
  case outside(path: String)
  case tooLarge(path: String, limit: Int)
  case changing(path: String)
  case empty(path: String)
  case truncated(path: String)
  case notText(path: String, offset: Int)
  case notJSON(path: String, detail: String)
  case notArray(path: String, found: String)
  case noValue(path: String, at: String)
  /// A provider over the network did not answer as it should; the words say how.
  case network(String)

  /// The fault in words, for the record.
  package var message: String {
    switch self {
    case .noContainer(let file): "no container is set, so `\(file)` cannot be found"
    case .noFolder(let path, let folder):
      "`\(path)` is missing: there is no container `\(folder)`"
    case .missing(let path): "`\(path)` is missing"
    case .isDirectory(let path): "`\(path)` is a folder, not a file"
    case .notFile(let path): "`\(path)` is a pipe, socket or device, not a file"
    case .unreadable(let path, let reason): "`\(path)` cannot be read: \(reason)"
    case .outside(let path): "`\(path)` lies outside the container"
    case .tooLarge(let path, let limit): "`\(path)` is larger than \(limit >> 20) MiB"
    case .changing(let path):
      "`\(path)` changes while it is read; write it beside its place, then rename it"
    case .empty(let path): "`\(path)` is empty; a JSON array was expected"
    case .truncated(let path): "`\(path)` ends in the middle of its JSON"
    case .notText(let path, let offset):
      "`\(path)` is not JSON: byte \(offset + 1) is not UTF-8"
    case .notJSON(let path, let detail): "`\(path)` is not JSON: \(detail)"
    case .notArray(let path, let found): "`\(path)` holds \(found); a JSON array was expected"
    case .noValue(let path, let place): "`\(path)` has nothing at `\(place)`"
    case .network(let message): message
    }
  }
}

/// A source that gave no items, and what it gave before.
package struct SourceFailure: Error, Sendable {
  package var fault: SourceFault
  /// The last good content; nil where there was none.
  package var last: LastContent?
}
