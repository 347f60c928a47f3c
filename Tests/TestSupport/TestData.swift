import Foundation
package import Testing

/// The folder of shared test data, which `METSCHED_TEST_DATA` names; tests of it are left out
/// without.
package enum TestData {
  package static let folder = TestEnvironment.path("METSCHED_TEST_DATA")

  package static let hint: Comment =
    "set METSCHED_TEST_DATA to the folder with the museum's objects and the YAML test suite"

  package static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: (folder ?? "") + "/" + path)))
  }

  package static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: (folder ?? "") + "/" + path).sorted()
  }
}
