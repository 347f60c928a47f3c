internal import MetschedDiagnostics
internal import MetschedTime
package import WidgetFamilies

/// Makes the plans of values that come up only while a schedule runs, as edits do.
package struct PlanMaker: Sendable {
  /// By widget; nil for a kind that the file no longer has.
  private let recipes: [WidgetRecipe?]
  private let zone: ZoneTable

  /// Values that do not go together, although each is allowed.
  package struct Conflict: Error {
    /// What is wrong, in words.
    package var message: String
  }

  init(_ recipes: [WidgetRecipe?], zone: ZoneTable) {
    self.recipes = recipes
    self.zone = zone
  }

  /// Returns values without those of parameters that placements of a family do not have: these are
  /// as before any user.
  package func present(
    _ parameters: [ParameterValue], in family: WidgetFamily, of widget: Int32
  ) -> [ParameterValue] {
    recipes[Int(widget)]?.present(parameters, in: family) ?? parameters
  }

  /// Returns the values of a family that joins others of one placement: of each parameter the value
  /// of the first that has it.
  package func joining(
    _ others: [(family: WidgetFamily, parameters: [ParameterValue])], as family: WidgetFamily,
    of widget: Int32
  ) -> [ParameterValue] {
    recipes[Int(widget)]?.joining(others, as: family) ?? others.first?.parameters ?? []
  }

  /// The values of a widget's parameters before any user; nil for a widget that is gone.
  package func base(of widget: Int32) -> [ParameterValue]? { recipes[Int(widget)]?.base }

  /// Returns the plan of a widget with some values for its parameters.
  ///
  /// - Parameters:
  ///   - widget: the widget's index in the configuration.
  ///   - parameters: a value for each parameter of the widget's intent.
  /// - Returns: the plan.
  /// - Throws: what is wrong where the widget puts several of them together.
  package func plan(
    of widget: Int32, with parameters: [ParameterValue]
  ) throws(Conflict) -> WidgetPlan {
    guard let recipe = recipes[Int(widget)] else {
      throw Conflict(message: "the file no longer has the widget")
    }
    var decoder = FileDecoder()
    decoder.zone = zone
    guard let own = recipe.read(with: parameters, &decoder) else {
      throw Conflict(message: decoder.diagnostics.all.first?.message ?? "the values do not fit")
    }
    return recipe.plan(of: own, with: parameters)
  }

  /// Returns the same maker under other numbers of the widgets.
  ///
  /// - Parameters:
  ///   - numbers: the new number of each widget.
  ///   - count: how many numbers there are; those that are nobody's have no plans.
  /// - Returns: the maker.
  func renumbered(_ numbers: [Int32], count: Int) -> PlanMaker {
    var renumbered: [WidgetRecipe?] = Array(repeating: nil, count: count)
    for (recipe, number) in zip(recipes, numbers) { renumbered[Int(number)] = recipe }
    return PlanMaker(renumbered, zone: zone)
  }
}
