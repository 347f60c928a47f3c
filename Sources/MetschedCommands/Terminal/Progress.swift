import MetschedTime

/// How far a long run has come, on a terminal, from its first second on.
struct Progress {
  private let terminal: Terminal
  private let range: Range<Instant>
  private let zone: ZoneTable
  private let started = ContinuousClock.now
  private var ticks = 0
  private var isShown = false
  private var lastShown: ContinuousClock.Instant?

  init(_ range: Range<Instant>, in zone: ZoneTable, on terminal: Terminal) {
    self.range = range
    self.zone = zone
    self.terminal = terminal
  }

  /// Shows the time that a run has reached, ten times a second at most.
  mutating func show(_ time: Instant) {
    // Lines that a person reads as they come are progress enough.
    guard terminal.errorIsTerminal, !terminal.outputIsTerminal else { return }
    ticks += 1
    guard ticks % 256 == 0 else { return }
    let now = ContinuousClock.now
    guard now - started > .seconds(1), lastShown.map({ now - $0 > .milliseconds(100) }) ?? true
    else { return }
    lastShown = now
    isShown = true
    let share = Double(time - range.lowerBound) / Double(range.upperBound - range.lowerBound)
    // Where the clock is set, the time may lie outside of what was planned.
    terminal.error("\r\u{1B}[K\(Int(min(max(share, 0), 1) * 100)) % · \(time.rfc3339(in: zone))")
  }

  /// Takes the progress away again.
  func end() {
    if isShown { terminal.error("\r\u{1B}[K") }
  }
}
