package import MetschedConfiguration
internal import MetschedTime
package import MetschedWidgets
internal import WidgetFamilies

/// What a value does to a placement's schedule: a day with it, and a day with the layer below it.
package struct ValueEffect: Sendable {
  /// With what the layer below says.
  package var before: DayCount
  /// With what counts.
  package var after: DayCount
}

extension ValueEffect {
  /// Plays a placement's day with the value that counts, and with that of the layer below.
  ///
  /// - Parameters:
  ///   - value: the value with its layers.
  ///   - index: the placement.
  ///   - configuration: what the file says.
  ///   - remote: what brings the items of sources over the network; nil for none.
  /// - Returns: nil where there is no layer below.
  /// - Throws: what is wrong where the layer below does not go together with the other values.
  package static func of(
    _ value: TracedValue, at index: Int, in configuration: Configuration,
    remote: (any RemoteItems)? = nil
  ) async throws(PlanMaker.Conflict) -> ValueEffect? {
    guard let below = value.below?.value else { return nil }
    let placement = configuration.placements[index]
    let run = DayRun(configuration: configuration, remote: remote)
    if case .families(let families) = below {
      let group = configuration.placements.filter {
        $0.widget == placement.widget && $0.group == placement.group
      }
      let others = families.map { family in
        var other = placement
        other.family = family
        return other
      }
      return ValueEffect(before: await run.count(others), after: await run.count(group))
    }
    let plan = try Self.plan(
      below, named: value.name, of: placement, in: configuration)
    var other = placement
    other.plan = Int32(configuration.plans.count)
    return ValueEffect(
      before: await run.count([other], plans: [plan]), after: await run.count([placement]))
  }

  /// Returns the placement's plan with another value.
  private static func plan(
    _ value: TracedLayer.Value, named name: String, of placement: Placement,
    in configuration: Configuration
  ) throws(PlanMaker.Conflict) -> WidgetPlan {
    var plan = configuration.plans[Int(placement.plan)]
    switch value {
    case .parameter(let parameter):
      let intent = configuration.widgets[Int(placement.widget)].intent
      let names = intent.map { configuration.intents[$0].parameters.map(\.name) } ?? []
      var parameters = plan.parameters
      if let index = names.firstIndex(of: name) { parameters[index] = parameter }
      return try configuration.planMaker.plan(of: placement.widget, with: parameters)
    case .interval(let step): plan.interval = step
    case .limit(let limit): plan.limit = limit
    case .query(let query): plan.query = query
    case .reload(let rule): plan.definition = plan.definition.with(reload: Setting(rule, .builtIn))
    case .families: break
    }
    return plan
  }
}
