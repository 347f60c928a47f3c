import MetschedConfiguration

/// Values that events have set, put into the parameters of another file.
///
/// A value stays as long as the file leaves the parameter alone: its declaration is the same and
/// so is the file's own value. Where both have changed it, the file is the later one.
struct KeptValues {
  private let old: [Parameter]
  private let new: [Parameter]

  init(of widget: Int32, from old: Configuration, to new: Configuration) {
    self.old = Self.parameters(of: widget, in: old)
    self.new = Self.parameters(of: widget, in: new)
  }

  private static func parameters(
    of widget: Int32, in configuration: Configuration
  ) -> [Parameter] {
    guard Int(widget) < configuration.widgets.count else { return [] }
    return configuration.widgets[Int(widget)].intent.map {
      configuration.intents[$0].parameters
    } ?? []
  }

  /// Returns the new file's values with those of events that stay.
  ///
  /// - Parameters:
  ///   - own: the running values.
  ///   - base: what the old file said; nil for a placement that it did not have.
  ///   - next: what the new file says.
  /// - Returns: a value for each of the new parameters.
  func values(
    own: [ParameterValue], base: [ParameterValue]?, next: [ParameterValue]
  ) -> [ParameterValue] {
    next.indices.map { index in
      let parameter = new[index]
      guard let before = old.firstIndex(where: { $0.name == parameter.name }),
        old[before].accepts(sameAs: parameter)
      else { return next[index] }
      guard let base else { return own[before] }
      return base[before] == next[index] ? own[before] : next[index]
    }
  }
}
