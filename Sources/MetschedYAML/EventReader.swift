internal import CYAML

/// Reads libyaml's events in batches; the only place that knows libyaml.
///
/// It turns marks into byte offsets and C's unions into values, and owns the parser's memory.
struct EventReader: ~Copyable {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let limits: YAMLLimits
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private var cursor: MarkCursor
  private var documentStart = 0..<0
  /// The number of documents begun.
  private var documents = 0
  private var hasExplicitStart = false
  private var hasExplicitEnd = false
  /// The collections that are open.
  private var depth = 0

  /// Creates a reader over checked UTF-8 that outlives it; nil where memory is lacking.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, check: InputCheck, limits: YAMLLimits) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    // SAFETY: both structs are plain C data; all bits zero is what libyaml itself starts from,
    // and deleting an event of type 0 does nothing.
    parser.initialize(to: yaml_parser_t())
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      return nil
    }
    self.bytes = bytes
    self.limits = limits
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

  /// Reads the next events, up to the end of the first document; the last batch says why it ends.
  mutating func nextBatch(upTo count: Int) -> EventBatch {
    var batch = EventBatch()
    // Room for the densest usual file.
    batch.events.reserveCapacity(min(bytes.count / 4 + 16, count))
    while batch.events.count < count {
      if let reason = readEvent(into: &batch) {
        batch.end = StreamEnd(
          reason: reason, documentStart: documentStart, hasExplicitStart: hasExplicitStart,
          hasExplicitEnd: hasExplicitEnd)
        break
      }
    }
    return batch
  }

  /// Reads one event, and returns why it is the last, if it is.
  private mutating func readEvent(into batch: inout EventBatch) -> StreamEnd.Reason? {
    guard yaml_parser_parse(parser, event) == 1 else { return .refused(problem()) }
    // Every event owns its strings; each is freed before the next is read.
    defer { yaml_event_delete(event) }
    switch event.pointee.type {
    case YAML_SCALAR_EVENT: scalar(into: &batch)
    case YAML_ALIAS_EVENT: alias(into: &batch)
    case YAML_SEQUENCE_START_EVENT: sequence(into: &batch)
    case YAML_MAPPING_START_EVENT: mapping(into: &batch)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      depth -= 1
      // A collection that a bracket closes ends with that token; any other has an empty mark.
      let isClosed = event.pointee.end_mark.index > event.pointee.start_mark.index
      batch.events.append(plainEvent(isClosed ? .bracket : .end))
    case YAML_DOCUMENT_START_EVENT:
      documents += 1
      let place = plainEvent(.documentStart)
      let (start, end) = (Int(place.start), Int(place.end))
      if documents > 1 { return .secondDocument(start..<max(start, end)) }
      hasExplicitStart = event.pointee.data.document_start.implicit == 0
      if hasExplicitStart { documentStart = end - 3..<end }
      batch.events.append(place)
    case YAML_DOCUMENT_END_EVENT:
      hasExplicitEnd = event.pointee.data.document_end.implicit == 0
    case YAML_STREAM_END_EVENT: return .finished
    default: break
    }
    // libyaml takes quadratic time on deep nesting, so nothing is read beyond the limit.
    return depth > limits.depth ? .tooDeep : nil
  }

  // MARK: Events

  private mutating func scalar(into batch: inout EventBatch) {
    // SAFETY: the event's type says which member of the union is valid, here and below.
    let data = event.pointee.data.scalar
    let text = UnsafeBufferPointer(start: UnsafePointer(data.value), count: data.length)
    var result = plainEvent(.scalar)
    result.style =
      switch data.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
    result.properties = batch.add(anchor: Self.text(data.anchor), tag: Self.text(data.tag))
    result.textCount = UInt32(data.length)
    // Most texts stand in the source as they are, between quotes or without.
    let quotes = result.style == .singleQuoted || result.style == .doubleQuoted ? 1 : 0
    let start = Int(result.start) + quotes
    if Int(result.end) - quotes == start + text.count,
      Bytes.areEqual(text, UnsafeBufferPointer(rebasing: bytes[start..<start + text.count]))
    {
      result.textStart = UInt32(start)
    } else {
      result.textIsAside = true
      result.textStart = UInt32(batch.add(text: text).lowerBound)
    }
    batch.events.append(result)
  }

  private mutating func alias(into batch: inout EventBatch) {
    guard let name = Self.text(event.pointee.data.alias.anchor) else { return }
    var result = plainEvent(.alias)
    let place = batch.add(text: name)
    result.textIsAside = true
    result.textStart = UInt32(place.lowerBound)
    result.textCount = UInt32(place.count)
    batch.events.append(result)
  }

  private mutating func sequence(into batch: inout EventBatch) {
    let data = event.pointee.data.sequence_start
    var result = plainEvent(.sequence)
    result.style = data.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block
    result.properties = batch.add(anchor: Self.text(data.anchor), tag: Self.text(data.tag))
    batch.events.append(result)
    depth += 1
  }

  private mutating func mapping(into batch: inout EventBatch) {
    let data = event.pointee.data.mapping_start
    var result = plainEvent(.mapping)
    result.style = data.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block
    result.properties = batch.add(anchor: Self.text(data.anchor), tag: Self.text(data.tag))
    batch.events.append(result)
    depth += 1
  }

  // MARK: Marks and texts

  private mutating func plainEvent(_ kind: EventBatch.Kind) -> EventBatch.Event {
    let start = cursor.offset(ofCharacter: event.pointee.start_mark.index)
    let end = cursor.offset(ofCharacter: event.pointee.end_mark.index)
    return EventBatch.Event(start: UInt32(start), end: UInt32(end), kind: kind)
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
