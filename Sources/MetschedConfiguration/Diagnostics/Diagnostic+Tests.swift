internal import MetschedDiagnostics

/// `tests:`.
extension Diagnostic {
  static func takenTwice(
    _ name: String, _ owner: String, _ what: String, at range: SourceRange, first: SourceRange
  ) -> Diagnostic {
    .error(
      .duplicateValue,
      "`\(shortened(name))` stands here a second time; \(owner) needs a \(what) "
        + "of its own", at: range, notes: [Note("the first", at: first)])
  }

  static func notTimelineFile(_ path: String, _ field: Field) -> Diagnostic {
    .error(
      .invalidName,
      "`\(field.name)` is `\(shortened(path))`, but the path of a file beside this one is "
        + "expected, such as `golden/alice.txt`", at: field.range)
  }

  static func emptyStep(at range: SourceRange) -> Diagnostic {
    let keys = ValueShape.alternatives(TestStepKey.allCases.map { "`\($0.rawValue)`" })
    return .error(.missingKey, "the step does nothing; add \(keys)", at: range)
  }

  static func twoTimes(_ field: Field, first: Field) -> Diagnostic {
    .error(
      .conflictingKeys,
      "`\(field.name)` stands beside `\(first.name)`; make each a step of its own",
      at: field.keyRange, notes: [Note("the first", at: first.keyRange)])
  }

  static func stepGoesBack(at range: SourceRange, from now: String) -> Diagnostic {
    .error(
      .invalidDate,
      "the step goes back: the test has come to \(now); put the steps in order", at: range)
  }

  static func namesPlacementToo(_ field: Field, _ placement: Field) -> Diagnostic {
    .error(
      .conflictingKeys,
      "`\(field.name)` stands beside `placement`, which says it all; remove one of the two",
      at: field.keyRange, notes: [Note("the placement", at: placement.keyRange)])
  }

  static func usersTwice(_ field: Field, first: Field) -> Diagnostic {
    .error(
      .conflictingKeys, "`users` of the matrix stands beside `user`; remove one of the two",
      at: field.keyRange, notes: [Note("the other", at: first.keyRange)])
  }

  static func notTestedPlacement(_ text: String, _ field: Field) -> Diagnostic {
    .error(
      .invalidName,
      "`\(field.name)` is `\(shortened(text))`, but a placement such as `alice/TheMetWidget` is "
        + "expected, which may end with the id and the family", at: field.range)
  }

  static func testOfNothing(at range: SourceRange, known: [String]) -> Diagnostic {
    let shown = known.prefix(4).map { "`\($0)`" }.joined(separator: ", ")
    let list = known.isEmpty ? "" : "; there is \(shown)" + (known.count > 4 ? ", …" : "")
    return .error(.unknownPlacement, "the test is about no placement" + list, at: range)
  }

  static func notExpectedDate(
    _ text: String, _ field: Field, _ shape: ValueShape
  ) -> Diagnostic {
    .error(
      .invalidDate,
      "`\(field.name)` is `\(shortened(text))`, but \(shape.words) is expected", at: field.range)
  }
}
