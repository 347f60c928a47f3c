package import MetschedDiagnostics

/// Turns the bytes of a file into a document and diagnostics; nothing is thrown.
package enum YAMLParser {
  /// Parses a file that holds one YAML document.
  ///
  /// Syntax errors and passed limits leave no document, and only the first of them can be known.
  /// Duplicate keys, undefined aliases, wrong merge values and a second document are errors too,
  /// but the document is returned, so that all else that is wrong with it can be reported in the
  /// same run. A file of blanks and comments gives a document without root and no error.
  ///
  /// - Parameters:
  ///   - file: the number of the file in `sources`.
  ///   - sources: the files read so far.
  ///   - limits: what the file may ask for.
  ///   - readAhead: when a second thread helps.
  ///   - section: who reads a section of a large file while the rest is being parsed.
  ///   - diagnostics: takes what is found.
  /// - Returns: the document, or nil where nothing can be made of the bytes.
  /// - Complexity: O(bytes), by libyaml's events and one pass before them.
  package static func parse(
    _ file: FileID, in sources: SourceMap, limits: YAMLLimits = YAMLLimits(),
    readAhead: ReadAhead = ReadAhead(), section: (any SectionReader)? = nil,
    diagnostics: inout Diagnostics
  ) -> YAMLDocument? {
    let source = sources[file]
    guard source.bytes.count <= limits.inputBytes else {
      let size = "\(source.bytes.count) bytes; at most \(limits.inputBytes) are allowed"
      diagnostics.append(
        .error(
          .yamlLimit, "the file has \(size) (input size)", at: SourceRange(file: file, 0..<0)))
      return nil
    }
    // SAFETY: everything that borrows the buffer ends inside the closure.
    return source.bytes.withUnsafeBufferPointer { bytes in
      let check = InputCheck(bytes, limits: limits)
      if let problem = check.problem {
        diagnostics.append(problem.diagnostic(in: file, bytes: bytes))
        return nil
      }
      return read(
        bytes, check: check, of: source, file, limits: limits, readAhead, section,
        &diagnostics)
    }
  }

  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, check: InputCheck, of source: SourceFile, _ file: FileID,
    limits: YAMLLimits, _ readAhead: ReadAhead, _ section: (any SectionReader)?,
    _ diagnostics: inout Diagnostics
  ) -> YAMLDocument? {
    var table = NodeTable(file: file, source: bytes, limits: limits)
    guard bytes.count > check.markLength else {
      // NB: libyaml stops the process when it is given no bytes at all.
      return YAMLDocument(
        file: file, source: source, table: table, hasExplicitStart: false, hasExplicitEnd: false)
    }
    let end = take(
      bytes, check: check, of: source, limits: limits, readAhead, section, into: &table)
    diagnostics.append(contentsOf: table.diagnostics)
    guard let end else { return nil }
    switch end.reason {
    case .finished: break
    case .tooDeep: return nil
    case .refused(let problem):
      let syntax = SyntaxExplanation(problem, bytes: bytes, file: file)
      diagnostics.append(syntax.diagnostic)
      return nil
    case .secondDocument(let place):
      let first =
        end.hasExplicitStart || table.records.isEmpty
        ? SourceRange(file: file, end.documentStart) : table.range(ofRow: 0)
      diagnostics.append(
        .error(
          .secondDocument, "a second document begins here; a file holds one, so split it",
          at: SourceRange(file: file, place),
          notes: [Diagnostic.Note("the first begins here", at: first)]))
    }
    return YAMLDocument(
      file: file, source: source, table: table, hasExplicitStart: end.hasExplicitStart,
      hasExplicitEnd: end.hasExplicitEnd)
  }
}

extension YAMLParser {
  /// Reads a file's events into a table, and returns how they end; nil where a limit was passed.
  private static func take(
    _ bytes: UnsafeBufferPointer<UInt8>, check: InputCheck, of source: SourceFile,
    limits: YAMLLimits, _ readAhead: ReadAhead, _ section: (any SectionReader)?,
    into table: inout NodeTable
  ) -> StreamEnd? {
    if bytes.count >= readAhead.smallestFile {
      let ahead = EventReadAhead(source, check: check, limits: limits, readAhead)
      var progress = section.map { SectionProgress($0) }
      let end = ahead.run { next in
        take(next, into: &table) { progress?.advance($0, of: source) }
      }
      if let end { return end }
    }
    guard var reader = EventReader(bytes, check: check, limits: limits) else { return .outOfMemory }
    return take({ reader.nextBatch(upTo: readAhead.events) }, into: &table) { _ in }
  }

  private static func take(
    _ next: () -> EventBatch, into table: inout NodeTable, _ advance: (NodeTable) -> Void
  ) -> StreamEnd? {
    while true {
      let batch = next()
      table.take(batch)
      if table.isFinished { return nil }
      if let end = batch.end { return end }
      advance(table)
    }
  }
}

extension InputProblem {
  /// Returns the problem in words.
  func diagnostic(in file: FileID, bytes: UnsafeBufferPointer<UInt8>) -> Diagnostic {
    if let offset = oddOffset, InputCheck.isBinary(bytes) {
      return .error(
        .yamlEncoding, "this is no text in UTF-8: the file is binary, or in another encoding",
        at: SourceRange(file: file, offset..<offset + 1))
    }
    switch self {
    case .invalidUTF8(let offset):
      return .error(
        .yamlEncoding,
        "byte 0x\(Self.hex(UInt32(bytes[offset]), digits: 2)) is not UTF-8; save "
          + "the file as UTF-8", at: SourceRange(file: file, offset..<offset + 1))
    case .character(let scalar, let range):
      return .error(
        .yamlCharacter, Self.advice(for: scalar), at: SourceRange(file: file, range))
    case .encoding(let name, let length):
      return .error(
        .yamlEncoding, "the file is \(name); save it as UTF-8",
        at: SourceRange(file: file, 0..<length))
    case .tagDirectives(let offset):
      return .error(
        .yamlLimit, "more `%TAG` directives than allowed (tag directives)",
        at: SourceRange(file: file, offset..<offset + 4))
    }
  }

  /// Where the byte stands that cannot be; nil for problems of another kind.
  private var oddOffset: Int? {
    switch self {
    case .invalidUTF8(let offset): offset
    case .character(_, let range): range.lowerBound
    case .encoding, .tagDirectives: nil
    }
  }

  private static func advice(for scalar: Unicode.Scalar) -> String {
    let name = "U+" + hex(scalar.value, digits: 4)
    let escape =
      scalar.value < 0x100
      ? "\\x" + hex(scalar.value, digits: 2) : "\\u" + hex(scalar.value, digits: 4)
    switch scalar.value {
    case 0: return "YAML does not allow the character \(name) (is this a text file in UTF-8?)"
    case 0xFEFF:
      return "a byte order mark (\(name)) may stand only at the beginning of the file; remove it"
    default:
      return "YAML does not allow the character \(name); remove it, or write `\(escape)` in "
        + "double quotes"
    }
  }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
