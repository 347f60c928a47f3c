internal import MetschedDiagnostics

/// What libyaml says where it gives up, with byte offsets.
struct SyntaxProblem {
  /// Its sentence, such as `did not find expected key`.
  var message: String
  /// Where it gave up.
  var offset: Int
  /// What it was doing, such as `while parsing a block mapping`.
  var context: String?
  /// Where that began.
  var contextOffset: Int?
}

/// A syntax error of libyaml in words for the person who wrote the file.
///
/// libyaml knows what it expected; what was probably meant is read off the text around the place.
/// Where nothing better is known, its own words are passed on.
struct SyntaxExplanation {
  let problem: SyntaxProblem
  let text: SourceText
  let file: FileID

  init(_ problem: SyntaxProblem, bytes: UnsafeBufferPointer<UInt8>, file: FileID) {
    self.problem = problem
    text = SourceText(bytes: bytes)
    self.file = file
  }

  /// The error.
  var diagnostic: Diagnostic {
    switch problem.message {
    case "found unexpected end of stream", "found unexpected document indicator":
      unclosedQuote
    case "mapping values are not allowed in this context": unexpectedColon
    case "could not find expected ':'": missingColon
    case "did not find expected key": unexpectedInMapping
    case "did not find expected '-' indicator": unexpectedInSequence
    case "did not find expected ',' or '}'", "did not find expected ',' or ']'":
      unexpectedInBrackets
    case "did not find expected node content": missingNode
    case "block sequence entries are not allowed in this context": itemAfterKey
    case "found character that cannot start any token": unexpectedCharacter
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      tab(at: text.firstTab(onLineOf: problem.offset) ?? problem.offset)
    case "did not find expected alphabetic or numeric character": namelessAlias
    case "did not find expected <document start>": afterDocument
    default: rareProblem
    }
  }

  // MARK: Building

  func range(_ offsets: Range<Int>) -> SourceRange {
    SourceRange(file: file, offsets.clamped(to: 0..<text.bytes.count))
  }

  func error(
    _ message: String, at offsets: Range<Int>, notes: [Diagnostic.Note] = [],
    suggestion: Diagnostic.FixIt? = nil
  ) -> Diagnostic {
    .error(.yamlSyntax, message, at: range(offsets), notes: notes, suggestion: suggestion)
  }

  func note(_ message: String, at offsets: Range<Int>) -> Diagnostic.Note {
    Diagnostic.Note(message, at: range(offsets))
  }

  func excerpt(_ offsets: Range<Int>) -> String {
    Excerpt.of(text.bytes[offsets.clamped(to: 0..<text.bytes.count)])
  }

  /// Returns the edit that puts double quotes around a value.
  func quoting(_ offsets: Range<Int>, isAutomatic: Bool = true) -> Diagnostic.FixIt {
    var quoted = "\""
    for scalar in String(decoding: text.bytes[offsets], as: UTF8.self).unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    quoted += "\""
    let shown = Excerpt.of(quoted)
    return Diagnostic.FixIt(
      "write `\(shown)`", at: range(offsets), replacement: quoted, isAutomatic: isAutomatic)
  }

  func tab(at offset: Int) -> Diagnostic {
    error("a tab cannot indent; use spaces", at: offset..<offset + 1)
  }

  /// The note at what libyaml was reading when it gave up.
  func contextNote(_ message: String) -> [Diagnostic.Note] {
    guard let offset = problem.contextOffset else { return [] }
    return [note(message, at: text.word(at: offset))]
  }
}
