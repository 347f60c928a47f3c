package import MetschedEngine
import MetschedTime

// The words of records, as lines of JSON, lines of text and a database's columns have them. There
// is one table of each, and a case without its word, or a word that is never read back, does not
// compile. They are literals: naming a case by reflection would be half of the time that a record
// takes.

/// A case that is written as a word.
package protocol RecordWord: CaseIterable, CustomStringConvertible, Sendable {
  var literal: StaticString { get }
}

extension RecordWord {
  /// The case of a word; nil for a word that none has.
  init?(word: String?) {
    guard var word else { return nil }
    let found = word.withUTF8 { bytes in
      Self.allCases.first { $0.literal.withUTF8Buffer { $0.elementsEqual(bytes) } }
    }
    guard let found else { return nil }
    self = found
  }

  /// The word.
  package var name: String { literal.description }

  package var description: String { name }
}

// MARK: What

/// What a record says has happened, without its figures.
package enum WhatWord: RecordWord {
  case reload, fail, show, deferred, drop, state

  package var literal: StaticString {
    switch self {
    case .reload: "reload"
    case .fail: "fail"
    case .show: "show"
    case .deferred: "defer"
    case .drop: "drop"
    case .state: "state"
    }
  }

  /// Whether few records are of it.
  var isRare: Bool {
    switch self {
    case .reload, .show: false
    case .fail, .deferred, .drop, .state: true
    }
  }
}

extension Record.What {
  package var word: WhatWord {
    switch self {
    case .reload: .reload
    case .fail: .fail
    case .show: .show
    case .deferred: .deferred
    case .drop: .drop
    case .state: .state
    }
  }
}

// MARK: Shows

/// What a `show` puts up: an entry that says nothing has a word of its own.
package enum ShowsWord: RecordWord {
  case entry, empty, placeholder, sample

  package init(_ content: Show.Content, isEmpty: Bool) {
    switch content {
    case .entry: self = isEmpty ? .empty : .entry
    case .placeholder: self = .placeholder
    case .sample: self = .sample
    }
  }

  package var literal: StaticString {
    switch self {
    case .entry: "entry"
    case .empty: "empty"
    case .placeholder: "placeholder"
    case .sample: "sample"
    }
  }

  var content: Show.Content {
    switch self {
    case .entry, .empty: .entry
    case .placeholder: .placeholder
    case .sample: .sample
    }
  }
}

// MARK: State

/// Which state a record says has changed, without its value.
package enum StateWord: RecordWord {
  case removed, edited, foreground, timezone, clock, suspended, down

  package var literal: StaticString {
    switch self {
    case .removed: "removed"
    case .edited: "edited"
    case .foreground: "foreground"
    case .timezone: "timezone"
    case .clock: "clock"
    case .suspended: "suspended"
    case .down: "down"
    }
  }
}

extension State {
  package var word: StateWord {
    switch self {
    case .removed: .removed
    case .edited: .edited
    case .foreground: .foreground
    case .timezone: .timezone
    case .clock: .clock
    case .suspended: .suspended
    case .down: .down
    }
  }

  /// The state's value: `on`, `off`, the zone, how far a clock was set, or nil.
  func value(_ details: inout some RecordDetails) -> String? {
    switch self {
    case .removed, .edited: nil
    case .foreground(let isOn), .suspended(let isOn), .down(let isOn): isOn ? "on" : "off"
    case .timezone(let zone): details.name(ofZone: zone)
    case .clock(let by): Step.signed(by)
    }
  }

  /// The state of a word and a value; nil for a value that it cannot have.
  ///
  /// A zone has no number here: its name is what the value says.
  init?(_ word: StateWord, value: String?) {
    let isOn = value == "on"
    switch word {
    case .removed: self = .removed
    case .edited: self = .edited
    case .foreground: self = .foreground(isOn)
    case .timezone: self = .timezone(0)
    case .clock:
      guard let value, let length = try? Step(parsing: value.dropFirst()) else { return nil }
      self = .clock(by: value.hasPrefix("-") ? -length.milliseconds : length.milliseconds)
    case .suspended: self = .suspended(isOn)
    case .down: self = .down(isOn)
    }
  }
}

extension Step {
  /// A distance with its direction, such as `+1h` or `-5m`.
  fileprivate static func signed(_ milliseconds: Int64) -> String {
    let length = Step(milliseconds: Int64(milliseconds.magnitude))
    return (milliseconds < 0 ? "-" : "+") + length.description
  }
}

// MARK: Words of the engine's own cases

extension Cause: RecordWord {
  package var literal: StaticString {
    switch self {
    case .added: "added"
    case .edited: "edited"
    case .policy: "policy"
    case .retry: "retry"
    case .reload: "reload"
    case .push: "push"
    case .container: "container"
    case .interaction: "interaction"
    case .timezone: "timezone"
    case .clock: "clock"
    }
  }
}

extension GrantReason: RecordWord {
  package var literal: StaticString {
    switch self {
    case .spacing: "spacing"
    case .budget: "budget"
    case .latency: "latency"
    case .end: "end"
    case .visible: "visible"
    }
  }
}

extension ChosenPolicy: RecordWord {
  package var literal: StaticString {
    switch self {
    case .atEnd: "atEnd"
    case .after: "after"
    case .never: "never"
    }
  }
}

extension PolicyReason: RecordWord {
  /// The reason's short name, which a database has in the place of a sentence.
  package var literal: StaticString {
    switch self {
    case .single: "single"
    case .passed: "passed"
    case .empty: "empty"
    case .within: "within"
    case .autoContainer: "autoContainer"
    case .autoUnchanging: "autoUnchanging"
    case .autoEnd: "autoEnd"
    case .autoBudget: "autoBudget"
    }
  }

  /// The reason as it is written: a word, or the sentence of `auto`.
  package var text: String {
    switch self {
    case .single, .passed, .empty, .within: name
    case .autoContainer: "one entry, and a change of the container asks for the next"
    case .autoUnchanging: "one entry that would be the same again"
    case .autoEnd: "a new timeline when the last entry has had its turn"
    case .autoBudget: "the entries end before the budget allows another reload, so it waits"
    }
  }
}

extension Drop.Reason: RecordWord {
  package var literal: StaticString {
    switch self {
    case .past: "past"
    case .late: "late"
    case .missed: "missed"
    }
  }
}
