import Foundation
package import MetschedConfiguration

/// Why a source gave no items.
package enum SourceFault: Error, Hashable, Sendable {
  case noContainer(file: String)
  case missing(path: String)
  case isDirectory(path: String)
  case unreadable(path: String, reason: String)
  case outside(path: String)
  case tooLarge(path: String, limit: Int)
  case empty(path: String)
  case truncated(path: String)
  case notJSON(path: String, detail: String)
  case notArray(path: String, found: String)

  /// The fault in words, for the record.
  package var message: String {
    switch self {
    case .noContainer(let file): "no container is set, so `\(file)` cannot be found"
    case .missing(let path): "`\(path)` is missing"
    case .isDirectory(let path): "`\(path)` is a folder, not a file"
    case .unreadable(let path, let reason): "`\(path)` cannot be read: \(reason)"
    case .outside(let path): "`\(path)` lies outside the container"
    case .tooLarge(let path, let limit): "`\(path)` is larger than \(limit >> 20) MiB"
    case .empty(let path): "`\(path)` is empty; a JSON array was expected"
    case .truncated(let path): "`\(path)` ends in the middle of its JSON array"
    case .notJSON(let path, let detail): "`\(path)` is not JSON: \(detail)"
    case .notArray(let path, let found): "`\(path)` holds \(found); a JSON array was expected"
    }
  }
}

/// A file of the app-group folder that the app writes and widgets read.
package enum ContainerFile {
  /// The largest file that is read, in bytes.
  package static let sizeLimit = 64 << 20

  /// Reads the items of a file.
  ///
  /// - Parameters:
  ///   - name: the file's path within the container.
  ///   - container: the container's path.
  /// - Returns: the elements of the file's array.
  /// - Throws: what is wrong with the file; an empty array is not wrong.
  package static func items(
    of name: String, in container: String
  ) throws(SourceFault) -> [ItemValue] {
    if name.hasPrefix("/") { throw .outside(path: name) }
    let path = container.hasSuffix("/") ? container + name : container + "/" + name
    guard isInside(path, container) else { throw .outside(path: path) }
    return try items(in: bytes(at: path), path: path)
  }

  private static func bytes(at path: String) throws(SourceFault) -> Data {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw .missing(path: path)
    }
    if isDirectory.boolValue { throw .isDirectory(path: path) }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw .unreadable(path: path, reason: "permission denied")
    }
    defer { try? handle.close() }
    do {
      let data = try handle.read(upToCount: sizeLimit + 1) ?? Data()
      if data.count > sizeLimit { throw SourceFault.tooLarge(path: path, limit: sizeLimit) }
      return data
    } catch let fault as SourceFault {
      throw fault
    } catch {
      throw .unreadable(path: path, reason: error.localizedDescription)
    }
  }

  /// Whether a path stays in the container after `..` and symbolic links.
  private static func isInside(_ path: String, _ container: String) -> Bool {
    let folder = URL(fileURLWithPath: container).resolvingSymlinksInPath().standardized.path
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardized.path
    return file.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  private static func items(
    in data: Data, path: String
  ) throws(SourceFault) -> [ItemValue] {
    let blanks = Set(" \t\r\n".utf8)
    guard let first = data.first(where: { !blanks.contains($0) }),
      let last = data.last(where: { !blanks.contains($0) })
    else { throw .empty(path: path) }
    let value: ItemValue
    do {
      value = try JSONItems.decode(data)
    } catch {
      if first == UInt8(ascii: "["), last != UInt8(ascii: "]") { throw .truncated(path: path) }
      throw .notJSON(path: path, detail: describe(error))
    }
    switch value {
    case .array(let items): return items
    case .object: throw .notArray(path: path, found: "an object")
    case .null: throw .notArray(path: path, found: "null")
    default: throw .notArray(path: path, found: "a single value")
    }
  }

  private static func describe(_ error: any Error) -> String {
    guard case .dataCorrupted(let context)? = error as? DecodingError,
      let cause = context.underlyingError as NSError?,
      let detail = cause.userInfo[NSDebugDescriptionErrorKey] as? String
    else { return "it cannot be decoded" }
    return detail.prefix(1).lowercased() + detail.dropFirst().trimmingSuffix(".")
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ suffix: Character) -> Substring {
    last == suffix ? dropLast() : self
  }
}
