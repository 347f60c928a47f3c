/// The stable name of one kind of diagnostic, such as `unknown-key`.
///
/// People grep for it and tools filter by it, so it never changes its meaning. The set is closed:
/// what is not here cannot be raised, and `DiagnosticCatalogue` says of each what it means.
package enum DiagnosticID: String, CaseIterable, Hashable, Sendable {
  // MARK: YAML

  case yamlSyntax = "yaml-syntax"
  case yamlEncoding = "yaml-encoding"
  case yamlCharacter = "yaml-character"
  case yamlLimit = "yaml-limit"
  case duplicateKey = "duplicate-key"
  case undefinedAlias = "undefined-alias"
  case aliasCycle = "alias-cycle"
  case mergeValue = "merge-value"
  case secondDocument = "second-document"

  // MARK: Keys and names

  case unknownKey = "unknown-key"
  case unknownKind = "unknown-kind"
  case unknownUser = "unknown-user"
  case unknownPlacement = "unknown-placement"
  case ambiguousPlacement = "ambiguous-placement"
  case unknownIntent = "unknown-intent"
  case unknownParameter = "unknown-parameter"
  case unknownFamily = "unknown-family"
  case unknownZone = "unknown-zone"
  case unknownValue = "unknown-value"
  case unknownVersion = "unknown-version"
  case invalidName = "invalid-name"
  case missingKey = "missing-key"
  case conflictingKeys = "conflicting-keys"
  case emptyFile = "empty-file"

  // MARK: Values

  case wrongType = "wrong-type"
  case emptyValue = "empty-value"
  case missingUnit = "missing-unit"
  case invalidDuration = "invalid-duration"
  case invalidDate = "invalid-date"
  case invalidDatePattern = "invalid-date-pattern"
  case invalidNumber = "invalid-number"
  case invalidBoolean = "invalid-boolean"
  case invalidURL = "invalid-url"
  case outOfRange = "out-of-range"
  case outOfBounds = "out-of-bounds"
  case duplicateValue = "duplicate-value"

  // MARK: What belongs together

  case staticValue = "static-value"
  case unsupportedFamily = "unsupported-family"
  case duplicatePlacement = "duplicate-placement"
  case formerName = "former-name"
  case absentParameter = "absent-parameter"
  case unreadFile = "unread-file"
  case unplacedKind = "unplaced-kind"
  case newUser = "new-user"
  case overrideKey = "override-key"
  case invalidReference = "invalid-reference"
  case unknownReference = "unknown-reference"
  case referenceType = "reference-type"
  case referenceCycle = "reference-cycle"
  case invalidAssignment = "invalid-assignment"

  // MARK: Files

  case unreadableInclude = "unreadable-include"
  case emptyInclude = "empty-include"
  case includeCycle = "include-cycle"
  case duplicateInclude = "duplicate-include"
  case includeLimit = "include-limit"

  // MARK: Runs

  case datePassed = "date-passed"
  case lastEntryHardlySeen = "last-entry-hardly-seen"
  case reloadLoop = "reload-loop"
  case unsortedItems = "unsorted-items"
  case undatedItems = "undated-items"

  // MARK: Judged by runs

  case reloadsDeferred = "reloads-deferred"
  case wastedReloads = "wasted-reloads"
  case shortInterval = "short-interval"
  case collapsedEntries = "collapsed-entries"
  case shortSpacing = "short-spacing"
  case singleEntry = "single-entry"
  case staleEntry = "stale-entry"
  case unseenEntries = "unseen-entries"
  case neverReloaded = "never-reloaded"
  case lateDay = "late-day"
  case clockChange = "clock-change"
  case relativeWord = "relative-word"
  case manyEntries = "many-entries"
  case largeTimeline = "large-timeline"
  case nothingFound = "nothing-found"
  case sampleShown = "sample-shown"
  case unusableFamily = "unusable-family"
  case indistinguishable = "indistinguishable"
  case commonReload = "common-reload"
  case unusedAllow = "unused-allow"

  // MARK: Tests

  case failedExpectation = "failed-expectation"

  // MARK: Edits

  case sharedValue = "shared-value"
  case notEditable = "not-editable"

  /// What comes to light when widgets are run, and what a widget may therefore allow.
  package static let judged: [DiagnosticID] = [
    .datePassed, .lastEntryHardlySeen, .unsortedItems, .undatedItems, .reloadsDeferred,
    .wastedReloads, .shortInterval, .collapsedEntries, .singleEntry, .staleEntry, .unseenEntries,
    .neverReloaded, .lateDay, .clockChange, .relativeWord, .manyEntries, .largeTimeline,
    .nothingFound, .sampleShown, .unusableFamily, .indistinguishable, .commonReload,
  ]
}
