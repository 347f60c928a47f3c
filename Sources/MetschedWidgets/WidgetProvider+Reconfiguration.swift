package import MetschedConfiguration
package import MetschedEngine
package import MetschedTime

/// Another file while the schedule runs.
extension WidgetProvider {
  /// The plans that timelines are made of which still show; they stay as they are.
  package var plansInUse: Set<Int32> {
    Set(contents.lazy.compactMap { $0?.placement.plan })
  }

  /// Follows a configuration in which everything that is known has kept its number.
  ///
  /// - Parameters:
  ///   - configuration: the configuration, with the placements of the run.
  ///   - revision: which revision of the file it is.
  ///   - hosts: all hosts of the run.
  ///   - numbers: which of them each user has.
  ///   - zones: where each user is now.
  package mutating func adopt(
    _ configuration: Configuration, revision: Int, hosts: [Host], numbers: [Int],
    zones: [ZoneTable]
  ) {
    self.configuration = configuration
    self.revision = revision
    self.hosts = hosts
    hostNumbers = numbers
    self.zones = zones
    store.adopt(configuration)
    planNumbers = [:]
    conflicts = [:]
    for index in held.indices {
      let placement = held[index].request.placement
      held[index].answer.setTag(configuration.placements[Int(placement.index)].plan)
    }
  }

  /// Lets events name a zone that no user is in.
  package mutating func add(zone: ZoneTable) {
    configuration.zones.append(zone)
  }
}

extension Answer {
  /// Names the plan in which the places of the policy are found.
  fileprivate mutating func setTag(_ tag: Int32) {
    switch self {
    case .timeline(var timeline):
      timeline.tag = tag
      self = .timeline(timeline)
    case .failure(var failure):
      failure.tag = tag
      failure.sample?.tag = tag
      failure.last?.tag = tag
      self = .failure(failure)
    }
  }
}
