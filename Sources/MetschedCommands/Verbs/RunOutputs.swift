/// The files that a run writes beside its output; both appear whole or not at all.
final class RunOutputs {
  let record: AtomicFile?
  let summary: AtomicFile?
  let writesJSON: Bool

  init(_ arguments: ParsedArguments) throws(FileAccess.Failure) {
    if let path = arguments["record"], !path.hasSuffix(".jsonl") {
      throw FileAccess.Failure(
        message: "`--record` writes JSON lines; name a file that ends in `.jsonl`, not `\(path)`")
    }
    writesJSON = arguments["format"] == "json"
    record = try Self.open(arguments["record"])
    summary = try Self.open(arguments["summary"])
  }

  func commit() throws(FileAccess.Failure) {
    try record?.commit()
    try summary?.commit()
  }

  private static func open(_ path: String?) throws(FileAccess.Failure) -> AtomicFile? {
    guard let path else { return nil }
    return try AtomicFile(path)
  }
}
