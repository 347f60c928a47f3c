package import MetschedConfiguration
package import MetschedEngine
import MetschedTime

/// What the widgets hold of a placement: its values, what its timeline says, and answers that wait.
package struct SavedWidget: Sendable {
  /// A value for each parameter of the widget's intent.
  package var parameters: [ParameterValue]
  /// What the timeline says; nil where there is none.
  package var content: SavedContent?
  /// Answers that wait for the end of a slow state.
  var held: [SavedAnswer]
}

/// What a timeline's entries say, in a list of items that others may share.
package struct SavedContent: Sendable {
  var list: Int32
  var order: EntrySchedule.GroupOrder
  /// The values with which it was made, where they are others than the placement's now.
  var parameters: [ParameterValue]?
}

/// An answer that was given and has not been taken in yet.
struct SavedAnswer: Sendable {
  /// Its place among all answers that ever waited.
  var order: Int
  var generation: UInt32
  var granted: Instant
  /// The values with which it was made, where they are others than the placement's now.
  var parameters: [ParameterValue]?
  /// The message of a failure; nil for a timeline.
  var message: String?
  /// The timeline, or what a failure puts up in its place.
  var timeline: SavedAnsweredTimeline?
  /// Whether a failure puts up samples, and not the last good content.
  var isSample = false
}

struct SavedAnsweredTimeline: Sendable {
  var content: SavedContent
  var dates: EntryDates
  var end: Instant?
  var policy: AnsweredPolicy
  var why: PolicyReason?
}

// MARK: Bytes

extension SavedWidget: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(parameters)
    writer.write(content)
    writer.write(held)
  }

  package init(from reader: inout StateReader) throws(StateError) {
    parameters = try reader.read()
    content = try reader.read()
    held = try reader.read()
  }
}

extension SavedContent: StateCodable {
  package func write(to writer: inout StateWriter) {
    writer.write(list)
    writer.write(order)
    writer.write(parameters)
  }

  package init(from reader: inout StateReader) throws(StateError) {
    list = try reader.read()
    order = try reader.read()
    parameters = try reader.read()
  }
}

extension SavedAnswer: StateCodable {
  func write(to writer: inout StateWriter) {
    writer.write(order)
    writer.write(generation)
    writer.write(granted)
    writer.write(parameters)
    writer.write(message)
    writer.write(timeline)
    writer.write(isSample)
  }

  init(from reader: inout StateReader) throws(StateError) {
    order = try reader.read()
    generation = try reader.read()
    granted = try reader.read()
    parameters = try reader.read()
    message = try reader.read()
    timeline = try reader.read()
    isSample = try reader.read()
    guard message != nil || timeline != nil else { throw reader.wrong("an answer of nothing") }
  }
}

extension SavedAnsweredTimeline: StateCodable {
  func write(to writer: inout StateWriter) {
    writer.write(content)
    writer.write(dates)
    writer.write(end)
    writer.write(policy)
    writer.write(why)
  }

  init(from reader: inout StateReader) throws(StateError) {
    content = try reader.read()
    dates = try reader.read()
    end = try reader.read()
    policy = try reader.read()
    why = try reader.read()
  }
}
