/// Turns libyaml's marks, which count characters, into byte offsets.
///
/// Up to the first character that is not ASCII the two are equal. After it the cursor walks from
/// the last mark to the next; marks come almost in order, so the whole costs O(bytes).
struct MarkCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let markLength: Int
  private let asciiLength: Int
  private var character: Int
  private var offset: Int

  /// Creates a cursor over checked UTF-8 that outlives it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, check: InputCheck) {
    self.bytes = bytes
    markLength = check.markLength
    asciiLength = check.asciiLength
    character = check.asciiLength
    offset = check.markLength + check.asciiLength
  }

  /// Returns the byte offset of a character counted from 0 after the byte order mark.
  mutating func offset(ofCharacter index: Int) -> Int {
    if index <= asciiLength { return markLength + index }
    while character < index, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      character += 1
    }
    while character > index {
      offset -= 1
      while offset > 0, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      character -= 1
    }
    return offset
  }
}
