package import MetschedTime

/// An instant or nil in eight bytes, half of what the optional itself takes.
///
/// Records are written by the million, and what they take in memory is what they take in time.
@propertyWrapper
package struct PackedInstant: Hashable, Sendable, BitwiseCopyable {
  /// No file and no clock comes near the end of the range, which therefore stands for nil.
  private var milliseconds: Int64

  package init(wrappedValue: Instant?) {
    milliseconds = wrappedValue?.milliseconds ?? .min
  }

  package var wrappedValue: Instant? {
    get { milliseconds == .min ? nil : Instant(milliseconds: milliseconds) }
    set { milliseconds = newValue?.milliseconds ?? .min }
  }
}

/// A count or nil in four bytes.
///
/// - Precondition: a count is above −2³¹ and below 2³¹.
@propertyWrapper
package struct PackedCount: Hashable, Sendable, BitwiseCopyable {
  private var count: Int32

  package init(wrappedValue: Int?) {
    count = wrappedValue.map(Int32.init) ?? .min
  }

  package var wrappedValue: Int? {
    get { count == .min ? nil : Int(count) }
    set { count = newValue.map(Int32.init) ?? .min }
  }
}
