import MetschedEngine

// The words of a database's columns, as literals: naming a case by reflection would be half of the
// time that a record takes.

extension Record.What {
  var word: StaticString {
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

/// A case that a column holds as a word.
protocol StoredWord: CaseIterable, Sendable {
  var word: StaticString { get }
}

extension StoredWord {
  /// The case of a word; nil for a word that none has.
  init?(word: String?) {
    guard let word, let found = Self.allCases.first(where: { $0.word.description == word })
    else { return nil }
    self = found
  }
}

extension GrantReason: StoredWord {
  var word: StaticString {
    switch self {
    case .spacing: "spacing"
    case .budget: "budget"
    case .latency: "latency"
    case .end: "end"
    case .visible: "visible"
    }
  }
}

extension ChosenPolicy: StoredWord {
  var word: StaticString {
    switch self {
    case .atEnd: "atEnd"
    case .after: "after"
    case .never: "never"
    }
  }
}

extension PolicyReason: StoredWord {
  var word: StaticString {
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

extension Drop.Reason: StoredWord {
  var word: StaticString {
    switch self {
    case .past: "past"
    case .late: "late"
    case .missed: "missed"
    }
  }
}

extension State {
  var word: StaticString {
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
