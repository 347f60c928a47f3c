import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// The loopback stand-in for the Met Collection API, one process a test.
package final class MetServer: Sendable {
  /// Where it is; ends with a slash.
  package let address: String
  private let process: ChildProcess
  /// The server ends with its stdin, so with this process, whatever becomes of it.
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
  package static let data = TestData.folder

  /// Whether tests with the server can run.
  package static var isAvailable: Bool { data != nil }

  /// Starts a server, and waits until it can be asked.
  package init() async throws {
    guard let data = Self.data else { throw Failure(message: "METSCHED_TEST_DATA is not set") }
    let process = try ChildProcess(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["python3", Project.file("Tests/MetServer/met_server.py").path, data], in: Project.root,
      environment: ProcessInfo.processInfo.environment, input: input)
    self.process = process
    try await process.wait(for: "the server's address") { process.output.hasSuffix("\n") }
    address = String(process.output.dropLast())
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
