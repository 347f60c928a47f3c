/// What is wrong with the bytes of a file before any YAML is looked for.
enum InputProblem: Equatable {
  /// A byte that begins or continues no UTF-8 sequence.
  case invalidUTF8(offset: Int)
  /// A character outside YAML's printable set.
  case character(Unicode.Scalar, range: Range<Int>)
  /// A byte order mark of another encoding.
  case encoding(name: String, length: Int)
  /// More `%TAG` directives than allowed; the place of the first one too many.
  case tagDirectives(offset: Int)
}

/// Checks the bytes of a file in one quick pass.
///
/// libyaml would refuse the same, but it reports only that something is wrong near some
/// buffer's end. Source: YAML 1.2.2, section 5.1, character set.
struct InputCheck {
  /// The first problem.
  private(set) var problem: InputProblem?
  /// The bytes of the byte order mark: 3 or 0.
  private(set) var markLength = 0
  /// The bytes after the mark that are ASCII without a break.
  private(set) var asciiLength = 0

  private var hasPercent = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, limits: YAMLLimits) {
    if let (name, length) = Self.foreignMark(bytes) {
      problem = .encoding(name: name, length: length)
      return
    }
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { markLength = 3 }
    scan(bytes)
    if problem == nil, hasPercent { countDirectives(bytes, limit: limits.tagDirectives) }
  }

  private static func foreignMark(_ bytes: UnsafeBufferPointer<UInt8>) -> (String, Int)? {
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return ("UTF-32", 4) }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return ("UTF-32", 4) }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      return ("UTF-16", 2)
    }
    return nil
  }

  /// Whether the bytes are no text in UTF-8 at all, so that it helps nobody to name one of them.
  static func isBinary(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // As much as other programs look at; a slip of an editor leaves one odd byte, not several.
    let odd = bytes.prefix(8_000).filter { byte in
      byte < 0x20 ? byte != 0x09 && byte != 0x0A && byte != 0x0D : byte == 0x7F
    }
    return odd.count > 3 && odd.contains(0)
  }

  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    var offset = markLength
    var firstWide: Int?
    while offset < bytes.count {
      if offset + 8 <= bytes.count {
        // SAFETY: the 8 bytes from `offset` lie in the buffer, as just compared.
        let word = UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self)
        if Self.isPlain(word) {
          if Self.marks(of: 0x25, in: word) != 0 { hasPercent = true }
          offset += 8
          continue
        }
      }
      let end = min(offset + 8, bytes.count)
      while offset < end {
        let byte = bytes[offset]
        if byte == 0x25 { hasPercent = true }
        if byte >= 0x20, byte < 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D {
          offset += 1
        } else if byte == 0x09 || byte == 0x0A || byte == 0x0D {
          offset += 1
        } else {
          if byte >= 0x80, firstWide == nil { firstWide = offset }
          guard let length = Self.sequence(at: offset, in: bytes) else {
            problem = .invalidUTF8(offset: offset)
            return
          }
          let scalar = Self.scalar(at: offset, length: length, in: bytes)
          guard Self.isPrintable(scalar.value) else {
            problem = .character(scalar, range: offset..<offset + length)
            return
          }
          offset += length
        }
      }
    }
    asciiLength = (firstWide ?? bytes.count) - markLength
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Returns the top bit of each byte of an ASCII word that is a given ASCII character.
  private static func marks(of character: UInt64, in word: UInt64) -> UInt64 {
    // A byte with its top bit set keeps it when 1 is taken away, unless nothing else was set.
    ~(((word ^ (character * ones)) | tops) &- ones) & tops
  }

  /// Returns whether eight bytes are all ASCII that YAML allows.
  private static func isPlain(_ word: UInt64) -> Bool {
    if word & tops != 0 { return false }
    let controls = ~((word | tops) &- 0x20 * ones) & tops
    let deleted = marks(of: 0x7F, in: word)
    if controls | deleted == 0 { return true }
    let allowed =
      marks(of: 0x0A, in: word) | marks(of: 0x0D, in: word) | marks(of: 0x09, in: word)
    return (controls & ~allowed) | deleted == 0
  }

  /// Returns the length of the well-formed UTF-8 sequence at an offset, or nil.
  private static func sequence(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    func byte(_ distance: Int) -> UInt8 {
      offset + distance < bytes.count ? bytes[offset + distance] : 0
    }
    func continues(_ distance: Int) -> Bool { byte(distance) & 0xC0 == 0x80 }
    let second = byte(1)
    switch bytes[offset] {
    case 0..<0x80: return 1
    case 0xC2...0xDF: return continues(1) ? 2 : nil
    case 0xE0: return second >= 0xA0 && continues(1) && continues(2) ? 3 : nil
    case 0xED: return second < 0xA0 && continues(1) && continues(2) ? 3 : nil
    case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : nil
    case 0xF0: return second >= 0x90 && continues(1) && continues(2) && continues(3) ? 4 : nil
    case 0xF4: return second < 0x90 && continues(1) && continues(2) && continues(3) ? 4 : nil
    case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : nil
    default: return nil
    }
  }

  private static func scalar(
    at offset: Int, length: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Unicode.Scalar {
    let lead = UInt32(bytes[offset])
    var value = length == 1 ? lead : lead & (0x7F >> UInt32(length))
    for distance in 1..<max(length, 1) {
      value = value << 6 | UInt32(bytes[offset + distance] & 0x3F)
    }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static func isPrintable(_ value: UInt32) -> Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...0x10FFFF:
      true
    default: false
    }
  }

  private mutating func countDirectives(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) {
    var count = 0
    let word = Array("%TAG".utf8)
    for offset in markLength..<bytes.count where bytes[offset] == 0x25 {
      let begins = offset == markLength || bytes[offset - 1] == 0x0A || bytes[offset - 1] == 0x0D
      guard begins, bytes[offset...].starts(with: word) else { continue }
      count += 1
      guard count <= limit else {
        problem = .tagDirectives(offset: offset)
        return
      }
    }
  }
}
