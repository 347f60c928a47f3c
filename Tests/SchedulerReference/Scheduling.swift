package import MetschedEngine
package import MetschedTime

/// What a machine has to be to be played.
package protocol Scheduling {
  init(hosts: [Host], rules: [FailureHandling], zones: [ZoneTable], seed: UInt64)
  mutating func handle(_ event: Event, at time: Instant, into actions: inout Actions)
  mutating func nextDeadline() -> Instant?
}

extension Machine: Scheduling {
  package init(hosts: [Host], rules: [FailureHandling], zones: [ZoneTable], seed: UInt64) {
    self.init(hosts: hosts, rules: rules, zones: zones, seed: seed, placements: 0)
  }
}
