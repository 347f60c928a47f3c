/// The files that a run writes beside its output.
///
/// A virtual run's appear whole or not at all; a live run's record grows with it, so that a
/// killed one leaves what had happened.
final class RunOutputs {
  let record: (any OutputFile)?
  let summary: (any OutputFile)?
  let database: RunDatabase?
  /// What a live run takes in, as `replay` needs it; nil where nothing is recorded.
  let inputs: RunInputs?
  /// Where inputs go that stand beside JSON lines.
  private let inputLines: (any OutputFile)?
  let writesJSON: Bool

  /// Begins the files that the command line asks for.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - configuration: the path of a live run's configuration; nil for virtual runs.
  ///   - terminal: where people are told of what becomes of the files.
  /// - Throws: why one of them cannot be written.
  init(
    _ arguments: ParsedArguments, live configuration: String?, _ terminal: Terminal
  ) throws(FileAccess.Failure) {
    let isLive = configuration != nil
    writesJSON = arguments["format"] == "json"
    let path = arguments["record"]
    if let path, !path.hasSuffix(".jsonl"), !path.hasSuffix(".db") {
      throw FileAccess.Failure(
        message: "`--record` writes JSON lines or a database; name a file that ends in `.jsonl` "
          + "or `.db`, not `\(path)`")
    }
    if let path, path.hasSuffix(".jsonl") {
      inputLines = isLive ? try GrowingFile(InputLines.path(for: path)) : nil
      record = isLive ? try GrowingFile(path) : try AtomicFile(path)
      database = nil
    } else {
      record = nil
      inputLines = nil
      database = try Self.database(path, arguments, live: configuration, terminal)
    }
    inputs = isLive && (record != nil || database != nil) ? RunInputs() : nil
    if let path = arguments["summary"] {
      summary = try AtomicFile(path)
    } else {
      summary = nil
    }
  }

  /// Lets others see what was written, as far as the file grows at all.
  func flush() throws(FileAccess.Failure) {
    let inputs = self.inputs?.drain() ?? []
    database?.settled(inputs)
    // Inputs first: one too many does no harm to a run that is killed here.
    for input in inputs { try inputLines?.write(InputLines.line(input)) }
    try inputLines?.flush()
    try record?.flush()
  }

  func commit() throws(FileAccess.Failure) {
    try inputLines?.commit()
    try record?.commit()
    try database?.commit()
    try summary?.commit()
  }

  /// Takes away what is not whole.
  func discard() {
    inputLines?.discard()
    record?.discard()
    database?.discard()
    summary?.discard()
  }

  /// The database that was named, or a live run's own.
  private static func database(
    _ path: String?, _ arguments: ParsedArguments, live configuration: String?,
    _ terminal: Terminal
  ) throws(FileAccess.Failure) -> RunDatabase? {
    if let path { return try RunDatabase(path, isLive: configuration != nil, terminal) }
    guard let configuration, !arguments.has("no-record"), RunDatabase.isAvailable,
      let folder = StatePath.folder(terminal.environment)
    else { return nil }
    try StatePath.create(folder)
    return try RunDatabase(
      StatePath.file(for: configuration, in: folder), isLive: true, terminal)
  }
}
