package import MetschedText
internal import MetschedTime

/// The keys of the file itself.
package enum FileKey: String, MappingKey {
  case version, timezone, container, link, clock, missed, host, intents, widgets, users
  case events, tests, include

  package static let owner = "the file"
  package static let rules: [KeyRule] = [.atLeastOne(of: [widgets.rawValue, include.rawValue])]

  package var shape: ValueShape {
    switch self {
    case .version: .integer(1...1)
    case .timezone: .zone
    case .container: .text(example: "container")
    case .link: .form(.scheme)
    case .clock: .either([.word(ClockKey.allCases.map(\.rawValue)), .mapping(ClockKey.table)])
    case .missed:
      .either([.word(MissedSettings.Rule.allCases.map(\.rawValue)), .mapping(MissedKey.table)])
    case .host:
      .either([.word(HostSettings.Profile.allCases.map(\.rawValue)), .mapping(HostKey.table)])
    case .intents: .names(of: .intents, to: .mapping(IntentKey.table))
    case .widgets: .names(of: .widgets, to: .mapping(WidgetKey.table))
    case .users: .names(of: .users, to: .nullable(.mapping(UserKey.table)))
    case .events: .list(of: .mapping(EventKey.table))
    case .tests: .list(of: .mapping(TestKey.table))
    case .include: Self.included
    }
  }

  package var summary: String {
    switch self {
    case .version: "The version of the language."
    case .timezone: "The IANA zone in which local times of the file are read."
    case .container: "The app-group folder that apps write and widgets read, relative to the file."
    case .link: "The scheme of deep links: `themet` gives `themet://436535`."
    case .clock:
      "Which clock runs the file: `virtual` plays a day in milliseconds, `system` lives it."
    case .missed:
      "What becomes of what was due while a live run was down: only the `latest` of it counts, `all` "
        + "happens after all, or `skip` leaves reloads out."
    case .host:
      "The stand-in for the system, which grants reloads: `ideal` at once, `widgetkit` with budget, "
        + "spacing and latency."
    case .intents: "What users may configure: sets of parameters, by name."
    case .widgets: "The widgets, by kind; a kind begins with a capital letter."
    case .users: "Who has placed which widgets, with their values; without it `me` has each once."
    case .events: "What people, apps and the system do during a run."
    case .tests: "What must be shown, reloaded and recorded."
    case .include: "Files whose content belongs here: a path or pattern, or a list of them."
    }
  }

  package var standard: JSONValue? {
    switch self {
    case .version: 1
    case .timezone: "UTC"
    case .clock: .string(ClockKey.system.rawValue)
    case .missed: .string(MissedSettings.Rule.latest.rawValue)
    case .host: .string(HostSettings.Profile.ideal.rawValue)
    default: nil
    }
  }

  package var takesNull: Bool { self != .widgets }

  /// What `include` takes, here and beside names.
  static let included = ValueShape.either([
    .text(example: "users.yaml"), .list(of: .text(example: "users.yaml")),
  ])
}

/// The keys of an override file.
package enum OverrideKey: String, MappingKey {
  case users, include

  package static let owner = "an override file"
  package var shape: ValueShape { self == .users ? FileKey.users.shape : FileKey.included }

  package var summary: String {
    switch self {
    case .users: "What users have placed, and their values, over those of the files below."
    case .include: "Further files with `users:`: a path or pattern, or a list of them."
    }
  }
}

/// The keys of `clock:`.
package enum ClockKey: String, MappingKey {
  case virtual, system

  package static let owner = "`clock`"
  package static let rules: [KeyRule] = [.exactlyOne(of: allCases.map(\.rawValue))]

  package var shape: ValueShape {
    switch self {
    case .virtual: .mapping(VirtualClockKey.table)
    case .system: .mapping(SystemClockKey.table)
    }
  }

  package var summary: String {
    switch self {
    case .virtual:
      "A clock that jumps to what comes next: a day in milliseconds, the same every time."
    case .system: "The machine's own clock."
    }
  }
}

/// The keys of `clock: {virtual: …}`.
package enum VirtualClockKey: String, MappingKey {
  case start, length = "for", seed

  package static let owner = "the virtual clock"

  package var shape: ValueShape {
    switch self {
    case .start: .instant
    case .length: .duration(example: "1d")
    case .seed: .integer(0...Int.max)
    }
  }

  package var summary: String {
    switch self {
    case .start: "The first instant; without an offset in the file's zone."
    case .length: "How long the run lasts."
    case .seed: "What latency is drawn from; the same seed gives the same run."
    }
  }

  package var standard: JSONValue? {
    switch self {
    case .start: "2026-01-01T00:00"
    case .length: "1d"
    case .seed: 0
    }
  }
}

/// The keys of `clock: {system: …}`.
package enum SystemClockKey: String, MappingKey {
  case speed, length = "for", seed

  package static let owner = "the system clock"

  package var shape: ValueShape {
    switch self {
    case .speed: .number
    case .length: .duration(example: "1d")
    case .seed: .integer(0...Int.max)
    }
  }

  package var summary: String {
    switch self {
    case .speed: "The seconds of the schedule that pass in one second, from 0.001 to 1000000."
    case .length: "How long the run lasts; without it, until it is stopped."
    case .seed: "What latency is drawn from; the same seed gives the same run."
    }
  }

  package var standard: JSONValue? {
    switch self {
    case .speed: 1
    case .length: nil
    case .seed: 0
    }
  }
}

/// The keys of `missed:`.
package enum MissedKey: String, MappingKey {
  case rule, grace

  package static let owner = "`missed`"

  package var shape: ValueShape {
    switch self {
    case .rule: .word(MissedSettings.Rule.allCases.map(\.rawValue))
    case .grace: .duration(example: "1m")
    }
  }

  package var summary: String {
    switch self {
    case .rule: "What happens to what was due while the run was down."
    case .grace: "How late something may be and still happen at its own instant, up to a day."
    }
  }

  package var standard: JSONValue? {
    switch self {
    case .rule: .string(MissedSettings.Rule.latest.rawValue)
    case .grace: "1m"
    }
  }
}

/// The keys of `host:`.
package enum HostKey: String, MappingKey {
  case profile, budget, spacing, latency, timeLimit = "time-limit", edits, visible, debugger

  package static let owner = "`host`"
  package static let rules: [KeyRule] = [
    .when(
      profile.rawValue, is: HostSettings.Profile.ideal.rawValue, excludes: [budget.rawValue])
  ]

  package var shape: ValueShape {
    switch self {
    case .profile: .word(HostSettings.Profile.allCases.map(\.rawValue))
    case .budget: .integer(Self.budgets)
    case .spacing: .duration(example: "5m")
    case .latency: .form(.latency)
    case .timeLimit: .duration(example: "30s")
    case .edits: .word(HostSettings.Edits.allCases.map(\.rawValue))
    case .visible: .window
    case .debugger: .boolean
    }
  }

  package var summary: String {
    switch self {
    case .profile: "The figures to begin with."
    case .budget: "The counted reloads that a placement gets in 24 hours."
    case .spacing: "The least time between two grants of a placement."
    case .latency: "The time from being due to being granted: one, or drawn from `2s-60s`."
    case .timeLimit: "The time that a provider may take for its answer."
    case .edits: "When an edit reaches the widget: `now`, or with the `next-reload`."
    case .visible: "When people look at the widgets; what is due at other times waits."
    case .debugger: "Whether a debugger is attached, under which nothing is limited."
    }
  }

  package var isRequired: Bool { self == .profile }

  /// What `budget` may be.
  static let budgets = 1...100_000

  package var standard: JSONValue? {
    switch self {
    case .timeLimit: "30s"
    case .edits: .string(HostSettings.Edits.now.rawValue)
    case .debugger: false
    default: nil
    }
  }
}

/// The keys of a user's `host:`, those of the file's; without a profile it goes on from the file's.
package struct UserHostKey: MappingKey {
  package var key: HostKey

  package init?(rawValue: String) {
    guard let key = HostKey(rawValue: rawValue) else { return nil }
    self.key = key
  }

  private init(_ key: HostKey) { self.key = key }

  package var rawValue: String { key.rawValue }
  package static let allCases = HostKey.allCases.map(UserHostKey.init)
  package static let owner = "`host` of a user"
  package static let rules = HostKey.rules
  package var shape: ValueShape { key.shape }
  package var summary: String { key.summary }
}
