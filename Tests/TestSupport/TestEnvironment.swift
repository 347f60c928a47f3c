import Foundation

/// What the environment says of how tests run.
package enum TestEnvironment {
  /// A variable that is a number, such as a seed or how many cases are played.
  package static func number<Number: FixedWidthInteger>(
    _ name: String, default number: Number
  ) -> Number {
    path(name).flatMap { Number($0) } ?? number
  }

  /// A variable that is a path.
  package static func path(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  /// Whether expected outputs are written anew, and not compared.
  package static let writesExpected = path("METSCHED_WRITE_FIXTURES") != nil
}
