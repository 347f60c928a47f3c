internal import MetschedDiagnostics
internal import WidgetFamilies

/// The placements that a test is about.
extension PlacementDecoder {
  /// Reads `user`, `kind`, `placement` and `matrix`; nil where one of them is wrong.
  mutating func subject(
    _ fields: Fields<TestKey>, at place: SourceRange, _ reader: EventReader
  ) -> TestSubject? {
    let before = decoder.diagnostics.errorCount
    var subject = TestSubject(range: place)
    if let field = fields[.placement] {
      subject.range = field.range
      for key in [TestKey.user, .kind, .matrix] {
        if let other = fields[key] { decoder.report(.namesPlacementToo(other, field)) }
      }
      read(placement: field, &subject, reader)
    }
    if let field = fields[.user] {
      subject.range = field.range
      subject.users = numbers(of: field, reader)
    }
    if let field = fields[.kind], let name = decoder.text(field, example: "TheMetWidget") {
      subject.range = field.range
      subject.widget = kind(name, field, at: field.range).map { Int32($0) }
    }
    if let field = fields[.matrix] { read(matrix: field, beside: fields[.user], &subject, reader) }
    return decoder.diagnostics.errorCount == before ? subject : nil
  }

  private mutating func read(
    placement field: Field, _ subject: inout TestSubject, _ reader: EventReader
  ) {
    guard let text = decoder.text(field, example: "alice/TheMetWidget") else { return }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 4, !parts.contains("") else {
      decoder.report(.notTestedPlacement(text, field))
      return
    }
    let userPlace = decoder.place(of: parts[0], 0, in: field)
    subject.users = number(of: parts[0], field, at: userPlace, reader).map { [$0] }
    guard parts.count > 1 else { return }
    let offset = parts[0].utf8.count + 1
    subject.widget = kind(parts[1], field, at: decoder.place(of: parts[1], offset, in: field))
      .map { Int32($0) }
    subject.id = parts.count > 2 ? parts[2] : nil
    guard parts.count > 3 else { return }
    subject.family = WidgetFamily(name: parts[3])
    if subject.family == nil {
      let names = WidgetFamily.allCases.map(\.name)
      let start = offset + parts[1].utf8.count + parts[2].utf8.count + 2
      decoder.report(
        .unknownFamily(
          parts[3], field, at: decoder.place(of: parts[3], start, in: field),
          decoder.nearest(parts[3], among: names)))
    }
  }

  private mutating func read(
    matrix field: Field, beside user: Field?, _ subject: inout TestSubject, _ reader: EventReader
  ) {
    guard let fields = decoder.fields(field, as: TestMatrixKey.self) else { return }
    if fields.present.isEmpty, !fields.hasMisspelt {
      decoder.report(.emptyEvent(field, example: "{families: [systemMedium, systemLarge]}"))
    }
    if let users = fields[.users] {
      if let user { decoder.report(.usersTwice(users, first: user)) }
      subject.range = users.range
      subject.users = numbers(of: users, reader)
    }
    guard let field = fields[.families], let families = decoder.families(field) else { return }
    subject.families = families
    for family in families {
      let odd = placements.first { placement in
        subject.matches(placement)
          && drafts[Int(placement.widget)]?.widget.families.value.contains(family) == false
      }
      if let odd, let widget = drafts[Int(odd.widget)]?.widget {
        decoder.report(.unsupportedFamily(family, at: field.range, widget))
      }
    }
  }

  /// Reads the name of a user, or a list of names.
  private mutating func numbers(of field: Field, _ reader: EventReader) -> [Int32] {
    guard field.value.kind == .sequence else {
      return decoder.text(field, example: "alice")
        .flatMap { number(of: $0, field, at: field.range, reader) }.map { [$0] } ?? []
    }
    let elements = decoder.elements(field, expected: TestKey.user.shape) ?? []
    if elements.isEmpty { decoder.report(.emptyList(field, example: "[alice]")) }
    var numbers: [Int32] = []
    for element in elements {
      guard let name = decoder.text(element, example: "alice"),
        let number = number(of: name, element, at: element.range, reader)
      else { continue }
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }

  private mutating func number(
    of name: String, _ field: Field, at range: SourceRange, _ reader: EventReader
  ) -> Int32? {
    if let user = reader.users[name] { return user }
    let names = users.prefix(500).map(\.name)
    decoder.report(
      .unknownUser(name, field, at: range, known: names, decoder.nearest(name, among: names)))
    return nil
  }

  /// Returns whether a placement is named, be it one that an event adds, or reports that none is, with what there is.
  mutating func isThere(_ subject: TestSubject, _ reader: EventReader) -> Bool {
    if placements.contains(where: subject.matches) { return true }
    let added = reader.added.flatMap { owner, added in
      added.flatMap { placement in
        let owners = owner.map { [$0] } ?? users.indices.map { Int32($0) }
        return owners.map { owner in
          var own = placement
          own.user = owner
          return own
        }
      }
    }
    if added.contains(where: subject.matches) { return true }
    var ofUser = subject
    (ofUser.widget, ofUser.id, ofUser.family) = (nil, nil, nil)
    var names: [String] = []
    for placement in placements where names.count < 5 && ofUser.matches(placement) {
      let user = users[Int(placement.user)].name
      let kind = drafts[Int(placement.widget)]?.widget.kind ?? ""
      names.append("\(user)/\(kind)/\(placement.id)/\(placement.family.name)")
    }
    decoder.report(.testOfNothing(at: subject.range, known: names))
    return false
  }
}
