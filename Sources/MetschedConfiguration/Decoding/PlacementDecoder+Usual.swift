internal import MetschedDiagnostics
internal import MetschedYAML
internal import WidgetFamilies

/// Users of the usual shape, read straight from the bytes of the file:
///
///     ann: {MuseumWidget: {query: lily pond, interval: 1h, families: [systemSmall]}}
///
/// Most users of a large file look like this, and most of their values somebody has written before.
/// This is a short cut and knows no rule of its own: it takes what `readUser` would take without a
/// word, and gives up at everything else (an alias, a merge key, an unknown or a former name,
/// `placements`, a value that is wrong), having said and kept nothing. Then `readUser` reads the
/// user. A test compares the two on generated files.
extension PlacementDecoder {
  /// Calls a closure with each user of the file, but for those whom a short cut has read already.
  mutating func forEachUser(
    of users: PatchedNode, takesShortCuts: Bool,
    _ body: (inout PlacementDecoder, PatchedNode.Entry) -> Void
  ) {
    guard takesShortCuts, decoder.takesShortCuts, let node = users.ownNode, node.isOwnMapping
    else {
      users.forEachEntry { body(&self, $0) }
      return
    }
    node.withRows { rows, mapping in
      var row = takeUsersAhead() ?? mapping + 1
      while row < rows.row(after: mapping) {
        let value = rows.row(after: row)
        if !readUsual(rows, from: row) {
          body(&self, PatchedNode.Entry(rows.node(row), PatchedNode(rows.node(value))))
        }
        row = rows.row(after: value)
      }
    }
  }

  /// Reads a user of whom one file alone speaks.
  ///
  /// - Returns: false where anything is unusual; then nothing was read.
  mutating func readUsual(_ layered: Layered) -> Bool {
    guard decoder.takesShortCuts, let node = layered.field.value.ownNode else { return false }
    var name = layered.field.name
    return name.withUTF8 { name in
      node.withRows { rows, row in
        readUsual(rows, name, at: layered.field.keyRange, row, file: layered.file)
      }
    }
  }

  /// Reads the user whose key stands in a row; false where anything is unusual.
  mutating func readUsual(_ rows: NodeRows, from row: UInt32) -> Bool {
    guard rows.kind(of: row) == .scalar else { return false }
    return readUsual(
      rows, rows.text(of: row), at: rows.range(of: row), rows.row(after: row), file: 0)
  }

  private mutating func readUsual(
    _ rows: NodeRows, _ name: UnsafeBufferPointer<UInt8>, at range: SourceRange, _ user: UInt32,
    file: UInt8
  ) -> Bool {
    let space = UInt8(ascii: " ")
    guard Self.isNamePart(name), name[0] != space, name[name.count - 1] != space,
      !name.starts(with: Self.extensionPrefix), trace?.user.utf8.elementsEqual(name) != true,
      readUsual(rows, user)
    else { return false }
    let layer = Layer.user(file: file)
    decoder.layer = layer
    users.append(
      User(
        name: String(decoding: name, as: UTF8.self), zone: usual.zone, host: 0, container: nil,
        range: range))
    if let range = usual.zoneRange { users[users.count - 1].zoneOrigin = Origin(layer, range) }
    for kind in usual.kinds { place(kind, layer: layer) }
    return true
  }

  /// What begins so is no user.
  private static let extensionPrefix = Array("x-".utf8)

  private mutating func readUsual(_ rows: NodeRows, _ user: UInt32) -> Bool {
    guard rows.isOwnMapping(user) else { return false }
    usual.begin()
    var row = user + 1
    while row < rows.row(after: user) {
      guard rows.kind(of: row) == .scalar else { return false }
      let value = rows.row(after: row)
      switch usual.userWord(rows.text(of: row)) {
      case .zone?:
        guard rows.kind(of: value) == .scalar, let zone = usual.zone(rows.text(of: value)) else {
          return false
        }
        usual.zone = zone
        usual.zoneRange = rows.range(of: value)
      case .kind(let kind)?:
        guard !usual.isPlaced(kind), readUsual(rows, value, kind, at: rows.range(of: row))
        else { return false }
      case nil: return false
      }
      row = rows.row(after: value)
    }
    return true
  }

  /// Reads what stands under a kind.
  private mutating func readUsual(
    _ rows: NodeRows, _ values: UInt32, _ index: Int, at range: SourceRange
  ) -> Bool {
    guard rows.isNull(values) || rows.isOwnMapping(values), let draft = drafts[index] else {
      return false
    }
    let (assigned, families) = (usual.assigned.count, usual.families.count)
    var pick: SourceRange?
    var row = values + 1
    while row < rows.row(after: values) {
      guard rows.kind(of: row) == .scalar, let key = usual.key(rows.text(of: row), ofKind: index)
      else { return false }
      let value = rows.row(after: row)
      let range = rows.range(of: value)
      if rows.isNull(value) {
        // What is null says nothing.
      } else if case .parameter(let parameter) = key {
        guard rows.kind(of: value) == .scalar,
          !usual.isAssigned(parameter, from: assigned),
          let number = number(rows, row, value, at: parameter, draft, widget: index)
        else { return false }
        usual.assigned.append(
          UserValues.Assigned(parameter: parameter, value: number, range: range))
      } else {
        guard pick == nil, usual.pick(rows, value, as: key, ofKind: index) else { return false }
        pick = range
      }
      row = rows.row(after: value)
    }
    usual.kinds.append(
      UsualUsers.Kind(
        index: index, range: range, assigned: assigned..<usual.assigned.count,
        families: families..<usual.families.count, pick: pick))
    return true
  }

  /// Returns the number of a value; nil where there is something to say of it.
  private mutating func number(
    _ rows: NodeRows, _ key: UInt32, _ value: UInt32, at index: Int, _ draft: WidgetDraft,
    widget: Int
  ) -> Int32? {
    if let known = plans.number(of: rows.text(of: value), at: index, widget: widget) {
      return known
    }
    // In a file that is wrong already nothing is read twice.
    guard !decoder.diagnostics.hasErrors, let parameter = draft.intent?.parameters[index] else {
      return nil
    }
    let field = Field(
      name: parameter.name, keyRange: rows.range(of: key), value: PatchedNode(rows.node(value)))
    var found = Diagnostics()
    swap(&found, &decoder.diagnostics)
    let number = plans.number(of: field, at: index, draft, widget: widget, &decoder)
    swap(&found, &decoder.diagnostics)
    return found.isEmpty ? number : nil
  }

  /// Adds the placements of a kind with one plan, as `place` does for one draft of one layer.
  private mutating func place(_ kind: UsualUsers.Kind, layer: Layer) {
    isPlaced[kind.index] = true
    guard let draft = drafts[kind.index] else { return }
    usual.numbers.removeAll(keepingCapacity: true)
    usual.numbers.append(contentsOf: plans.base(of: draft))
    let first = settings.count
    for index in kind.assigned {
      let assigned = usual.assigned[index]
      usual.numbers[assigned.parameter] = assigned.value
      settings.append(
        PlacedSetting(
          parameter: Int16(clamping: assigned.parameter), layer: layer, range: assigned.range))
    }
    if let pick = kind.pick {
      settings.append(PlacedSetting(parameter: draft.pickIndex, layer: layer, range: pick))
    }
    let origin = first < settings.count ? settings[first].range : nil
    let plan = plans.plan(
      draft, widget: kind.index, values: usual.numbers, origin: origin, &decoder)
    guard let plan else { return }
    var placement = Placement(
      user: Int32(users.count - 1), widget: Int32(kind.index), plan: plan, family: .systemSmall,
      id: "main", settings: Int32(first)..<Int32(settings.count), range: kind.range)
    for index in kind.pick == nil ? draft.defaultFamilies.indices : kind.families {
      placement.family = kind.pick == nil ? draft.defaultFamilies[index] : usual.families[index]
      placements.append(placement)
    }
  }
}
