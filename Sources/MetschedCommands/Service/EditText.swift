import MetschedAnalysis
import MetschedConfiguration
import MetschedText

/// What an edit of one placement is as an element of `events:`.
enum EditText {
  /// Returns the event that gives a placement other values.
  ///
  /// - Parameters:
  ///   - name: the placement as a person names it; families of one placement share their values.
  ///   - values: a value that begins with `[` is a list, and everything else is text.
  ///   - configuration: where the placement is looked up.
  /// - Returns: the event in YAML, or why there is none.
  static func event(
    editing name: String, _ values: [ControlRequest.Value], in configuration: Configuration
  ) -> Result<String, PlacementName.Failure> {
    do throws(PlacementName.Failure) {
      let index = try PlacementName(name).indexOfGroup(in: configuration)
      let placement = configuration.placements[index]
      let user = configuration.users[Int(placement.user)].name
      let kind = configuration.widgets[Int(placement.widget)].kind
      let fields =
        ["id: \(JSONText.string(placement.id))"]
        + values.map { value in
          let text = value.text.hasPrefix("[") ? value.text : JSONText.string(value.text)
          return "\(JSONText.string(value.name)): \(text)"
        }
      return .success(
        "{user: \(JSONText.string(user)), edit: {\(JSONText.string(kind)): "
          + "{\(fields.joined(separator: ", "))}}}")
    } catch {
      return .failure(error)
    }
  }
}
