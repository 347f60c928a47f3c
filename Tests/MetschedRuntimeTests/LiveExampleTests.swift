import Foundation
import MetschedConfiguration
import MetschedDiagnostics
import MetschedEngine
import MetschedRuntime
import MetschedTime
import TestSupport
import Testing

/// The examples on both drivers: somebody's own clock gives the records of the virtual one.
@Suite struct LiveExampleTests {
  private static func configuration(_ name: String, host: String) throws -> Configuration {
    let path = Project.file("examples/\(name).yaml").path
    var sources = SourceMap()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let file = sources.add(path: path, bytes: [UInt8](bytes))
    let result = ConfigurationLoader(
      file: file, overrides: [], assignments: [Assignment(set: "host=\(host)")]
    ).load(&sources)
    return try #require(result.configuration)
  }

  @Test(
    arguments: ["interval", "query", "themet", "families", "policies", "day"],
    ["ideal", "widgetkit"])
  func `a live run gives the records of a virtual one`(_ name: String, _ host: String)
    async throws
  {
    let configuration = try Self.configuration(name, host: host)
    let schedule = Schedule(configuration)
    let start = configuration.clock.start.value
    let length = configuration.clock.length?.value ?? .day
    let end = configuration.timezone.value.adding(1, length, to: start)

    var virtual = VirtualDriver(conductor: schedule.conductor(), clock: VirtualClock(at: start))
    var expected: [Record] = []
    var planned = schedule.events(in: start..<end)
    try await virtual.run(
      &planned, until: end,
      emit: { record, _ in expected.append(record) })

    // Late now and then, as a busy machine is.
    let late = (0..<40).map { ScriptedClock.Step.late($0 % 3 == 0 ? $0 * 7 : 0) }
    var live = LiveDriver(
      conductor: schedule.conductor(), clock: ScriptedClock(at: start + 345, late),
      inputs: LiveInputs())
    var records: [Record] = []
    var events = schedule.events(in: start..<end)
    try await live.run(
      &events, from: start, until: end,
      emit: { record, _ in records.append(record) }, settled: { _ in })

    #expect(records == expected)
    #expect(!records.isEmpty)
  }
}
