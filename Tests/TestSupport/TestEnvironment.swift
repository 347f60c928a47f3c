import Foundation

/// What the environment says of how tests run.
package enum TestEnvironment {
  /// A variable that is a number, such as a seed or how many cases are played.
  package static func number<Number: FixedWidthInteger>(
    _ name: String, default number: Number
  ) -> Number {
    value(name).flatMap { Number($0) } ?? number
  }

  /// A variable that is a path.
  package static func path(_ name: String) -> String? { value(name) }

  /// Whether expected outputs are written anew, and not compared.
  package static let writesExpected = value("METSCHED_WRITE_FIXTURES") != nil

  private static func value(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }
}
