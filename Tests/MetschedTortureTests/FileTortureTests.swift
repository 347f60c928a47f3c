import Foundation
import TestSupport
import Testing

/// Random files, of which the product and a naive run write the same records.
///
/// `METSCHED_FILE_CASES` says how many, `METSCHED_SEED` where they begin.
struct FileTortureTests {
  private static let chunks: [UInt64] = [0, 1]
  private static let mostRecords = 150

  @Test(arguments: chunks)
  func `a file's run is what the rules say, written naively`(chunk: UInt64) async {
    let cases: UInt64 = TestEnvironment.number("METSCHED_FILE_CASES", default: 600)
    let first: UInt64 = TestEnvironment.number("METSCHED_SEED", default: 1)
    for seed in stride(from: first + chunk, to: first + cases, by: Self.chunks.count) {
      let file = DrawnFile.random(seed: seed)
      // Both drivers play the same schedule; a third of the files goes through the live one.
      let driver = seed % 3 == 0 ? FileRun.DriverKind.live : .virtual
      guard let found = await complaint(about: file, on: driver) else { continue }
      let shrunk = await file.shrunk { await complaint(about: $0, on: driver)?.kind == found.kind }
      Issue.record(
        """
        METSCHED_SEED=\(seed) METSCHED_FILE_CASES=1 swift test --filter FileTortureTests
        on the \(driver) clock
        \(await complaint(about: shrunk, on: driver)?.text ?? "")
        \(shrunk.yaml)
        """)
      return
    }
  }

  private struct Complaint {
    enum Kind { case refused, differs }

    var kind: Kind
    var text: String
  }

  /// What is wrong with a run; nil where nothing is.
  private func complaint(
    about file: DrawnFile, on driver: FileRun.DriverKind
  ) async -> Complaint? {
    let lines: [String]
    do {
      lines = try await FileRun(file.yaml, on: driver, records: Self.mostRecords).lines
    } catch {
      return Complaint(kind: .refused, text: "\(error)")
    }
    var naive = NaiveRun(file)
    naive.play(records: Self.mostRecords)
    let expected = naive.lines
    guard lines != expected else { return nil }
    let place = zip(lines, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let same = place ?? min(lines.count, expected.count)
    var parts = lines.prefix(same).suffix(8).map { "    " + $0 }
    parts += ["  product:"] + lines.dropFirst(same).prefix(3).map { "    " + $0 }
    parts += ["  naive:"] + expected.dropFirst(same).prefix(3).map { "    " + $0 }
    return Complaint(kind: .differs, text: parts.joined(separator: "\n"))
  }
}
