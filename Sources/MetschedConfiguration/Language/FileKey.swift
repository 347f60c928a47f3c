/// The keys of the file itself.
package enum FileKey: String, MappingKey {
  case version, timezone, container, link, clock, host, intents, widgets, users
  case events, tests, include

  package static let owner = "the file"

  package var shape: ValueShape {
    switch self {
    case .version: .integer(1...1)
    case .timezone: .zone
    case .container: .text(example: "container")
    case .link: .text(example: "themet")
    case .clock: .either([.word(["system", "virtual"]), .mapping(ClockKey.table)])
    case .host:
      .either([.word(HostSettings.Profile.allCases.map(\.rawValue)), .mapping(HostKey.table)])
    case .intents: .names(of: "intents", to: .mapping(IntentKey.table))
    case .widgets: .names(of: "kinds", to: .mapping(WidgetKey.table))
    case .users: .names(of: "users", to: .mapping(UserKey.table))
    case .events: .list(of: .mapping(EventKey.table))
    case .tests: .list(of: .value)
    case .include:
      .either([.text(example: "users.yaml"), .list(of: .text(example: "users.yaml"))])
    }
  }

  package var summary: String {
    switch self {
    case .version: "The version of the language."
    case .timezone: "The IANA zone of local times; UTC unless given."
    case .container: "The app-group folder, relative to the file."
    case .link: "The scheme of deep links."
    case .clock: "Which clock runs the file."
    case .host: "The stand-in for the system, which grants reloads."
    case .intents: "What users may configure."
    case .widgets: "The widgets, by kind."
    case .users: "Who has placed which widgets, with their values."
    case .events: "What people and apps do during a run."
    case .tests: "What must be shown, reloaded and recorded."
    case .include: "Files whose content belongs here: a path or pattern, or a list of them."
    }
  }
}

/// The keys of `clock:`.
package enum ClockKey: String, MappingKey {
  case virtual, system

  package static let owner = "`clock`"

  package var shape: ValueShape {
    switch self {
    case .virtual: .mapping(VirtualClockKey.table)
    case .system: .mapping(SystemClockKey.table)
    }
  }

  package var summary: String {
    switch self {
    case .virtual: "A day in milliseconds, the same every time."
    case .system: "The machine's clock."
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
    case .start: "The first instant; 2026-01-01T00:00 in the file's zone unless given."
    case .length: "How long the run lasts; 1d unless given."
    case .seed: "What latency is drawn from; 0 unless given."
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
    case .speed: "The seconds of the schedule that pass in one second; 1 unless given."
    case .length: "How long the run lasts; until it is stopped unless given."
    case .seed: "What latency is drawn from; 0 unless given."
    }
  }
}

/// The keys of `host:`.
package enum HostKey: String, MappingKey {
  case profile, budget, spacing, latency, timeLimit = "time-limit", edits

  package static let owner = "`host`"

  package var shape: ValueShape {
    switch self {
    case .profile: .word(HostSettings.Profile.allCases.map(\.rawValue))
    case .budget: .integer(1...100_000)
    case .spacing: .duration(example: "5m")
    case .latency:
      .either([.duration(example: "0s"), .text(example: "2s-60s")])
    case .timeLimit: .duration(example: "30s")
    case .edits: .word(HostSettings.Edits.allCases.map(\.rawValue))
    }
  }

  package var summary: String {
    switch self {
    case .profile: "The figures to begin with."
    case .budget: "The counted reloads of a placement in 24 hours."
    case .spacing: "The least time between two grants of a placement."
    case .latency: "The time from being due to being granted."
    case .timeLimit: "The time that a provider may take."
    case .edits: "When an edit reaches the widget."
    }
  }
}
