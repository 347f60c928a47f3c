/// A path of `include:`, which may be a pattern.
///
/// `*` stands for any characters of a name and `?` for one; a name that begins with a dot is
/// meant only by a pattern that does.
struct FilePath {
  let text: String

  /// Creates the path that a text means in a file: relative to that file's folder.
  init(_ text: String, in file: String) {
    var rest = text[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    let path = String(rest)
    self.text = path.hasPrefix("/") ? path : String(Self.folder(of: file)) + path
  }

  private init(_ text: String) {
    self.text = text
  }

  var isPattern: Bool { text.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") } }

  /// Returns the folder of a file, with `/` at its end; empty for the working folder.
  static func folder(of file: String) -> Substring {
    guard let slash = file.lastIndex(of: "/") else { return "" }
    return file[...slash]
  }

  /// The path without `.` and `..`, to tell whether two mean one file.
  var identity: String {
    var names: [Substring] = []
    for name in text.split(separator: "/") where name != "." {
      if name == "..", let last = names.last, last != ".." {
        names.removeLast()
      } else if name != ".." || !text.hasPrefix("/") {
        names.append(name)
      }
    }
    return (text.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
  }

  /// Finds the files that a pattern means.
  ///
  /// - Parameter list: lists a folder.
  /// - Returns: the files, in the order of their names.
  /// - Throws: what `list` throws.
  func matches<Failure: Error>(
    _ list: (String) throws(Failure) -> [FolderEntry]
  ) throws(Failure) -> [FilePath] {
    let names = text.split(separator: "/")
    var found = [text.hasPrefix("/") ? "/" : ""]
    var isOpen = false
    for (index, name) in names.enumerated() {
      let isLast = index == names.count - 1
      isOpen = isOpen || FilePath(String(name)).isPattern
      guard isOpen, name != "." && name != ".." else {
        found = found.map { $0 + name + (isLast ? "" : "/") }
        continue
      }
      var next: [String] = []
      for folder in found {
        let fitting = try list(folder).filter { entry in
          entry.isFolder != isLast && Self.matches(Array(entry.name), Array(name))
        }
        let sorted = fitting.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        next += sorted.map { folder + $0 + (isLast ? "" : "/") }
      }
      found = next
    }
    return found.map { FilePath($0) }
  }

  /// Returns whether a name fits a pattern.
  static func matches(_ name: [Character], _ pattern: [Character]) -> Bool {
    if name.first == ".", pattern.first != "." { return false }
    var (position, place) = (0, 0)
    // Where the last `*` stands, and what it has taken so far.
    var star: (place: Int, position: Int)?
    while position < name.count {
      if place < pattern.count, pattern[place] == "*" {
        star = (place, position)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == name[position] {
        position += 1
        place += 1
      } else if let (last, taken) = star {
        star = (last, taken + 1)
        position = taken + 1
        place = last + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}
