internal import MetschedDiagnostics

/// Something is named that is not there, or cannot have that name.
extension DiagnosticCatalogue {
  static let names = [
    Entry(
      id: .unknownKind, severity: .error, meaning: "No widget has the kind that is named.",
      failing: Example(widget("").text + "users: {alice: {TheMetWidget: , TheMetWidgit: }}\n"),
      mended: Example(widget("").text + "users: {alice: {TheMetWidget: }}\n")),
    Entry(
      id: .unknownUser, severity: .error,
      meaning: "An event is about a user whom the file does not have.",
      failing: event("{at: \"09:30\", user: alise, push: true}"),
      mended: event("{at: \"09:30\", user: alice, push: true}")),
    Entry(
      id: .unknownPlacement, severity: .error,
      meaning: "An event names a placement that nobody has and that no event adds.",
      failing: event("{at: \"09:30\", user: alice, remove: TheMetWidget/hall}"),
      mended: event(
        "{at: \"09:30\", user: alice, remove: TheMetWidget/hall}",
        users: "alice: {TheMetWidget: {id: hall}}")),
    Entry(
      id: .ambiguousPlacement, severity: .error,
      meaning: "An event names one placement, but the name is that of several.",
      failing: event("{at: \"09:30\", user: alice, remove: TheMetWidget}", users: twice),
      mended: event("{at: \"09:30\", user: alice, remove: TheMetWidget/hall}", users: twice)),
    Entry(
      id: .unknownIntent, severity: .error, meaning: "A widget names an intent that is not there.",
      failing: Example(
        intent("query: {type: string, default: peony}").text
          .replacing("intent: MetSearch\n", with: "intent: MetSerach\n")),
      mended: intent("query: {type: string, default: peony}")),
    Entry(
      id: .unknownParameter, severity: .error,
      meaning: "A user sets what is no parameter of the widget's intent.",
      failing: intent(
        "query: {type: string, default: peony}", "users: {alice: {MetSearchWidget: {quary: rhino}}}"
      ),
      mended: intent(
        "query: {type: string, default: peony}", "users: {alice: {MetSearchWidget: {query: rhino}}}"
      )),
    Entry(
      id: .unknownFamily, severity: .error, meaning: "There is no such family.",
      failing: widget("families: [medium]"),
      mended: widget("families: [systemMedium]")),
    Entry(
      id: .unknownZone, severity: .error,
      meaning: "A time zone has no name of the IANA database.",
      failing: Example("timezone: America/NewYork\n" + widget("").text),
      mended: Example("timezone: America/New_York\n" + widget("").text)),
    Entry(
      id: .unknownReference, severity: .error, meaning: "A `${name}` names no parameter.",
      failing: intent(
        "query: {type: string, default: peony}", widget: "entry: {title: \"${quary}\"}"),
      mended: intent(
        "query: {type: string, default: peony}", widget: "entry: {title: \"${query}\"}")),
    Entry(
      id: .newUser, severity: .warning,
      meaning:
        "An override file has a user whom the file does not have, with nearly the same name.",
      failing: Example(owned, override: "users: {alise: {TheMetWidget: }}\n"),
      mended: Example(owned, override: "users: {alice: {TheMetWidget: }}\n")),
    Entry(
      id: .unplacedKind, severity: .warning, meaning: "Nobody has a kind, so it is never shown.",
      failing: Example(widget("").text + "users: {alice: }\n"),
      mended: Example(owned)),
    Entry(
      id: .unreadFile, severity: .warning,
      meaning: "An event writes a file that no widget reads.",
      failing: event("{at: \"09:30\", write: {object.json: []}}"),
      mended: event("{at: \"09:30\", write: {objects.json: []}}")),
    Entry(
      id: .invalidName, severity: .error,
      meaning: "A name has a character that it cannot have, or means something else.",
      failing: Example("widgets:\n  the-met: {source: sample}\n"),
      mended: Example("widgets:\n  TheMet: {source: sample}\n")),
  ]

  /// A user who has one kind twice.
  private static let twice = "alice: {TheMetWidget: {placements: [{id: hall}, {id: desk}]}}"

  /// A file with one widget that one user has.
  private static let owned = widget("").text + "users: {alice: {TheMetWidget: }}\n"
}
