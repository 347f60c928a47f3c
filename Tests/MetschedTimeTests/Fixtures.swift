import MetschedTime
import Testing

/// Reads an instant with an offset, or fails the test that wrote it wrongly.
func instant(
  _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Instant {
  guard case .absolute(let instant) = InstantLiteral(text) else {
    try #require(Bool(false), "not an instant: \(text)", sourceLocation: sourceLocation)
    return Instant(milliseconds: 0)
  }
  return instant
}

/// Reads a local time, or fails the test that wrote it wrongly.
func local(
  _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> LocalTime {
  guard case .local(let local) = InstantLiteral(text) else {
    try #require(Bool(false), "not a local time: \(text)", sourceLocation: sourceLocation)
    return LocalTime(milliseconds: 0)
  }
  return local
}

/// Returns the table of a zone that has to exist.
func zone(
  _ identifier: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> ZoneTable {
  try #require(ZoneTable.named(identifier), sourceLocation: sourceLocation)
}
