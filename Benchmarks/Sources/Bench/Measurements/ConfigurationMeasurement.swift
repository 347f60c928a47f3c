import Foundation
import MetschedConfiguration
import MetschedDiagnostics

/// From the bytes of a file to a checked configuration, in memory.
enum ConfigurationMeasurement {
  static func run(_ path: String) throws -> Measurement {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let base = Memory.held
    var sources = SourceMap()
    let file = sources.add(SourceFile(path: path, bytes: bytes))
    var loaded: ConfigurationLoader.Result?
    let taken = seconds { loaded = ConfigurationLoader(file: file).load(&sources) }
    guard let configuration = loaded?.configuration else {
      fatalError("\(path) is not valid: \(loaded?.diagnostics.errorCount ?? 0) errors")
    }
    let count = Double(configuration.placements.count)
    var result = Measurement()
    result["placements"] = count
    result["seconds"] = taken
    result["per-second"] = Double(bytes.count) / taken
    result["peak-bytes"] = (Memory.peak - base) / count
    result["held-bytes"] = (Memory.held - base) / count
    return result
  }
}
