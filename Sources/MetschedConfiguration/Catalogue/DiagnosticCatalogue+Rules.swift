internal import MetschedDiagnostics

/// Two places do not go together.
extension DiagnosticCatalogue {
  static let rules = [
    Entry(
      id: .outOfBounds, severity: .error,
      meaning: "The bounds of a parameter do not allow the value.",
      failing: intent(
        "interval: {type: duration, default: 1h, min: 15m}",
        "users: {alice: {MetSearchWidget: {interval: 5m}}}"),
      mended: intent(
        "interval: {type: duration, default: 1h, min: 15m}",
        "users: {alice: {MetSearchWidget: {interval: 15m}}}")),
    Entry(
      id: .staticValue, severity: .error,
      meaning: "A user sets a value of a widget that no user can configure.",
      failing: Example(widget("").text + "users: {alice: {TheMetWidget: {interval: 30m}}}\n"),
      mended: Example(widget("interval: 30m").text + "users: {alice: {TheMetWidget: }}\n")),
    Entry(
      id: .unsupportedFamily, severity: .error,
      meaning: "A family was picked that the widget does not support.",
      failing: Example(
        widget("families: [systemSmall]").text
          + "users: {alice: {TheMetWidget: {family: systemLarge}}}\n"),
      mended: Example(
        widget("families: [systemSmall, systemLarge]").text
          + "users: {alice: {TheMetWidget: {family: systemLarge}}}\n")),
    Entry(
      id: .duplicatePlacement, severity: .error,
      meaning: "Two placements have the same user, kind, id and family.",
      failing: Example(
        widget("").text + "users: {alice: {TheMetWidget: {placements: [{id: hall}, {id: hall}]}}}\n"
      ),
      mended: Example(
        widget("").text + "users: {alice: {TheMetWidget: {placements: [{id: hall}, {id: desk}]}}}\n"
      )
    ),
    Entry(
      id: .absentParameter, severity: .error,
      meaning: "A value is set for a family that does not have the parameter.",
      failing: intent(
        "query: {type: string, default: peony, when: {families: [systemLarge]}}",
        "users: {alice: {MetSearchWidget: {family: systemSmall, query: rhino}}}"),
      mended: intent(
        "query: {type: string, default: peony, when: {families: [systemLarge]}}",
        "users: {alice: {MetSearchWidget: {family: systemLarge, query: rhino}}}")),
    Entry(
      id: .formerName, severity: .warning,
      meaning: "A name has become another; what stands under the old one still counts.",
      failing: intent(
        "query: {type: string, default: peony, was: [search]}",
        "users: {alice: {MetSearchWidget: {search: rhino}}}"),
      mended: intent(
        "query: {type: string, default: peony, was: [search]}",
        "users: {alice: {MetSearchWidget: {query: rhino}}}")),
    Entry(
      id: .referenceCycle, severity: .error,
      meaning: "References lead back to where they began.",
      failing: widget("query: \"${query}\""),
      mended: widget("query: peony")),
    Entry(
      id: .invalidReference, severity: .error,
      meaning: "A `${…}` has no end, or stands where it is not read.",
      failing: widget("entry: {title: \"${.title\"}"),
      mended: widget("entry: {title: \"${.title}\"}")),
    Entry(
      id: .referenceType, severity: .error,
      meaning: "A key expects another type than that of the parameter that it refers to.",
      failing: intent("pause: {type: string, default: long}", widget: "interval: \"${pause}\""),
      mended: intent("pause: {type: duration, default: 1h}", widget: "interval: \"${pause}\"")),
  ]
}
