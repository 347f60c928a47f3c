import MetschedTime
import TestSupport
import Testing

/// What holds between runs of one drawn file.
///
/// `METSCHED_FILE_CASES` says how many files, `METSCHED_SEED` where they begin.
struct RunPropertyTests {
  private static let mostRecords = 400

  private func lines(_ file: DrawnFile) async throws -> [String] {
    try await FileRun(file.yaml, on: .virtual, records: Self.mostRecords).lines
  }

  /// Checks files one after the other, and shrinks the first that fails.
  private func check(
    _ cases: UInt64, _ complaint: (DrawnFile) async throws -> String?
  ) async rethrows {
    let first: UInt64 = TestEnvironment.number("METSCHED_SEED", default: 1)
    let count = TestEnvironment.number("METSCHED_FILE_CASES", default: cases)
    for seed in first..<first + count {
      let file = DrawnFile.random(seed: seed)
      guard let found = try await complaint(file) else { continue }
      let shrunk = await file.shrunk { (try? await complaint($0)) ?? nil != nil }
      Issue.record(
        """
        METSCHED_SEED=\(seed) METSCHED_FILE_CASES=1 swift test --filter RunPropertyTests
        \((try? await complaint(shrunk)) ?? found)
        \(shrunk.yaml)
        """)
      return
    }
  }

  @Test func `what others have, and where they stand, is nothing to a user`() async throws {
    var compared = 0
    try await check(100) { file in
      let own = try await lines(file)
      let crowd = try await lines(file.inACrowd)
      // Where a run is cut, the crowd's is cut earlier.
      guard own.count < Self.mostRecords, crowd.count < Self.mostRecords else { return nil }
      compared += own.count
      for user in file.users.map(\.name) {
        let difference = Self.difference(
          Self.records(of: user, in: own), Self.records(of: user, in: crowd))
        if let difference { return "\(user), alone and in a crowd:\n\(difference)" }
      }
      return nil
    }
    #expect(compared > 0, "every run was cut")
  }

  @Test func `a shorter run is the beginning of a longer one`() async throws {
    try await check(100) { file in
      var shorter = file
      shorter.length = Step(milliseconds: file.length.milliseconds / 2)
      let beginning = try await lines(shorter)
      let whole = try await lines(file)
      return Self.difference(beginning, Array(whole.prefix(beginning.count)))
        .map { "a shorter run and the longer:\n\($0)" }
    }
  }

  @Test func `a file that is read twice gives one run`() async throws {
    try await check(50) { file in
      Self.difference(try await lines(file), try await lines(file))
    }
  }

  /// The records of a user's placements, without their numbers: what an edit is announced for depends
  /// on how many it is about.
  private static func records(of user: String, in lines: [String]) -> [String] {
    lines.compactMap { line in
      let words = line.split(separator: " ", maxSplits: 3)
      guard words.count == 4, words[2].hasPrefix(user + "/"), !words[3].hasPrefix("state ") else {
        return nil
      }
      return words[1...].joined(separator: " ")
    }
  }

  private static func difference(_ left: [String], _ right: [String]) -> String? {
    guard left != right else { return nil }
    let same = zip(left, right).prefix { $0 == $1 }.count
    let pair = [left, right].map { $0.dropFirst(same).first ?? "nothing any more" }
    return "  \(pair[0])\n  \(pair[1])"
  }
}

extension DrawnFile {
  /// The same users in the opposite order, with others before, between and after them who have what
  /// they have.
  fileprivate var inACrowd: DrawnFile {
    var crowd = self
    crowd.users = users.indices.reversed().flatMap { index -> [DrawnUser] in
      var other = users[index]
      other.name = "other\(index)"
      return [other, users[index]]
    }
    for index in crowd.events.indices {
      guard let user = events[index].user else { continue }
      crowd.events[index].user = 2 * (users.count - 1 - user) + 1
    }
    return crowd
  }
}
