package import MetschedConfiguration
internal import MetschedRuntime
internal import WidgetFamilies

extension ConfigurationDifference {
  /// The difference in a few lines, for a log: what comes with `+`, what goes with `-`, and what
  /// changes with `~`.
  ///
  /// Placements that change alike are one line, so its length does not follow from the number of
  /// users; beyond so many lines the rest are counted.
  package func text(lines limit: Int = 40) -> String {
    var lines = settings.map { "~ \($0.text)" }
    // Where only the family is another, the whole name says so.
    let names = [
      removed.map { old.displayName(of: old.placements[$0]) },
      added.map { new.displayName(of: new.placements[$0]) },
    ]
    let isWhole = !Set(names[0]).isDisjoint(with: names[1])
    lines += Self.names(removed, in: old, isWhole: isWhole).map { "- \($0)" }
    lines += Self.names(added, in: new, isWhole: isWhole).map { "+ \($0)" }
    lines += changed.map { change in
      let names = new.title(of: change.placements.map(\.new))
      return "~ \(names)  " + change.values.map(\.text).joined(separator: ", ")
    }
    let more = lines.count > limit ? ["… and \(lines.count - limit) more"] : []
    return (lines.prefix(limit) + more).reduce(into: "") { $0 += $1 + "\n" }
  }

  /// One line for each placement of a few, one for all of many.
  private static func names(
    _ placements: [Int], in configuration: Configuration, isWhole: Bool
  ) -> [String] {
    guard placements.count > 8 else {
      return placements.map { index in
        let placement = configuration.placements[index]
        return isWhole
          ? configuration.name(of: placement) : configuration.displayName(of: placement)
      }
    }
    return [configuration.title(of: placements)]
  }
}

extension Configuration {
  /// Returns `user/Kind`, with the id where it is not `main`, and as a whole where the user has it
  /// in several families.
  package func displayName(of placement: Placement) -> String {
    let isOneOfSeveral = placements[...].placements(of: placement.user).contains { other in
      other.widget == placement.widget && other.id == placement.id
        && other.family != placement.family
    }
    return isOneOfSeveral ? name(of: placement) : shortName(of: placement)
  }

  /// Returns the name of one placement, or `1,204 placements (ann/Kind, bob/Kind, …)`.
  package func title(of indices: [Int]) -> String {
    let names = indices.prefix(3).map { displayName(of: placements[$0]) }
    guard indices.count > 1 else { return names.first ?? "" }
    let more = indices.count > 3 ? ", …" : ""
    return "\(Words.grouped(indices.count)) placements (\(names.joined(separator: ", "))\(more))"
  }
}
