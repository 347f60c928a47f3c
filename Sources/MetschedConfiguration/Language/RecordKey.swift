/// The fields of records by which a test knows them; `docs/records.md` says what each is.
///
/// The words are those of the engine, which this target does not know; a test compares the two.
package enum RecordKey: String, MappingKey {
  case what, at, cause, counted, eligible, granted, reason, left, entries, first, last, policy
  case next, why, error, shows, date, title, link, count, state, value

  package static let owner = "a record"
  package static let rules: [KeyRule] = [.atLeastOne(of: allCases.map(\.rawValue))]

  package var shape: ValueShape {
    switch self {
    case .what: .word(["reload", "fail", "show", "defer", "drop", "state"])
    case .cause: .oneOrMore(.word(Self.causes))
    case .counted: .boolean
    case .at, .eligible, .granted: Self.moment
    case .first, .last, .next, .date: .either([Self.moment, .none])
    case .reason:
      .word(
        ["spacing", "budget", "latency", "end", "visible", "past", "late", "missed"] + Self.noWord)
    case .left, .entries: .either([.integer(ReloadsKey.counts), .none])
    case .count: .integer(ReloadsKey.counts)
    case .policy: .word(["atEnd", "after", "never"])
    case .why: .text(example: "single")
    case .error: .text(example: "does not exist")
    case .shows: .word(["entry", "empty", "placeholder", "sample"])
    case .title: .text(example: "Vase")
    case .link: .text(example: "themet://436535")
    case .state:
      .word(["removed", "edited", "foreground", "timezone", "clock", "suspended", "down"])
    case .value: .text(example: "on")
    }
  }

  package var summary: String {
    switch self {
    case .what: "What happened."
    case .at: "When: an instant or a time of day, as all dates of a record."
    case .cause: "Who asked: one of them, or the list of all in order."
    case .counted: "Whether the budget counts it."
    case .eligible: "When the request was due."
    case .granted: "When the host granted it."
    case .reason: "Why it was granted when it was, or dropped; or `none`."
    case .left: "What is left of the budget; or `none`."
    case .entries: "How many entries the timeline has; or `none`."
    case .first: "The date of the first entry; or `none`."
    case .last: "The date of the last entry; or `none`."
    case .policy: "The policy that was chosen."
    case .next: "The date for which the policy asks; or `none`."
    case .why:
      "Why that date: `single`, `passed`, `empty`, `within` or the words of `auto`; or `none`."
    case .error: "What the error says, or a part of it."
    case .shows: "What shows."
    case .date: "The entry's own date; or `none`."
    case .title: "The entry's title."
    case .link: "The entry's deep link."
    case .count: "How many entries or answers were dropped."
    case .state: "Which state changed."
    case .value: "The state's value: `on`, `off`, a zone or how far a clock was set; or `none`."
    }
  }

  /// What asks for reloads.
  package static let causes = [
    "added", "edited", "policy", "retry", "reload", "push", "container", "interaction", "timezone",
    "clock",
  ]

  private static let moment = ValueShape.either([.instant, .form(.timeOfDay)])
  private static let noWord = [ExpectedValue.noneWord]
}

/// The fields of `reload:` of `expect`: those of a record that is a reload, granted or failed.
package struct ReloadRecordKey: MappingKey {
  package var key: RecordKey

  package init?(rawValue: String) {
    guard let key = RecordKey(rawValue: rawValue), Self.keys.contains(key) else { return nil }
    self.key = key
  }

  private init(_ key: RecordKey) { self.key = key }

  private static let keys: [RecordKey] = [
    .what, .at, .cause, .counted, .eligible, .granted, .reason, .left, .entries, .first, .last,
    .policy, .next, .why, .error,
  ]

  package var rawValue: String { key.rawValue }
  package static let allCases = keys.map(ReloadRecordKey.init)
  package static let owner = "`reload` of `expect`"
  package static let rules: [KeyRule] = [.atLeastOne(of: keys.map(\.rawValue))]
  package var shape: ValueShape { key == .what ? .word(["reload", "fail"]) : key.shape }
  package var summary: String { key.summary }
}
