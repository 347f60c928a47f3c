internal import Glibc

/// The variables of the environment that the process was given.
package enum SystemEnvironment {
  /// Returns all of them.
  package static func variables() -> [String: String] {
    var variables: [String: String] = [:]
    var position = environ
    while let entry = position.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      position += 1
    }
    return variables
  }

  /// Looks one up.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
