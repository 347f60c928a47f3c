package import Testing

/// Waiting for what others do.
package enum Waiting {
  /// More than the slowest machine needs: it ends a wait for what never comes, and measures nothing.
  private static let limit = Duration.seconds(120)

  /// Waits until something is so, and fails where it never is.
  ///
  /// - Parameters:
  ///   - what: what is waited for.
  ///   - sourceLocation: where that is reported that never came.
  ///   - detail: what helps to find out why.
  ///   - isPossible: whether it can come at all; by itself it can.
  ///   - isSo: looks whether it has come.
  /// - Throws: what ends the test where it never came, and what `isSo` throws.
  package static func wait(
    for what: String, sourceLocation: SourceLocation = #_sourceLocation,
    explaining detail: @autoclosure () -> String = "",
    while isPossible: () -> Bool = { true }, until isSo: () async throws -> Bool
  ) async throws {
    let end = ContinuousClock.now + limit
    while true {
      // Asked before it is looked: what a program does at its very end counts.
      let isLast = !isPossible() || ContinuousClock.now > end
      if try await isSo() { return }
      try #require(!isLast, "\(what) never came; \(detail())", sourceLocation: sourceLocation)
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
