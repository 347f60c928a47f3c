internal import MetschedDiagnostics
internal import MetschedTime

/// `link:`, `clock:`, `missed:` and `host:`.
extension FileDecoder {
  /// Reads the scheme of deep links.
  mutating func link(_ field: Field) -> Setting<String>? {
    guard let text = text(field, example: "themet") else { return nil }
    let bytes = text.utf8
    let isScheme =
      bytes.first.map { Self.isLetter($0) } == true
      && bytes.allSatisfy {
        Self.isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
      }
    guard isScheme else {
      report(.notScheme(text, field))
      return nil
    }
    return setting(text, field)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  // MARK: Clock

  /// Reads `clock:`; without one the system's clock runs the file.
  mutating func clock(_ field: Field?) -> ClockSettings {
    var settings = ClockSettings(
      kind: Setting(.system, .builtIn),
      start: Setting(ClockSettings.defaultStart(in: zone), .builtIn), length: nil,
      speed: Setting(1, .builtIn), seed: Setting(0, .builtIn))
    guard let field else { return settings }
    if field.value.kind == .scalar {
      if let kind = word(field, as: ClockKey.self) {
        settings.choose(kind == .virtual ? .virtual : .system, Origin(layer, field.range))
      }
      return settings
    }
    guard isMapping(field, expected: FileKey.clock.shape),
      let fields = fields(field, as: ClockKey.self), let chosen = clockKind(fields)
    else { return settings }
    let isVirtual = chosen.key == .virtual
    settings.choose(isVirtual ? .virtual : .system, Origin(layer, chosen.field.keyRange))
    guard !chosen.field.value.isNull else { return settings }
    if isVirtual {
      virtualClock(chosen.field, &settings)
    } else {
      systemClock(chosen.field, &settings)
    }
    return settings
  }

  /// Returns the one clock that is named; of two, the one that `--set` names.
  private mutating func clockKind(
    _ fields: Fields<ClockKey>
  ) -> (key: ClockKey, field: Field)? {
    var named = ClockKey.allCases.compactMap { key in fields.written(key).map { (key, $0) } }
    if named.count > 1 {
      let assigned = named.filter { $0.1.isAssigned }
      if assigned.count == 1 { named = assigned }
    }
    guard let first = named.first else {
      report(.clockWithoutKind(at: fields.range))
      return nil
    }
    if named.count > 1 { report(.twoClocks(named[1].1, first: first.1)) }
    return first
  }

  private mutating func virtualClock(_ field: Field, _ settings: inout ClockSettings) {
    guard let fields = fields(field, as: VirtualClockKey.self) else { return }
    if let start = fields[.start], let value = instant(start) {
      settings.start = setting(value, start)
    }
    if let length = fields[.length] { self.length(length, of: &settings) }
    seed(fields[.seed], &settings)
  }

  /// Reads how long a run lasts.
  mutating func length(_ field: Field, of settings: inout ClockSettings) {
    guard let value = duration(field, to: Step(days: 36_525), example: "1d") else { return }
    settings.length = setting(value, field)
  }

  private mutating func systemClock(_ field: Field, _ settings: inout ClockSettings) {
    guard let fields = fields(field, as: SystemClockKey.self) else { return }
    if let speed = fields[.speed], let value = decimal(speed) {
      if (0.001...1_000_000).contains(value) {
        settings.speed = setting(value, speed)
      } else {
        report(.outOfRange(speed, speed.value.text, "0.001", "1000000"))
      }
    }
    if let length = fields[.length] { self.length(length, of: &settings) }
    seed(fields[.seed], &settings)
  }

  private mutating func seed(_ field: Field?, _ settings: inout ClockSettings) {
    guard let field, let value = integer(field, in: 0...Int.max) else { return }
    settings.seed = setting(UInt64(value), field)
  }

  // MARK: Missed

  /// Reads `missed:`: a rule, or a mapping that may name one.
  mutating func missed(_ field: Field?) -> MissedSettings {
    var settings = MissedSettings.standard
    guard let field else { return settings }
    if field.value.kind == .scalar {
      if let rule = word(field, as: MissedSettings.Rule.self) {
        settings.rule = setting(rule, field)
      }
      return settings
    }
    guard isMapping(field, expected: FileKey.missed.shape),
      let fields = fields(field, as: MissedKey.self)
    else { return settings }
    let scalar = field.value.shadowedScalar.map(field.element)
    if let rule = fields[.rule] ?? scalar, let value = word(rule, as: MissedSettings.Rule.self) {
      settings.rule = setting(value, rule)
    }
    if let grace = fields[.grace],
      let value = duration(grace, from: .zero, to: Step(days: 1), example: "1m")
    {
      settings.grace = setting(value.nominalMilliseconds, grace)
    }
    return settings
  }

  // MARK: Host

  /// Reads `host:`; without one the ideal host grants everything at once.
  mutating func host(_ field: Field?) -> HostSettings {
    let ideal = HostSettings(profile: Setting(.ideal, .builtIn))
    return field.map { host($0, HostKey.self, key: \.self, over: ideal) } ?? ideal
  }

  /// Reads a user's `host:`, which begins with another one unless it names a profile.
  mutating func host(_ field: Field, over other: HostSettings) -> HostSettings {
    host(field, UserHostKey.self, key: \.key, over: other)
  }

  private mutating func host<Key: MappingKey>(
    _ field: Field, _ type: Key.Type, key: (Key) -> HostKey, over other: HostSettings
  ) -> HostSettings {
    if field.value.kind == .scalar {
      let profile = word(field, as: HostSettings.Profile.self) ?? .ideal
      return HostSettings(profile: setting(profile, field))
    }
    guard let read = fields(field, as: type) else { return other }
    var fields = Fields<HostKey>(range: read.range)
    for (name, field) in read.present { fields.add(field, for: key(name)) }
    var settings = other
    let scalar = field.value.shadowedScalar.map(field.element)
    if let profile = fields[.profile] ?? scalar {
      settings = HostSettings(
        profile: setting(word(profile, as: HostSettings.Profile.self) ?? .ideal, profile))
    } else if type.allCases.contains(where: \.isRequired) {
      report(.hostWithoutProfile(field))
      // Whichever is meant, the figures are looked at too.
      settings = HostSettings(profile: Setting(.widgetkit, .builtIn))
    }
    figures(fields, &settings)
    return settings
  }

  private mutating func figures(_ fields: Fields<HostKey>, _ settings: inout HostSettings) {
    if let budget = fields[.budget] {
      if settings.profile.value == .ideal {
        report(.idealBudget(budget, profile: settings.profile.origin.range))
      } else if let value = integer(budget, in: HostKey.budgets) {
        settings.budget = setting(Int(value), budget)
      }
    }
    if let spacing = fields[.spacing],
      let value = duration(spacing, from: .zero, to: Step(days: 30), example: "5m")
    {
      settings.spacing = setting(value.nominalMilliseconds, spacing)
    }
    if let latency = fields[.latency], let value = self.latency(latency) {
      settings.latency = setting(value, latency)
    }
    if let limit = fields[.timeLimit],
      let value = duration(limit, to: Step(days: 1), example: "30s")
    {
      settings.timeLimit = setting(value.nominalMilliseconds, limit)
    }
    if let edits = fields[.edits], let value = word(edits, as: HostSettings.Edits.self) {
      settings.edits = setting(value, edits)
    }
    if let visible = fields[.visible], let value = window(visible) {
      settings.visible = setting(value, visible)
    }
    if let debugger = fields[.debugger], let value = boolean(debugger) {
      settings.debugger = setting(value, debugger)
    }
  }

  /// Reads `5s`, or `2s-60s`.
  private mutating func latency(_ field: Field) -> ClosedRange<Int64>? {
    guard let scalar = scalar(field, expected: HostKey.latency.shape) else { return nil }
    let parts = scalar.text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let longest = Step(days: 1)
    guard parts.count == 2, !parts[0].isEmpty else {
      let value = duration(scalar.text, field, from: .zero, to: longest)?.nominalMilliseconds
      return value.map { $0...$0 }
    }
    guard let least = duration(String(parts[0]), field, from: .zero, to: longest),
      let greatest = duration(String(parts[1]), field, from: .zero, to: longest)
    else { return nil }
    guard !greatest.isShorter(than: least) else {
      report(.latencyCrossed(scalar.text, field))
      return nil
    }
    return least.nominalMilliseconds...greatest.nominalMilliseconds
  }
}
