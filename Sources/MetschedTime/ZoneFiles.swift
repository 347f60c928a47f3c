internal import MetschedSystem
internal import Synchronization

/// A zone database: a folder with one file for each zone, and a list of all of them.
///
/// Debian has it in the package `tzdata`, and an update of the system brings what laws have changed.
final class ZoneFiles: Sendable {
  /// The machine's.
  static let machine = ZoneFiles("/usr/share/zoneinfo")

  private let folder: String
  private let list = Mutex<List?>(nil)

  init(_ folder: String) {
    self.folder = folder
  }

  /// Whether there is a database at all.
  var isThere: Bool { (try? Folder.names(in: folder))?.isEmpty == false }

  /// The zones, in order of their names; none where there is no list of them.
  var names: [String] { known.names.keys.sorted() }

  /// Reads the table of a zone, in some 50 microseconds; nil where there is none of that name.
  func table(_ identifier: String) -> ZoneTable? {
    guard Self.isPlain(identifier) else { return nil }
    if let table = table(identifier, in: identifier) { return table }
    // A system may have the old names of zones in its list alone.
    guard let target = known.names[identifier] ?? nil else { return nil }
    return table(identifier, in: target)
  }

  private func table(_ identifier: String, in file: String) -> ZoneTable? {
    guard let bytes = try? FileDescriptor.contents(of: "\(folder)/\(file)", atMost: 1 << 20) else {
      return nil
    }
    return ZoneTable(identifier: identifier, zoneInfo: bytes)
  }

  /// Whether a name leads to nothing but what it says.
  private static func isPlain(_ identifier: String) -> Bool {
    identifier.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }

  // MARK: The list

  private struct List {
    /// Each zone, with the one that it is another name of.
    var names: [String: String?] = [:]

    /// Reads the source of all zones as `zic` takes it: `Z NAME …`, and `L TARGET NAME`.
    ///
    /// Source: zic(8), "Input files"; `tzdata.zi` has its words as single letters.
    init(_ bytes: [UInt8]) {
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        let isLink = line.first == UInt8(ascii: "L")
        guard isLink || line.first == UInt8(ascii: "Z") else { continue }
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3).map {
          String(decoding: $0, as: UTF8.self)
        }
        guard words.count >= 3 else { continue }
        if isLink { names[words[2]] = .some(words[1]) } else { names[words[1]] = .some(nil) }
      }
    }
  }

  private var known: List {
    list.withLock { list in
      if let list { return list }
      let bytes = try? FileDescriptor.contents(of: "\(folder)/tzdata.zi", atMost: 4 << 20)
      let read = List(bytes ?? [])
      list = read
      return read
    }
  }
}
