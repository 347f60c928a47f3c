package import MetschedDiagnostics

/// What new definitions do to something that users have placed or stored: it breaks, or it is taken
/// along.
package struct StoredChange: Sendable {
  /// What becomes of it, under the names of before.
  package enum What: Hashable, Sendable {
    /// The kind is no more.
    case kindGone(kind: String)
    case kindRenamed(kind: String, to: String)
    /// The kind supports the family no more.
    case familyDropped(kind: String, family: String)
    case parameterGone(kind: String, parameter: String)
    case parameterRenamed(kind: String, parameter: String, to: String)
    case optionRenamed(kind: String, parameter: String, option: String, to: String)
    /// Stored values are not allowed any more.
    case refused(kind: String, parameter: String, id: DiagnosticID)
    /// They are not allowed, and the layer below counts instead.
    case ignored(kind: String, parameter: String, id: DiagnosticID)
  }

  package var what: What
  /// Where the new file says so, if it does.
  package var place: SourceRange?
  /// Why, in the words of a load; nil where `what` says everything.
  package var reason: String?
  /// What the type was and is, where it is another: `integer`, `duration`.
  package var types: (old: String, new: String)?
  /// The different values that were stored, as they stand in the file, in the order of the users.
  package var values: [String] = []
  /// The old configuration's placements that it is about.
  package var placements: [Int] = []

  /// Whether what people have placed is broken by it.
  package var isBreak: Bool {
    switch what {
    case .kindGone, .familyDropped, .parameterGone, .refused: true
    case .kindRenamed, .parameterRenamed, .optionRenamed, .ignored: false
    }
  }

  /// The identifier of the diagnostic that a load of the file gives.
  package var id: DiagnosticID {
    switch what {
    case .kindGone: .unknownKind
    case .familyDropped: .unsupportedFamily
    case .parameterGone: .unknownParameter
    case .kindRenamed, .parameterRenamed, .optionRenamed: .formerName
    case .refused(_, _, let id), .ignored(_, _, let id): id
    }
  }

  /// The kind, under its name of before.
  package var kind: String {
    switch what {
    case .kindGone(let kind), .kindRenamed(let kind, _), .familyDropped(let kind, _),
      .parameterGone(let kind, _), .parameterRenamed(let kind, _, _),
      .optionRenamed(let kind, _, _, _), .refused(let kind, _, _), .ignored(let kind, _, _):
      kind
    }
  }

  /// The parameter, under its name of before; nil where it is about none.
  package var parameter: String? {
    switch what {
    case .kindGone, .kindRenamed, .familyDropped: nil
    case .parameterGone(_, let name), .parameterRenamed(_, let name, _),
      .optionRenamed(_, let name, _, _), .refused(_, let name, _), .ignored(_, let name, _):
      name
    }
  }

  /// The sentence, without its end.
  package var text: String {
    switch what {
    case .kindGone(let kind): return "`\(kind)` is gone"
    case .kindRenamed(let kind, let name): return "`\(kind)` is `\(name)` now"
    case .familyDropped(let kind, let family):
      return "`\(kind)` does not support `\(family)` any more"
    case .parameterGone(let kind, let name): return "`\(name)` of `\(kind)` is gone"
    case .parameterRenamed(let kind, let name, let today):
      return "`\(name)` of `\(kind)` is `\(today)` now"
    case .optionRenamed(let kind, let parameter, let option, let today):
      return "`\(option)` of `\(parameter)` in `\(kind)` is `\(today)` now"
    case .refused(let kind, let name, _), .ignored(let kind, let name, _):
      let type = types.map { ", which was \($0.old) and is \($0.new) now" } ?? ""
      return "`\(kind)`: \(reason ?? name)\(type)"
    }
  }
}
