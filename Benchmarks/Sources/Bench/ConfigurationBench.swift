import Foundation
import MetschedConfiguration
import MetschedDiagnostics

/// The whole way from a file's bytes to a checked configuration, in bytes a second.
enum ConfigurationBench {
  static func run(_ arguments: [String]) -> Measured {
    guard arguments.count == 3, let data = FileManager.default.contents(atPath: arguments[2])
    else { Bench.fail() }
    let bytes = [UInt8](data)
    let before = peakMemory()
    var placements = 0
    let taken = seconds {
      var sources = SourceMap()
      let file = sources.add(path: arguments[2], bytes: bytes)
      let result = ConfigurationLoader(file: file).load(&sources)
      placements = result.configuration?.placements.count ?? 0
    }
    guard placements > 0 else { Bench.fail() }
    return Measured(
      figure: Double(bytes.count) / taken, bytes: (peakMemory() - before) / placements)
  }
}
