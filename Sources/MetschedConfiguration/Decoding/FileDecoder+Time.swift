internal import MetschedDiagnostics
internal import MetschedTime

/// Durations, instants, times of day, windows and zones.
extension FileDecoder {
  /// The longest duration that any key takes: 400 days.
  static let longestDuration = Step(days: 400)

  /// Reads a duration that is not zero.
  mutating func duration(
    _ field: Field, from least: Step = Step(milliseconds: 1), to greatest: Step = longestDuration,
    example: String = "1h"
  ) -> Step? {
    let shape = ValueShape.duration(example: example)
    guard let scalar = scalar(field, expected: shape) else { return nil }
    if let reference = scalar.reference, !reference.referent.isDuration {
      report(.referenceType(reference, field, expected: shape.words))
      return nil
    }
    return duration(scalar.text, field.at(scalar), from: least, to: greatest)
  }

  /// Reads a duration from a text that stands in a field.
  mutating func duration(
    _ text: String, _ field: Field, from least: Step = Step(milliseconds: 1),
    to greatest: Step = longestDuration
  ) -> Step? {
    do throws(StepSyntaxError) {
      let step = try Step(parsing: text)
      guard !step.isShorter(than: least) else {
        report(.durationTooShort(text, field, least: least))
        return nil
      }
      guard !greatest.isShorter(than: step) else {
        report(.durationTooLong(text, field, greatest: greatest))
        return nil
      }
      return step
    } catch {
      report(.duration(error, text, field))
      return nil
    }
  }

  /// Reads an instant; one without an offset is in the file's zone.
  mutating func instant(_ field: Field) -> Instant? {
    guard let scalar = scalar(field, expected: .instant) else { return nil }
    guard let literal = InstantLiteral(scalar.text) else {
      report(.notInstant(scalar.text, field))
      return nil
    }
    guard isSupported(literal, scalar.text, field) else { return nil }
    return literal.resolved(in: zone)
  }

  /// Returns whether the year can be reckoned with, or reports that it cannot.
  mutating func isSupported(_ literal: InstantLiteral, _ text: String, _ field: Field) -> Bool {
    guard !Instant.supportedYears.contains(literal.year) else { return true }
    report(.yearOutOfRange(text, field))
    return false
  }

  /// Reads a time of day.
  mutating func timeOfDay(_ field: Field) -> TimeOfDay? {
    let shape = ValueShape.form(.timeOfDay)
    guard let scalar = scalar(field, expected: shape) else { return nil }
    if let time = TimeOfDay(scalar.text) { return time }
    report(.notTimeOfDay(scalar.text, field))
    return nil
  }

  /// Reads a window.
  mutating func window(_ field: Field) -> TimeWindow? {
    guard let scalar = scalar(field, expected: .window),
      accepts([.string, .choice], scalar, field, expected: .window)
    else { return nil }
    do throws(TimeWindowSyntaxError) {
      return try TimeWindow(parsing: scalar.text)
    } catch {
      report(.window(error, scalar.text, field.at(scalar)))
      return nil
    }
  }

  /// Reads the name of a zone.
  mutating func zoneTable(_ field: Field) -> ZoneTable? {
    guard let scalar = scalar(field, expected: .zone) else { return nil }
    if let table = zones.zone(scalar.text) { return table }
    switch ZoneIdentifier.check(scalar.text) {
    case .valid: break
    case .unknown(let suggestions): report(.unknownZone(scalar.text, field, suggestions))
    case .noDatabase: report(.noZoneDatabase(scalar.text, field))
    }
    return nil
  }
}
