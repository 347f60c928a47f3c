package import MetschedConfiguration
internal import MetschedDiagnostics
internal import MetschedRuntime
internal import WidgetFamilies

/// `user/Kind/id/family` as a person names placements; what is left out at the end is any.
package struct PlacementName: Sendable {
  /// The name as it was written.
  package let text: String
  private let parts: [String]

  /// What is wrong with a name, in words.
  package struct Failure: Error {
    /// The sentence, in lower case.
    package var message: String
    /// What to do.
    package var hint: String?

    package init(message: String, hint: String? = nil) {
      self.message = message
      self.hint = hint
    }
  }

  package init(_ text: String) {
    self.text = text
    parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  /// The user that is named.
  package var user: String { parts[0] }
  /// The kind that is named; nil for any.
  package var kind: String? { parts.count > 1 ? parts[1] : nil }
  /// The family that is named; nil for any.
  package var family: String? { parts.count > 3 ? parts[3] : nil }

  /// Returns the indices of the placements that are named, one at least.
  ///
  /// - Throws: what is not there, with what is.
  package func indices(in configuration: Configuration) throws(Failure) -> [Int] {
    guard parts.count <= 4, !parts.contains("") else {
      throw Failure(
        message: "`\(text)` names no placement",
        hint: "a placement is named `user/Kind/id/family`; what is clear may be left out at the end"
      )
    }
    var left = Array(configuration.placements.indices)
    for (position, part) in parts.enumerated() {
      let found = left.filter { Self.part(position, of: $0, in: configuration) == part }
      guard !found.isEmpty else {
        throw missing(part, at: position, among: left, in: configuration)
      }
      left = found
    }
    return left
  }

  /// Returns the index of the one placement that is named.
  ///
  /// - Throws: what is not there, or which placements it could be.
  package func index(in configuration: Configuration) throws(Failure) -> Int {
    let found = try indices(in: configuration)
    guard found.count > 1 else { return found[0] }
    throw Self.ambiguous(text, found, in: configuration)
  }

  /// Returns the index of one of the placements that are named, which share their values.
  ///
  /// - Throws: what is not there, which placements it could be, or with whom it shares.
  package func indexOfGroup(in configuration: Configuration) throws(Failure) -> Int {
    let found = try indices(in: configuration)
    let first = configuration.placements[found[0]]
    let group = configuration.placements.indices.filter { index in
      let other = configuration.placements[index]
      return other.widget == first.widget && other.group == first.group
    }
    guard found.allSatisfy(group.contains) else {
      throw Self.ambiguous(text, found, in: configuration)
    }
    guard found.count == group.count else {
      let others = group.filter { !found.contains($0) }.map {
        "`\(configuration.name(of: configuration.placements[$0]))`"
      }
      throw Failure(
        message: "`\(text)` shares its values with \(others.joined(separator: ", "))",
        hint: "without the family the name is that of all of them")
    }
    return found[0]
  }

  /// Returns what is wrong with a name that is that of several placements.
  static func ambiguous(
    _ text: String, _ found: [Int], in configuration: Configuration
  ) -> Failure {
    let names = found.prefix(8).map { configuration.name(of: configuration.placements[$0]) }
    let more = found.count > 8 ? "\n    … and \(found.count - 8) more" : ""
    return Failure(
      message: "`\(text)` names \(found.count) placements",
      hint: "name one of them:\n    " + names.joined(separator: "\n    ") + more)
  }

  private static func part(
    _ position: Int, of index: Int, in configuration: Configuration
  ) -> String {
    let placement = configuration.placements[index]
    return switch position {
    case 0: configuration.users[Int(placement.user)].name
    case 1: configuration.widgets[Int(placement.widget)].kind
    case 2: placement.id
    default: placement.family.name
    }
  }

  private func missing(
    _ part: String, at position: Int, among left: [Int], in configuration: Configuration
  ) -> Failure {
    var known: [String] = []
    var met: Set<String> = []
    for index in left {
      let name = Self.part(position, of: index, in: configuration)
      if met.insert(name).inserted { known.append(name) }
    }
    let near = Nearest.match(part, among: known)
    let whole = near.map { (parts.prefix(position) + [$0] + parts.dropFirst(position + 1)) }
    let suggestion = whole.map { "; did you mean `\($0.joined(separator: "/"))`?" } ?? ""
    let owner = parts.prefix(position).joined(separator: "/")
    let message =
      switch position {
      case 0: "nobody called `\(part)` has placed a widget in `\(configuration.path)`"
      case 1: "`\(owner)` has not placed `\(part)`"
      case 2: "`\(owner)` has no placement `\(part)`"
      default: "`\(owner)` is not placed in the family `\(part)`"
      }
    let shown = known.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    let more = known.count > 8 ? " and \(known.count - 8) more" : ""
    return Failure(
      message: message + suggestion, hint: known.isEmpty ? nil : "there is \(shown)\(more)")
  }
}
