/// What asked for a new timeline.
package enum Cause: UInt8, CaseIterable, Sendable {
  case added
  case edited
  case policy
  case retry
  case reload
  case push
  case container
  case interaction
  case timezone
  case clock

  /// Whether a request for this cause is granted at once and not counted, whatever the state.
  package var isExempt: Bool {
    switch self {
    case .added, .edited, .interaction, .timezone, .clock: true
    case .policy, .retry, .reload, .push, .container: false
    }
  }

  /// Whether a request stands after the policy's own where both are made at one instant.
  var followsPolicy: Bool {
    switch self {
    case .reload, .push, .interaction: true
    case .added, .edited, .policy, .retry, .container, .timezone, .clock: false
    }
  }
}

/// The causes of one reload, in the order of asking.
///
/// Sixteen causes of four bits each fit into the value itself, so that records stay plain words;
/// only a longer list is an array, and then it holds all of them.
package struct CauseList: Hashable, Sendable {
  private var packed: UInt64 = 0
  package private(set) var count: UInt32 = 0
  private var long: [Cause]?

  package init(_ causes: Cause...) {
    for cause in causes { append(cause) }
  }

  package init(_ cause: Cause) {
    append(cause)
  }

  package mutating func append(_ cause: Cause) {
    if count < 16 {
      packed |= UInt64(cause.rawValue) << (4 * UInt64(count))
    } else {
      if long == nil { long = causes }
      long?.append(cause)
    }
    count += 1
  }

  package mutating func append(_ other: CauseList) {
    if count == 0 {
      self = other
    } else if count + other.count <= 16 {
      packed |= other.packed << (4 * UInt64(count))
      count += other.count
    } else {
      for cause in other.causes { append(cause) }
    }
  }

  /// The causes, first asked first.
  package var causes: [Cause] {
    if let long { return long }
    return (0..<UInt64(count)).compactMap { Cause(rawValue: UInt8(packed >> (4 * $0) & 15)) }
  }
}
