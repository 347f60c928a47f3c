package import MetschedConfiguration
package import MetschedEngine
package import MetschedTime

/// What a placement shows at an instant, what its policy has asked for, and what comes of it.
package struct PlacementMoment: Sendable {
  /// Something that shows.
  package struct Shown: Sendable {
    package var at: Instant
    package var content: Show.Content
    package var isEmpty: Bool
    package var title: String?
    package var link: String?
    /// The entry's number in its timeline, from 1; nil for a placeholder.
    package var number: Int?
    /// The entries of that timeline.
    package var count: Int?
  }

  /// A reload, granted or failed.
  package struct Reloaded: Sendable {
    package var at: Instant
    package var reload: Reload
    /// What asked for it, first asked first.
    package var causes: [Cause]
    /// Why it failed; nil for one that brought a timeline.
    package var error: String?
    /// The policy that its answer chose from, or the retry of a failure.
    package var origin: Origin
    package var rule: ReloadRule
    /// The distance of entries, from which `end` is known.
    package var interval: Step
  }

  /// What comes after the instant, in order.
  package enum Coming: Sendable {
    case show(Shown)
    case reload(Reloaded)

    package var at: Instant {
      switch self {
      case .show(let shown): shown.at
      case .reload(let reloaded): reloaded.at
      }
    }
  }

  /// What is left of the budget.
  package struct Budget: Sendable {
    package var limit: Int
    package var left: Int
    /// When the next counted reload is 24 hours old; nil where all are left.
    package var returns: Instant?
  }

  /// The instant that was asked about.
  package var at: Instant
  /// The placement's zone at that instant.
  package var zone: ZoneTable
  /// What shows; nil where the placement is not there, or not yet.
  package var shown: Shown?
  /// The reload that brought the timeline, or the failure that came last.
  package var reload: Reloaded?
  /// When it was removed, if that is so.
  package var removed: Instant?
  package var budget: Budget?
  package var isInForeground = false
  /// The entries and reloads that come, as many as were asked for.
  package var coming: [Coming] = []
  /// The entry that shows next; nil where none was found.
  package var nextShown: Shown?
  /// The reload that is granted next; nil where none was found.
  package var nextReload: Reloaded?
  /// Whether the machine slept until the next reload.
  package var sleptUntilReload = false
  /// How far was looked.
  package var horizon: Instant
}
