internal import MetschedConfiguration
internal import MetschedTime
internal import WidgetFamilies

/// Compares the values of placements, what their widgets say once for each pair of definitions.
struct ValueComparison {
  private let old: Configuration
  private let new: Configuration

  private struct Definitions: Hashable {
    var old: ObjectIdentifier
    var new: ObjectIdentifier
    var family: WidgetFamily
  }

  private var definitions: [Definitions: [ValueChange]] = [:]

  init(_ old: Configuration, _ new: Configuration) {
    self.old = old
    self.new = new
  }

  /// Returns what is another in the new placement.
  mutating func changes(_ earlier: Placement, _ later: Placement) -> [ValueChange] {
    let plans = (old.plans[Int(earlier.plan)], new.plans[Int(later.plan)])
    let key = Definitions(
      old: ObjectIdentifier(plans.0.definition), new: ObjectIdentifier(plans.1.definition),
      family: later.family)
    let defined =
      definitions[key]
      ?? DescribedValue.changes(
        PlanWords.definition(plans.0, in: later.family),
        PlanWords.definition(plans.1, in: later.family))
    definitions[key] = defined
    return DescribedValue.changes(PlanWords.knobs(plans.0), PlanWords.knobs(plans.1))
      + parameters(earlier, later) + defined
      + DescribedValue.changes(surroundings(earlier, old), surroundings(later, new))
  }

  /// Compares the parameters that turn no knob.
  private func parameters(_ earlier: Placement, _ later: Placement) -> [ValueChange] {
    let former = old.parameters(of: earlier)
    let present = new.parameters(of: later)
    let intent = new.intent(of: later)
    let old = Dictionary(
      former.map { (intent?.parameter(called: $0.name)?.name ?? $0.name, $0.value) },
      uniquingKeysWith: { first, _ in first })
    let new = Dictionary(
      present.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let gone = former.map(\.name).filter { name in
      intent?.parameter(called: name) == nil
    }
    return (present.map(\.name) + gone).compactMap { name in
      old[name] == new[name] ? nil : ValueChange(name: name, old: old[name], new: new[name])
    }
  }

  /// Describes the zone, the host and the container, which a user may have for all placements.
  private func surroundings(
    _ placement: Placement, _ configuration: Configuration
  ) -> [DescribedValue] {
    let user = configuration.users[Int(placement.user)]
    let host = configuration.host(of: placement).written.map {
      DescribedValue("host.\($0.key)", $0.value)
    }
    return [
      DescribedValue("timezone", configuration.zones[user.zone].identifier),
      DescribedValue("container", configuration.container(of: user)),
    ] + host
  }
}

extension Configuration {
  /// Returns the intent of a placement's widget; nil for a static one.
  func intent(of placement: Placement) -> Intent? {
    widgets[Int(placement.widget)].intent.map { intents[$0] }
  }

  /// Returns the values of the parameters that a placement has and that turn no knob.
  fileprivate func parameters(of placement: Placement) -> [(name: String, value: String)] {
    guard let intent = intent(of: placement) else { return [] }
    let values = plans[Int(placement.plan)].parameters
    return zip(intent.parameters, values).compactMap { parameter, value in
      guard Knob(rawValue: parameter.name) == nil, parameter.exists(in: placement.family) else {
        return nil
      }
      return (parameter.name, value.text(unit: parameter.unit?.value))
    }
  }
}
