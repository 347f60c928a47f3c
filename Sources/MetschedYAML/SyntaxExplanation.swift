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
struct SyntaxExplanation {
  let problem: SyntaxProblem
  let bytes: UnsafeBufferPointer<UInt8>
  let file: FileID

  init(_ problem: SyntaxProblem, bytes: UnsafeBufferPointer<UInt8>, file: FileID) {
    self.problem = problem
    self.bytes = bytes
    self.file = file
  }

  /// The error.
  var diagnostic: Diagnostic {
    .error(
      .yamlSyntax, problem.message, at: SourceRange(file: file, problem.offset..<problem.offset))
  }
}
