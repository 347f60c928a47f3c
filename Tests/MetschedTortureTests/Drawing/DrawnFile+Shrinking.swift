import MetschedTime

extension DrawnFile {
  /// Returns a file with less in it that still fails.
  func shrunk(while fails: (DrawnFile) async -> Bool) async -> DrawnFile {
    var smallest = self
    var isShrinking = true
    while isShrinking {
      isShrinking = false
      for candidate in smallest.smaller where await fails(candidate) {
        smallest = candidate
        isShrinking = true
        break
      }
    }
    return smallest
  }

  /// Files with one thing less, the greatest losses first.
  private var smaller: [DrawnFile] {
    var candidates: [DrawnFile] = []
    func propose(_ change: (inout DrawnFile) -> Void) {
      var candidate = self
      change(&candidate)
      candidates.append(candidate)
    }
    for index in events.indices { propose { $0.events.remove(at: index) } }
    // Events name users by number, so only the last can go without changing what others mean.
    let named = events.compactMap(\.user).max() ?? -1
    if users.count > 1, named < users.count - 1 { propose { $0.users.removeLast() } }
    for (number, user) in users.enumerated() {
      for index in user.kinds.indices { propose { $0.users[number].kinds.remove(at: index) } }
      for (index, kind) in user.kinds.enumerated() {
        for place in kind.placements.indices where kind.placements.count > 1 {
          propose { $0.users[number].kinds[index].placements.remove(at: place) }
        }
        if kind.values != DrawnValues() {
          propose { $0.users[number].kinds[index].values = DrawnValues() }
        }
      }
      if user.zone != nil { propose { $0.users[number].zone = nil } }
      if user.host != nil { propose { $0.users[number].host = nil } }
      if user.container != nil { propose { $0.users[number].container = nil } }
    }
    for (number, widget) in widgets.enumerated() {
      for index in widget.items.indices { propose { $0.widgets[number].items.remove(at: index) } }
      if widget.condition != nil { propose { $0.widgets[number].condition = nil } }
      if widget.itemsPerLargeEntry != nil {
        propose { $0.widgets[number].itemsPerLargeEntry = nil }
      }
      if case .interval(.some) = widget.timing {
        propose { $0.widgets[number].timing = .interval(anchor: nil) }
      }
      if case .after(let dates, let window) = widget.reload {
        if window != nil { propose { $0.widgets[number].reload = .after(dates, within: nil) } }
        for index in dates.indices where dates.count > 1 {
          var fewer = dates
          fewer.remove(at: index)
          propose { $0.widgets[number].reload = .after(fewer, within: window) }
        }
      }
      if widget.values != DrawnValues() { propose { $0.widgets[number].values = DrawnValues() } }
    }
    for (number, event) in events.enumerated() {
      if event.every != nil { propose { $0.events[number].every = nil } }
      if event.user != nil { propose { $0.events[number].user = nil } }
    }
    if host.latency != nil { propose { $0.host.latency = nil } }
    if host.spacing != nil { propose { $0.host.spacing = nil } }
    if host.budget != nil { propose { $0.host.budget = nil } }
    if host.visible != nil { propose { $0.host.visible = nil } }
    if host.editsWait { propose { $0.host.editsWait = false } }
    if zone != "UTC" { propose { $0.zone = "UTC" } }
    if length.milliseconds > 3_600_000 {
      propose { $0.length = Step(milliseconds: length.milliseconds / 7_200_000 * 3_600_000) }
    }
    return candidates
  }
}
