/// What becomes of a database while a run goes on; told once per change, on the writer's thread.
package enum StoreNotice: Hashable, Sendable {
  /// Nothing can be written; records wait in memory, and it is tried again and again.
  case failing(StoreError)
  /// More records wait than are kept; from now on the oldest of them are dropped.
  case dropping
  /// What waited has been written; `dropped` records were not kept.
  case recovered(dropped: Int)
  /// The file was damaged; it is kept under another name, and a new one was begun.
  case movedAside(path: String, kept: String)
  /// The file was gone, with all that was in it, so a new one was begun.
  case begunAnew(path: String)
  /// SQLite would not take some records, so they were left out.
  case refused(StoreError, records: Int)

  /// The notice as one line for people.
  package var text: String {
    switch self {
    case .failing(let error):
      "\(error.message); the schedule goes on, and its records wait in memory"
    case .dropping: "more records wait for the disk than are kept, so the oldest are dropped"
    case .recovered(let dropped):
      "records are written again; "
        + (dropped == 0 ? "none was lost" : "\(Self.records(dropped)) could not be kept")
    case .movedAside(let path, let kept):
      "`\(path)` is damaged; it is kept as `\(kept)`, and a new file was begun"
    case .begunAnew(let path):
      "`\(path)` was taken away with all its records; a new file was begun"
    case .refused(let error, let records):
      "\(error.message); \(Self.records(records)) left out"
    }
  }

  private static func records(_ count: Int) -> String {
    "\(count) record\(count == 1 ? "" : "s")"
  }
}
