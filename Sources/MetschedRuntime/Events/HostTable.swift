package import MetschedConfiguration
package import MetschedEngine

/// The hosts that placements name by number, each once, however many users share one.
package struct HostTable {
  package private(set) var hosts: [Host] = []
  /// The number of each user's host.
  package private(set) var numbers: [Int]

  package init(_ configuration: Configuration) {
    self.init(configuration, keeping: [])
  }

  /// Numbers a configuration's hosts; those that are known keep their numbers.
  init(_ configuration: Configuration, keeping earlier: [Host]) {
    hosts = earlier
    var known = Dictionary(
      earlier.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var all: [Int] = []
    for settings in configuration.hosts {
      let host = Host(settings)
      let number = known[host] ?? hosts.count
      if number == hosts.count { hosts.append(host) }
      known[host] = number
      all.append(number)
    }
    numbers = configuration.users.map { all[$0.host] }
  }
}
