import MetschedEngine
import MetschedTime
import SchedulerReference

extension Script {
  /// Returns a script with less in it that still fails.
  func shrunk(while fails: (Script) -> Bool) -> Script {
    var smallest = self
    var isShrinking = true
    while isShrinking {
      isShrinking = false
      for candidate in smallest.smaller where fails(candidate) {
        smallest = candidate
        isShrinking = true
        break
      }
    }
    return smallest
  }

  /// Scripts with one thing less, the greatest losses first.
  private var smaller: [Script] {
    var candidates: [Script] = []
    func propose(_ change: (inout Script) -> Void) {
      var candidate = self
      change(&candidate)
      candidates.append(candidate)
    }
    if length > .seconds(1) {
      propose { $0.length /= 2 }
      propose { $0.length = $0.length * 9 / 10 }
    }
    for index in steps.indices { propose { $0.steps.remove(at: index) } }
    for (index, placement) in placements.enumerated() {
      let replies = placement.replies
      if replies.count > 1 { propose { $0.placements[index].replies.removeLast() } }
      if replies.count > 1 { propose { $0.placements[index].replies.removeFirst() } }
      for (number, reply) in replies.enumerated() {
        for simpler in reply.simpler {
          propose { $0.placements[index].replies[number] = simpler }
        }
      }
    }
    for index in hosts.indices {
      if hosts[index].latency != 0...0 { propose { $0.hosts[index].latency = 0...0 } }
      if hosts[index].spacing > 0 { propose { $0.hosts[index].spacing = 0 } }
      if hosts[index].visible != nil { propose { $0.hosts[index].visible = nil } }
      if hosts[index].budget != nil { propose { $0.hosts[index].budget = nil } }
    }
    return candidates
  }

  /// All of the script, to be read by a person.
  var text: String {
    var lines = ["  length \(Moment(length))"]
    let added = steps.compactMap { if case .add(let name) = $0.action { name } else { nil } }
    for name in added {
      let placement = placements[name]
      lines.append(
        "  \(letter(name)): user \(placement.user), zone \(zones[placement.zone]), "
          + "\(hosts[placement.host]), \(rules[placement.rule])")
      lines += placement.replies.map { "    \($0)" }
    }
    lines += steps.map { "  \($0.at) \($0.action)" }
    return lines.joined(separator: "\n").replacing("MetschedEngineTests.", with: "")
      .replacing("MetschedEngine.", with: "")
  }
}

extension Reply {
  fileprivate var simpler: [Reply] {
    var candidates: [Reply] = []
    func propose(_ change: (inout Reply) -> Void) {
      var candidate = self
      change(&candidate)
      candidates.append(candidate)
    }
    if repeatDelay != nil { propose { $0.repeatDelay = nil } }
    if delay != 0 { propose { $0.delay = 0 } }
    if fails { propose { $0.fails = false } }
    if case .never = policy {} else { propose { $0.policy = .never } }
    switch dates {
    case .regular(let first, let step, let count) where count > 1:
      propose { $0.dates = .regular(first: first, step: step, count: count - 1) }
    case .offsets(let offsets) where !offsets.isEmpty:
      for index in offsets.indices {
        var fewer = offsets
        fewer.remove(at: index)
        propose { $0.dates = .offsets(fewer) }
      }
    default: break
    }
    return candidates
  }
}
