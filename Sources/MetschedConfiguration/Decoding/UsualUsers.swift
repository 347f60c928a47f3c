internal import MetschedDiagnostics
internal import MetschedYAML
internal import WidgetFamilies

/// What users of the usual shape are read with, see `PlacementDecoder.readUsual`: the words that
/// they may use, and the user that is being read.
struct UsualUsers {
  /// What a key under a kind sets.
  enum Key {
    case families
    /// `family`, which takes no list.
    case family
    case parameter(Int)
  }

  /// A kind of the user with its values: slices of the arrays below.
  struct Kind {
    var index: Int
    var range: SourceRange
    var assigned: Range<Int>
    var families: Range<Int>
    /// Where the families are picked, if they are.
    var pick: SourceRange?
  }

  // The user that is being read; the memory is used again for the next.
  var zone = 0
  /// Where the user's own zone stands, if there is one.
  var zoneRange: SourceRange?
  var kinds: [Kind] = []
  var assigned: [UserValues.Assigned] = []
  var families: [WidgetFamily] = []
  /// The numbers of the values of the plan that is being looked for.
  var numbers: [Int32] = []

  private var words = TextTable()

  /// The spaces of the words: kinds, zones, then two for each kind.
  private enum Space {
    static let kinds: UInt32 = 0
    static let zones: UInt32 = 1
    static func keys(_ kind: Int) -> UInt32 { UInt32(2 * kind + 2) }
    static func families(_ kind: Int) -> UInt32 { UInt32(2 * kind + 3) }
  }

  private static let zoneKey: Int32 = -1
  private static let familiesKey: Int32 = -1
  private static let familyKey: Int32 = -2

  init(_ drafts: [WidgetDraft?], kinds: [String: Int]) {
    words.add(UserKey.timezone.rawValue, in: Space.kinds, number: Self.zoneKey)
    for (kind, index) in kinds {
      // Where families differ in their parameters, more has to be checked.
      guard let draft = drafts[index], !draft.isConditional else { continue }
      words.add(kind, in: Space.kinds, number: Int32(index))
      let keys = Space.keys(index)
      words.add(PlacementKey.families.rawValue, in: keys, number: Self.familiesKey)
      words.add(PlacementKey.family.rawValue, in: keys, number: Self.familyKey)
      for (name, parameter) in draft.indices where PlacementKey(rawValue: name) == nil {
        // Items that bring their own dates take no interval.
        guard name != Knob.interval.rawValue || draft.datedAt == nil else { continue }
        words.add(name, in: keys, number: Int32(parameter))
      }
      let parameter = draft.indices[Knob.families.rawValue].flatMap { draft.intent?.parameters[$0] }
      for family in draft.widget.families.value {
        guard parameter?.options == nil || parameter?.optionNames.contains(family.name) == true
        else { continue }
        words.add(family.name, in: Space.families(index), number: Int32(family.rawValue))
      }
    }
  }

  /// Keeps the number of a zone under the name by which a user had it.
  mutating func learn(zone name: String, number: Int) {
    words.add(name, in: Space.zones, number: Int32(number))
  }

  // MARK: One user

  /// Forgets the user before.
  mutating func begin() {
    zone = 0
    zoneRange = nil
    // An empty array is not emptied again, which would cost as much as a short one.
    if !kinds.isEmpty { kinds.removeAll(keepingCapacity: true) }
    if !assigned.isEmpty { assigned.removeAll(keepingCapacity: true) }
    if !families.isEmpty { families.removeAll(keepingCapacity: true) }
  }

  func isPlaced(_ kind: Int) -> Bool {
    for index in kinds.indices where kinds[index].index == kind { return true }
    return false
  }

  /// Returns whether a parameter is among those assigned from an index on.
  func isAssigned(_ parameter: Int, from first: Int) -> Bool {
    for index in first..<assigned.count where assigned[index].parameter == parameter { return true }
    return false
  }

  /// What a key of a user is: one of the kinds, or the user's zone.
  enum UserWord {
    case zone
    case kind(Int)
  }

  func userWord(_ text: UnsafeBufferPointer<UInt8>) -> UserWord? {
    guard let number = words.number(of: text, in: Space.kinds) else { return nil }
    return number == Self.zoneKey ? .zone : .kind(Int(number))
  }

  func zone(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    words.number(of: text, in: Space.zones).map { Int($0) }
  }

  func key(_ text: UnsafeBufferPointer<UInt8>, ofKind kind: Int) -> Key? {
    guard let number = words.number(of: text, in: Space.keys(kind)) else { return nil }
    switch number {
    case Self.familiesKey: return .families
    case Self.familyKey: return .family
    default: return .parameter(Int(number))
    }
  }

  /// Adds the picked family of a scalar, or the families of a list; false where one cannot be.
  mutating func pick(_ rows: NodeRows, _ value: UInt32, as key: Key, ofKind kind: Int) -> Bool {
    let first = families.count
    func family(_ row: UInt32) -> WidgetFamily? {
      guard rows.kind(of: row) == .scalar,
        let number = words.number(of: rows.text(of: row), in: Space.families(kind))
      else { return nil }
      return WidgetFamily(rawValue: Int(number))
    }
    if rows.kind(of: value) == .scalar {
      guard let family = family(value) else { return false }
      families.append(family)
      return true
    }
    guard case .families = key, rows.kind(of: value) == .sequence else { return false }
    var row = value + 1
    while row < rows.row(after: value) {
      guard let family = family(row), !families[first...].contains(family) else { return false }
      families.append(family)
      row = rows.row(after: row)
    }
    return families.count > first
  }
}
