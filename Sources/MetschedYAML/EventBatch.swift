/// Some events of libyaml in plain memory, so that one thread can read them and another take them.
///
/// A text that stands in the source as it is written is named by its place there; any other lies
/// in `bytes`, with anchors and tags.
struct EventBatch: Sendable {
  enum Kind: UInt8 {
    case scalar
    case alias
    case sequence
    case mapping
    /// The end of a collection that no bracket closes.
    case end
    /// The end of a collection at its bracket.
    case bracket
    case documentStart
  }

  /// One event: 24 bytes.
  struct Event {
    /// The bytes of the event; see `NodeEvent`.
    var start: UInt32
    var end: UInt32
    /// The text of a scalar, the name of an alias.
    var textStart: UInt32 = 0
    var textCount: UInt32 = 0
    /// One more than the index of the event's anchor and tag; 0 for none.
    var properties: UInt32 = 0
    var kind: Kind
    var style = NodeStyle.plain
    /// Whether the text lies in `bytes`, not in the source.
    var textIsAside = false
  }

  /// The anchor and the tag of an event, in `bytes`.
  struct Properties {
    var anchor: Range<Int>?
    var tag: Range<Int>?
  }

  var events: [Event] = []
  private(set) var properties: [Properties] = []
  private(set) var bytes: [UInt8] = []
  /// Why reading ended; nil where more batches follow.
  var end: StreamEnd?

  /// Keeps an anchor and a tag, and returns how an event names them.
  mutating func add(
    anchor: UnsafeBufferPointer<UInt8>?, tag: UnsafeBufferPointer<UInt8>?
  ) -> UInt32 {
    if anchor == nil, tag == nil { return 0 }
    properties.append(
      Properties(anchor: anchor.map { add(text: $0) }, tag: tag.map { add(text: $0) }))
    return UInt32(properties.count)
  }

  /// Keeps a text, and returns where in `bytes` it lies.
  mutating func add(text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: text)
    return start..<bytes.count
  }
}

/// How the events of a file end.
struct StreamEnd: Sendable {
  /// Why reading ended.
  enum Reason {
    /// The stream was read to its end.
    case finished
    /// Collections stand too deep in each other, which the table reports.
    case tooDeep
    /// A second document begins at these bytes.
    case secondDocument(Range<Int>)
    /// libyaml refused what stands there.
    case refused(SyntaxProblem)
  }

  var reason: Reason
  /// The bytes of the first document's `---`; empty where it has none.
  var documentStart: Range<Int>
  var hasExplicitStart: Bool
  var hasExplicitEnd: Bool

  /// The end of a file for which there was no memory.
  static let outOfMemory = StreamEnd(
    reason: .refused(
      SyntaxProblem(message: "out of memory", offset: 0, context: nil, contextOffset: nil)),
    documentStart: 0..<0, hasExplicitStart: false, hasExplicitEnd: false)
}

extension EventBatch {
  /// The one batch of a file for which there was no memory.
  static let outOfMemory: EventBatch = {
    var batch = EventBatch()
    batch.end = .outOfMemory
    return batch
  }()
}
