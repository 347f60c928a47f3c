internal import MetschedDiagnostics
internal import MetschedTime
internal import MetschedYAML

/// Reads users of the usual shape while the rest of a large file is still being parsed.
///
/// libyaml works on another thread and takes longer than everything that is made of its events, so
/// what is read here costs no time. It knows no rule of its own: it decodes what stands before
/// `users` as `FileReader` does, and reads users by the short cut up to the first unusual one. The
/// whole file is decoded afterwards as ever; where this has met the same file with the same
/// meaning (`fits`), its users are taken over, and reading goes on with the next.
final class UsersAhead: SectionReader {
  let section: StaticString = "users"

  private let path: String
  private let zones: ZoneDatabase
  private var placements: PlacementDecoder?
  /// The row of the first user that was not read.
  private var next: UInt32 = 0

  init(path: String, zones: ZoneDatabase) {
    self.path = path
    self.zones = zones
  }

  func begin(after head: YAMLDocument, fileSize size: Int) -> Bool {
    guard let root = head.root, root.isOwnMapping, !root.hasKey("include") else { return false }
    let field = Field(name: "the file", keyRange: root.place, value: PatchedNode(root))
    var decoder = FileDecoder()
    decoder.zones = zones
    var reader = FileReader(path: path, decoder: decoder)
    guard let head = reader.readHead(field), !reader.decoder.diagnostics.hasErrors else {
      return false
    }
    // What is found here is found again, and reported, when the whole file is read.
    reader.decoder.diagnostics = Diagnostics()
    var placements = reader.placementDecoder(head)
    placements.reserve(users: size / Self.bytesOfUser)
    self.placements = placements
    return true
  }

  /// The fewest bytes that a user takes; memory that stays empty costs nothing.
  private static let bytesOfUser = 32

  func read(_ entries: Int, of rows: NodeRows, from row: UInt32) -> Bool {
    guard var placements else { return false }
    self.placements = nil
    defer { self.placements = placements }
    next = row
    for _ in 0..<entries {
      guard placements.readUsual(rows, from: next) else { return false }
      next = rows.row(after: rows.row(after: next))
    }
    return true
  }

  /// Returns whether the users mean in a whole file what they meant while it was being parsed: no
  /// other file has a part in it, and nothing after the users changes how they are read.
  func fits(_ root: PatchedNode) -> Bool {
    guard let root = root.ownNode, root.isOwnMapping else { return false }
    let later = root.entries.drop { !$0.key.equals(section) }.dropFirst()
    return later.allSatisfy { entry in
      entry.key.equals("events") || entry.key.equals("tests")
        || entry.key.kind == .scalar && entry.key.text.hasPrefix("x-")
    }
  }

  /// Hands over what was read, once, with the row of the next user; nil where it is of no use.
  func take() -> (placements: PlacementDecoder, next: UInt32)? {
    defer { placements = nil }
    guard let placements, placements.decoder.diagnostics.isEmpty, next > 0 else { return nil }
    return (placements, next)
  }
}

extension PlacementDecoder {
  /// Takes over the users that were read ahead; returns the row of the next one.
  mutating func takeUsersAhead() -> UInt32? {
    guard let found = ahead?.take() else { return nil }
    users = found.placements.users
    placements = found.placements.placements
    settings = found.placements.settings
    plans = found.placements.plans
    usual = found.placements.usual
    isPlaced = found.placements.isPlaced
    return found.next
  }
}
