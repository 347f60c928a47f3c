import TestSupport
import Testing

/// Expected outputs in the `Golden` folder; `make golden` writes them.
enum Golden {
  /// Expects text to be what a file of the folder holds.
  static func expect(
    _ text: String, in name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try ExpectedFile("Tests/MetschedCommandsTests/Golden/\(name)").expect(
      text, sourceLocation: sourceLocation)
  }
}
