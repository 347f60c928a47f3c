internal import CYAML

/// Why reading ended.
enum ReadingEnd {
  /// The stream was read to its end.
  case finished
  /// A limit was passed; the table has reported it.
  case stopped
  /// A second document begins at these bytes.
  case secondDocument(Range<Int>)
  /// libyaml refused what stands there.
  case refused(SyntaxProblem)
}

/// Feeds libyaml's events to a table of nodes; the only place that knows libyaml.
///
/// It turns marks into byte offsets and C's unions into values, and owns the parser's memory.
struct EventReader: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private var cursor: MarkCursor
  /// The byte range of the first document's `---`, or an empty one where it has none.
  private(set) var documentStart = 0..<0
  /// The number of documents begun.
  private(set) var documents = 0
  private(set) var hasExplicitStart = false
  private(set) var hasExplicitEnd = false

  /// Creates a reader over checked UTF-8 that outlives it; nil where memory is lacking.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, check: InputCheck) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    // SAFETY: both structs are plain C data; all bits zero is what libyaml itself starts from,
    // and deleting an event of type 0 does nothing.
    parser.initialize(to: yaml_parser_t())
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      return nil
    }
    self.parser = parser
    event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
    cursor = MarkCursor(bytes, check: check)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    // SAFETY: libyaml reads the bytes until the parser is deleted, which `deinit` does while
    // the caller still holds them.
    let body = UnsafeBufferPointer(rebasing: bytes[check.markLength...])
    yaml_parser_set_input_string(parser, body.baseAddress, body.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    event.deallocate()
  }

  /// Reads events into a table until the first document ends, something stops it, or all is read.
  mutating func read(into table: inout NodeTable) -> ReadingEnd {
    while !table.isFinished {
      guard yaml_parser_parse(parser, event) == 1 else { return .refused(problem()) }
      // Every event owns its strings; each is freed before the next is read.
      defer { yaml_event_delete(event) }
      switch event.pointee.type {
      case YAML_SCALAR_EVENT: scalar(into: &table)
      case YAML_ALIAS_EVENT: alias(into: &table)
      case YAML_SEQUENCE_START_EVENT: sequence(into: &table)
      case YAML_MAPPING_START_EVENT: mapping(into: &table)
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
        // A collection that a bracket closes ends with that token; any other has an empty mark.
        let isClosed = event.pointee.end_mark.index > event.pointee.start_mark.index
        table.end(at: isClosed ? end() : nil)
      case YAML_DOCUMENT_START_EVENT:
        let isExplicit = event.pointee.data.document_start.implicit == 0
        documents += 1
        if documents > 1 { return .secondDocument(start()..<max(start(), end())) }
        hasExplicitStart = isExplicit
        if isExplicit { documentStart = end() - 3..<end() }
        table.lastEnd = end()
      case YAML_DOCUMENT_END_EVENT:
        hasExplicitEnd = event.pointee.data.document_end.implicit == 0
      case YAML_STREAM_END_EVENT: return .finished
      default: break
      }
    }
    return .stopped
  }

  // MARK: Events

  private mutating func scalar(into table: inout NodeTable) {
    // SAFETY: the event's type says which member of the union is valid, here and below.
    let data = event.pointee.data.scalar
    let text = UnsafeBufferPointer(start: UnsafePointer(data.value), count: data.length)
    let style: NodeStyle =
      switch data.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
    table.scalar(node(style: style, anchor: data.anchor, tag: data.tag), text: text)
  }

  private mutating func alias(into table: inout NodeTable) {
    guard let name = Self.text(event.pointee.data.alias.anchor) else { return }
    let first = start()
    table.alias(start: first, end: end(), name: name)
  }

  private mutating func sequence(into table: inout NodeTable) {
    let data = event.pointee.data.sequence_start
    let style: NodeStyle = data.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block
    table.begin(node(style: style, anchor: data.anchor, tag: data.tag), isMapping: false)
  }

  private mutating func mapping(into table: inout NodeTable) {
    let data = event.pointee.data.mapping_start
    let style: NodeStyle = data.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block
    table.begin(node(style: style, anchor: data.anchor, tag: data.tag), isMapping: true)
  }

  private mutating func node(
    style: NodeStyle, anchor: UnsafeMutablePointer<yaml_char_t>?,
    tag: UnsafeMutablePointer<yaml_char_t>?
  ) -> NodeEvent {
    let first = start()
    return NodeEvent(
      start: first, end: end(), style: style, anchor: Self.text(anchor), tag: Self.text(tag))
  }

  // MARK: Marks and texts

  private mutating func start() -> Int {
    cursor.offset(ofCharacter: event.pointee.start_mark.index)
  }

  private mutating func end() -> Int {
    cursor.offset(ofCharacter: event.pointee.end_mark.index)
  }

  /// Returns a C string as a buffer without its terminating zero, or nil for none.
  private static func text(
    _ string: UnsafeMutablePointer<yaml_char_t>?
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let string else { return nil }
    var count = 0
    // SAFETY: libyaml ends every string with a zero.
    while string[count] != 0 { count += 1 }
    return UnsafeBufferPointer(start: UnsafePointer(string), count: count)
  }

  /// Returns what libyaml says it stumbled over.
  private mutating func problem() -> SyntaxProblem {
    let state = parser.pointee
    let message = state.problem.map { String(cString: $0) } ?? "out of memory"
    let context = state.context.map { String(cString: $0) }
    return SyntaxProblem(
      message: message, offset: cursor.offset(ofCharacter: state.problem_mark.index),
      context: context,
      contextOffset: context == nil
        ? nil : cursor.offset(ofCharacter: state.context_mark.index))
  }
}
