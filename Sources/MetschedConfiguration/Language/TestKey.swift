/// The keys of an element of `tests:`.
package enum TestKey: String, MappingKey {
  case name, user, kind, placement, matrix, start, host, steps, timeline

  package static let owner = "a test"
  package static let rules: [KeyRule] = [
    .excludes(placement.rawValue, [user.rawValue, kind.rawValue, matrix.rawValue])
  ]

  package var isRequired: Bool { self == .name || self == .steps }

  package var shape: ValueShape {
    switch self {
    case .name: .text(example: "a new word at midnight")
    case .user: .oneOrMore(.text(example: "alice"))
    case .kind: .text(example: "TheMetWidget")
    case .placement: .form(.placementOfUser)
    case .matrix: .mapping(TestMatrixKey.table)
    case .start: .instant
    case .host:
      .either([.word(HostSettings.Profile.allCases.map(\.rawValue)), .mapping(HostKey.table)])
    case .steps: .list(of: .mapping(TestStepKey.table), least: 1)
    case .timeline: .text(example: "golden/alice.txt")
    }
  }

  package var summary: String {
    switch self {
    case .name: "What is to be so, in a few words; each test has another name."
    case .user: "Whose placements it is about, by name; without it everybody's."
    case .kind: "The kind that it is about; without it all kinds."
    case .placement:
      "The placement that it is about: `USER/KIND/ID/FAMILY`; the tail may be left out."
    case .matrix: "The users and families in all of whose combinations it has to hold."
    case .start: "When it begins; without it at the start of the file's virtual clock."
    case .host: "The host in this test, in the place of the file's and the users' own."
    case .steps: "What happens and what is expected, in order."
    case .timeline: "A file with the lines that `run` prints; `metsched test --update` writes it."
    }
  }
}

/// The keys of `matrix:` of a test.
package enum TestMatrixKey: String, MappingKey {
  case users, families

  package static let owner = "`matrix`"
  package static let rules: [KeyRule] = [.atLeastOne(of: allCases.map(\.rawValue))]

  package var shape: ValueShape {
    switch self {
    case .users: .oneOrMore(.text(example: "alice"))
    case .families: .oneOrMore(.family)
    }
  }

  package var summary: String {
    switch self {
    case .users: "The users, each of whom it is about."
    case .families: "The families into which each placement is put, one after the other."
    }
  }
}

/// The keys of a step: where the clock goes, then what happens, then what is expected.
package enum TestStepKey: String, MappingKey {
  case at, advance, event, expect

  package static let owner = "a step"
  package static let rules: [KeyRule] = [
    .atLeastOne(of: allCases.map(\.rawValue)), .excludes(advance.rawValue, [at.rawValue]),
  ]

  package var shape: ValueShape {
    switch self {
    case .at: .either([.instant, .form(.timeOfDay)])
    case .advance: .duration(example: "30m")
    case .event: .mapping(TestEventKey.table)
    case .expect: .mapping(ExpectKey.table)
    }
  }

  package var summary: String {
    switch self {
    case .at: "Goes on to an instant, or to the next such time of day, in the user's zone."
    case .advance: "Goes on by a duration; days keep the wall time of the user's zone."
    case .event: "Something happens to the user of the placement: a verb of `events`."
    case .expect: "What has to be so now."
    }
  }
}

/// The keys of `event:` of a step: those of an event, whose time and user the test gives.
package struct TestEventKey: MappingKey {
  package var key: EventKey

  package init?(rawValue: String) {
    guard let key = EventKey(rawValue: rawValue), !Self.given.contains(key) else { return nil }
    self.key = key
  }

  private init(_ key: EventKey) { self.key = key }

  /// What the test itself says.
  private static let given: [EventKey] = [.at, .user, .every]

  package var rawValue: String { key.rawValue }
  package static let allCases = EventKey.allCases.filter { !given.contains($0) }
    .map(TestEventKey.init)
  package static let owner = "`event` of a step"
  package static let rules: [KeyRule] = [
    .exactlyOne(of: EventKey.verbs.map(\.rawValue)),
    .excludes(
      EventKey.length.rawValue, EventKey.verbs.filter { !$0.isState }.map(\.rawValue)),
    .needs(EventKey.suspend.rawValue, EventKey.length.rawValue),
  ]
  package var takesNull: Bool { key.takesNull }
  package var shape: ValueShape { key.shape }
  package var summary: String { key.summary }
}
