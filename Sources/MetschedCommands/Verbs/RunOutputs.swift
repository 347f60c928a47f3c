/// The files that a run writes beside its output.
///
/// A virtual run's appear whole or not at all; a live run's record grows with it, so that a
/// killed one leaves what had happened.
final class RunOutputs {
  let record: (any OutputFile)?
  let summary: (any OutputFile)?
  let writesJSON: Bool

  init(_ arguments: ParsedArguments, isLive: Bool) throws(FileAccess.Failure) {
    if let path = arguments["record"], !path.hasSuffix(".jsonl") {
      throw FileAccess.Failure(
        message: "`--record` writes JSON lines; name a file that ends in `.jsonl`, not `\(path)`")
    }
    writesJSON = arguments["format"] == "json"
    if let path = arguments["record"] {
      record = isLive ? try GrowingFile(path) : try AtomicFile(path)
    } else {
      record = nil
    }
    if let path = arguments["summary"] {
      summary = try AtomicFile(path)
    } else {
      summary = nil
    }
  }

  /// Lets others see what was written, as far as the file grows at all.
  func flush() throws(FileAccess.Failure) {
    try record?.flush()
  }

  func commit() throws(FileAccess.Failure) {
    try record?.commit()
    try summary?.commit()
  }

  /// Takes away what is not whole.
  func discard() {
    record?.discard()
    summary?.discard()
  }
}
