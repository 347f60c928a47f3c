import Foundation
import TestSupport
import Testing

@testable import MetschedTime

/// The files of the system, read by us and by Python, which reads the same ones.
struct ZoneInfoFileTests {
  private static let folder = "/usr/share/zoneinfo"
  private static let zones = ZoneFiles.machine.names.filter { ZoneIdentifier.isWellFormed($0) }

  private static let program = """
    import datetime, sys, zoneinfo
    zoneinfo.reset_tzpath([sys.argv[1]])
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    for line in open("questions"):
        name, seconds = line.split()
        time = epoch + datetime.timedelta(seconds=int(seconds))
        print(int(time.astimezone(zoneinfo.ZoneInfo(name)).utcoffset().total_seconds()))
    """

  private static let isThere = ConditionTrait.enabled(
    if: !zones.isEmpty, "needs the zone database in \(folder): apt-get install tzdata")

  @Test(isThere) func `offsets are those that Python reads from the same files`() async throws {
    let seed: UInt64 = 9636
    var random = SplitMix64(seed: seed)
    let tables = try Self.zones.map { name in
      try #require(ZoneFiles.machine.table(name), "\(name)")
    }
    var asked: [(table: ZoneTable, seconds: Int64)] = []
    for table in tables {
      for _ in 0..<20 {
        asked.append(
          (table, .random(in: ZoneTable.tableStart..<ZoneTable.tableEnd, using: &random)))
      }
      let years =
        Instant(milliseconds: -2_200_000_000_000)..<Instant(milliseconds: 7_250_000_000_000)
      for change in table.transitions(in: years).shuffled(using: &random).prefix(20) {
        let seconds = change.instant.milliseconds / 1_000
        asked += [(table, seconds), (table, seconds - 1)]
      }
    }
    let folder = try TemporaryFolder()
    let lines = asked.map { "\($0.table.identifier) \($0.seconds)\n" }.joined()
    try folder.write(lines, to: "questions")
    let outcome = try await ChildProcess(
      URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", Self.program, Self.folder],
      in: folder.url, environment: ProcessInfo.processInfo.environment
    ).outcome()
    try #require(outcome.status == 0, "\(outcome.errors)")
    let offsets = outcome.output.split(separator: "\n").map { Int64($0) }
    try #require(offsets.count == asked.count)
    for (question, expected) in zip(asked, offsets) {
      let offset = question.table.offset(at: Instant(milliseconds: question.seconds * 1_000))
      try #require(
        offset == expected.map { $0 * 1_000 },
        "\(question.table) at \(question.seconds), seed \(seed)")
    }
  }

  @Test(isThere) func `a file that is cut or changed gives a zone or nothing, and never traps`()
    throws
  {
    let bytes = [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/Europe/Berlin")))
    #expect(ZoneTable(identifier: "Europe/Berlin", zoneInfo: bytes) != nil)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(ZoneTable(identifier: "Europe/Berlin", zoneInfo: Array(bytes[..<count])) == nil)
    }
    var random = SplitMix64(seed: 44)
    for _ in 0..<2_000 {
      var changed = bytes
      for _ in 0..<4 {
        changed[.random(in: 0..<bytes.count, using: &random)] = UInt8(random.next() >> 56)
      }
      _ = ZoneTable(identifier: "Europe/Berlin", zoneInfo: changed)
    }
  }

  @Test(arguments: [
    "Europe/../Europe/Berlin", "/etc/passwd", "Europe", "Europe/", "Europe/Berlin/", "Europe/None",
    "zone.tab", "",
  ])
  func `what is no zone's file is none`(_ name: String) {
    #expect(ZoneFiles.machine.table(name) == nil)
  }

  @Test(isThere) func `a name that has no file is what the list says`() throws {
    let folder = try TemporaryFolder()
    let berlin = URL(fileURLWithPath: "\(Self.folder)/Europe/Berlin")
    try folder.write(
      "Z Europe/Berlin 1 - CET\nL Europe/Berlin Old/Name\nL None Bad/Link\n", to: "tzdata.zi")
    try FileManager.default.createDirectory(
      at: folder.file("Europe"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: berlin, to: folder.file("Europe/Berlin"))
    let files = ZoneFiles(folder.path)
    #expect(files.names == ["Bad/Link", "Europe/Berlin", "Old/Name"])
    #expect(files.table("Old/Name")?.rules == files.table("Europe/Berlin")?.rules)
    #expect(files.table("Old/Name")?.identifier == "Old/Name")
    #expect(files.table("Bad/Link") == nil)
    #expect(files.table("Europe/Paris") == nil)
    #expect(files.isThere)
    let none = ZoneFiles(folder.file("none").path)
    #expect(none.names.isEmpty)
    #expect(!none.isThere)
  }

  /// Changes of 2026 on, in seconds.
  private static func changes(_ rule: String, in year: Int) throws -> [String] {
    let start = LocalTime(date: CivilDate(year: year, month: 1, day: 1)!, timeOfDay: .midnight)
    let seconds = start.milliseconds / 1_000
    return try #require(ZoneRule(rule)).changes(after: seconds, before: seconds + 365 * 86_400)
      .map { "\(LocalTime(milliseconds: $0.time * 1_000)) \($0.offset / 60)" }
  }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", ["2026-03-29T01:00:00 120", "2026-10-25T01:00:00 60"]),
    ("EST5EDT,M3.2.0,M11.1.0", ["2026-03-08T07:00:00 -240", "2026-11-01T06:00:00 -300"]),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", ["2026-03-29T01:00:00 -60", "2026-10-25T01:00:00 -120"]),
    ("IST-2IDT,M3.4.4/26,M10.5.0", ["2026-03-27T00:00:00 180", "2026-10-24T23:00:00 120"]),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", ["2026-04-04T16:00:00 600", "2026-10-03T16:00:00 660"]),
    (
      "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
      ["2026-04-04T15:00:00 630", "2026-10-03T15:30:00 660"]
    ),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", ["2026-03-29T01:00:00 60", "2026-10-25T01:00:00 0"]),
    ("A0B,J60,J300/0", ["2026-03-01T02:00:00 60", "2026-10-26T23:00:00 0"]),
    ("A0B,59,299/0", ["2026-03-01T02:00:00 60", "2026-10-26T23:00:00 0"]),
    ("MSK-3", ["2026-01-01T00:00:01 180"]),
  ])
  func `a rule gives the changes of a year`(_ rule: String, _ expected: [String]) throws {
    #expect(try Self.changes(rule, in: 2026) == expected)
  }

  @Test func `a day by its number counts the leap day or does not`() throws {
    #expect(try Self.changes("A0B,J60,J300", in: 2028)[0] == "2028-03-01T02:00:00 60")
    #expect(try Self.changes("A0B,59,299", in: 2028)[0] == "2028-02-29T02:00:00 60")
  }

  @Test(arguments: [
    "", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
    "CET-1CEST,M3.6.0,M1.1.0",
    "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J9", "CET-1CEST,M3.5.0,M10.5.0/3x", "<CET-1",
    "CET-999",
    "CET-1CEST,M3.5.0/168,M10.5.0", "CET1:60",
  ])
  func `what is no rule is none`(_ text: String) {
    #expect(ZoneRule(text) == nil)
  }

  @Test func `daylight saving time all the year round is no change`() throws {
    let rule = try #require(ZoneRule("XXX3EDT4,0/0,J365/23"))
    let changes = rule.changes(after: 1_767_300_000, before: 1_830_000_000)
    #expect(changes.map(\.offset) == [-14_400])
  }
}
