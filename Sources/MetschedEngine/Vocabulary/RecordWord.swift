/// A case that records write as a word, everywhere the same: on the terminal, in JSON lines and in
/// the columns of a database.
///
/// The word is a literal. Naming a case by reflection would be half of the time that a record
/// takes, and wakes what the start of a program can do without.
package protocol RecordWord: Sendable {
  var word: StaticString { get }
}

extension RecordWord {
  /// The word as a string.
  package var name: String { word.description }
}

extension RecordWord where Self: CaseIterable {
  package var description: String { name }

  /// The case of a word; nil for a word that none has.
  package init?(word: String?) {
    guard let word, let found = Self.allCases.first(where: { $0.word.description == word })
    else { return nil }
    self = found
  }
}

extension Cause: RecordWord, CustomStringConvertible {
  package var word: StaticString {
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

extension GrantReason: RecordWord, CustomStringConvertible {
  package var word: StaticString {
    switch self {
    case .spacing: "spacing"
    case .budget: "budget"
    case .latency: "latency"
    case .end: "end"
    case .visible: "visible"
    }
  }
}

extension ChosenPolicy: RecordWord, CustomStringConvertible {
  package var word: StaticString {
    switch self {
    case .atEnd: "atEnd"
    case .after: "after"
    case .never: "never"
    }
  }
}

extension PolicyReason: RecordWord, CustomStringConvertible {
  package var word: StaticString {
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
}

extension Drop.Reason: RecordWord, CustomStringConvertible {
  package var word: StaticString {
    switch self {
    case .past: "past"
    case .late: "late"
    case .missed: "missed"
    }
  }
}

extension Show.Content: RecordWord, CustomStringConvertible {
  package var word: StaticString {
    switch self {
    case .entry: "entry"
    case .placeholder: "placeholder"
    case .sample: "sample"
    }
  }
}

extension Record.What: RecordWord {
  package var word: StaticString {
    switch self {
    case .reload: "reload"
    case .fail: "fail"
    case .show: "show"
    case .deferred: "defer"
    case .drop: "drop"
    case .state: "state"
    }
  }
}

extension State: RecordWord {
  package var word: StaticString {
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
