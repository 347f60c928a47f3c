import Foundation
import FoundationNetworking

/// The loopback stand-in for the Met Collection API, one process a test.
package final class MetServer {
  /// Where it is; ends with a slash.
  package let address: String
  private let process = Process()
  private let input = Pipe()

  /// What the server has counted.
  package struct Statistics: Decodable {
    package var requests: Int
    package var searches: Int
    package var objects: Int
    package var json: Int
    package var unmodified: Int
    package var mostInASecond: Int
    package var mostAtOnce: Int
    /// The query strings of all searches, in order.
    package var queries: [String]
    /// The bytes of bodies without end.
    package var sent: Int
  }

  private struct Failure: Error {
    var message: String
  }

  /// The folder of recorded answers; nil where it is not named, and tests with it are left out.
  package static let data = ProcessInfo.processInfo.environment["METSCHED_TEST_DATA"]

  /// Whether tests with the server can run.
  package static var isAvailable: Bool { data != nil }

  /// Starts a server.
  package init() throws {
    guard let data = Self.data else { throw Failure(message: "METSCHED_TEST_DATA is not set") }
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("met_server.py")
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script.path, data]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let piece = output.fileHandleForReading.availableData
      guard !piece.isEmpty else { throw Failure(message: "the server did not start") }
      line.append(piece)
    }
    address = String(decoding: line.dropLast(), as: UTF8.self)
  }

  deinit {
    // Its stdin ends, and so does it.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Where the Collection API is.
  package var api: String { address + "public/collection/v1/" }

  /// Lets the next answers be faulty; `only` those to paths that hold a text.
  package func fault(_ name: String, times: Int? = nil, only: String = "") async throws {
    let times = times.map { "&times=\($0)" } ?? ""
    _ = try await get("control?fault=\(name)&only=\(only)\(times)")
  }

  /// Returns what the server has counted so far.
  package func statistics() async throws -> Statistics {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Statistics.self, from: try await get("stats"))
  }

  private func get(_ path: String) async throws -> Data {
    guard let url = URL(string: address + path) else { throw Failure(message: path) }
    return try await URLSession.shared.data(from: url).0
  }
}
