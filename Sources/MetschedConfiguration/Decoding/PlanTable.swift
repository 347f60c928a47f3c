internal import MetschedDiagnostics
internal import MetschedTime
internal import WidgetFamilies

/// The plans made so far, each once.
///
/// A value is read once for each text that somebody writes, and is a number from then on; a plan
/// is found by its widget and those numbers. So a user costs a few look-ups, however many share
/// the same values.
struct PlanTable {
  private(set) var plans: [WidgetPlan] = []
  private(set) var values: [ParameterValue] = []
  /// The numbers of the texts that were read as values, and of all values; see `Space`.
  private var texts = TextTable()
  /// The numbers of the plans; the texts are the numbers of their values.
  private var planNumbers = TextTable()
  /// The widgets of which a plan could not be made, which is said once.
  private var failed: Set<Int> = []
  /// The spaces of the parameters' texts, widget by widget.
  private let spaces: [Space]
  /// For each widget where its spaces begin.
  private let firstSpaces: [Int]

  /// Whose texts a parameter's values are found among.
  private enum Space {
    /// Strings are what is written, whatever parameter they are of, up to so many bytes.
    case strings(longest: Int)
    /// The parameter's own.
    case own(UInt32)
  }

  private static let strings: UInt32 = 0

  /// Returns the words that tell a value from others of its type, and the space of the type.
  private static func key(of value: ParameterValue) -> (space: UInt32, words: [Int64]) {
    switch value {
    case .duration(let step): (1, [step.days, step.milliseconds])
    case .integer(let count): (2, [count])
    // Both zeros are one value.
    case .decimal(let number): (3, [Int64(bitPattern: (number + 0).bitPattern)])
    case .boolean(let isTrue): (4, [isTrue ? 1 : 0])
    case .time(let time): (5, [time.milliseconds])
    case .families(let families): (6, families.map { Int64($0.rawValue) })
    case .string(let text), .choice(let text): (7, text.utf8.map { Int64($0) })
    }
  }
  private static let lastTypeSpace: UInt32 = 7

  init(_ drafts: [WidgetDraft?]) {
    var spaces: [Space] = []
    firstSpaces = drafts.map { draft in
      let first = spaces.count
      for parameter in draft?.intent?.parameters ?? [] {
        guard parameter.kind == .string else {
          spaces.append(.own(Self.lastTypeSpace + 1 + UInt32(spaces.count)))
          continue
        }
        // A text has no more characters than bytes.
        let longest = parameter.maximumLength?.value ?? FileDecoder.longestText
        spaces.append(.strings(longest: min(longest, FileDecoder.longestText)))
      }
      return first
    }
    self.spaces = spaces
  }

  private func space(_ index: Int, _ widget: Int) -> Space { spaces[firstSpaces[widget] + index] }

  /// Makes room for so many users; memory that stays empty costs nothing.
  mutating func reserve(users: Int) {
    plans.reserveCapacity(users)
    values.reserveCapacity(users)
    texts.reserve(users)
    planNumbers.reserve(users)
  }

  // MARK: Values

  /// Returns the number of a value.
  mutating func number(of value: ParameterValue) -> Int32 {
    if case .string(var text) = value { return text.withUTF8 { self.number(ofString: $0) } }
    let (space, key) = Self.key(of: value)
    return key.withUnsafeBytes { key in
      if let known = texts.number(of: key, in: space) { return known }
      let number = append(value)
      texts.add(key, in: space, number: number)
      return number
    }
  }

  private mutating func number(ofString text: UnsafeBufferPointer<UInt8>) -> Int32 {
    if let known = texts.number(of: text, in: Self.strings) { return known }
    let number = append(.string(String(decoding: text, as: UTF8.self)))
    texts.add(UnsafeRawBufferPointer(text), in: Self.strings, number: number)
    return number
  }

  private mutating func append(_ value: ParameterValue) -> Int32 {
    values.append(value)
    return Int32(values.count - 1)
  }

  /// Returns the number of a text as a value of a widget's parameter, if the text need not be read:
  /// it was read before, or it is a string that is taken as it stands.
  mutating func number(
    of text: UnsafeBufferPointer<UInt8>, at index: Int, widget: Int
  ) -> Int32? {
    switch space(index, widget) {
    case .own(let space): return texts.number(of: text, in: space)
    case .strings(let longest):
      guard text.count <= longest, !text.contains(UInt8(ascii: "$")) else { return nil }
      return number(ofString: text)
    }
  }

  /// Reads a value of a widget's parameter, or finds it where its text was read before.
  mutating func number(
    of field: Field, at index: Int, _ draft: WidgetDraft, widget: Int,
    _ decoder: inout FileDecoder
  ) -> Int32? {
    let isText = field.value.kind == .scalar
    if isText,
      let known = field.value.withBytes({ bytes in
        self.number(of: bytes, at: index, widget: widget)
      })
    {
      return known
    }
    guard let parameter = draft.intent?.parameters[index] else { return nil }
    let warnings = decoder.diagnostics.warningCount
    let value = decoder.stored(for: parameter) { $0.value(field, of: parameter) }
    guard let value else { return nil }
    let number = self.number(of: value)
    // A text that is warned of is read again, so that every place of it is told.
    if isText, decoder.diagnostics.warningCount == warnings,
      case .own(let space) = space(index, widget)
    {
      texts.add(field.value.text, in: space, number: number)
    }
    return number
  }

  // MARK: Plans

  /// Returns the numbers of the values that a widget has before any user.
  mutating func base(of draft: WidgetDraft) -> [Int32] {
    if let known = draft.baseNumbers { return known }
    let numbers = draft.base.map { number(of: $0.value) }
    draft.baseNumbers = numbers
    return numbers
  }

  /// Returns the plan of a widget with some values for its parameters.
  ///
  /// The origin is the place of a user's value, for what is wrong with the widget only then.
  ///
  /// - Returns: The plan's number; nil where something is wrong, which has been reported.
  mutating func plan(
    _ draft: WidgetDraft, widget: Int, values numbers: [Int32], origin: SourceRange?,
    _ decoder: inout FileDecoder
  ) -> Int32? {
    let space = UInt32(widget)
    let known = numbers.withUnsafeBytes { planNumbers.number(of: $0, in: space) }
    if let known { return known }
    let parameters = numbers.map { values[Int($0)] }
    guard let own = own(draft, widget, parameters, origin, &decoder) else { return nil }
    let number = Int32(plans.count)
    plans.append(draft.recipe.plan(of: own, with: parameters))
    numbers.withUnsafeBytes { planNumbers.add($0, in: space, number: number) }
    return number
  }

  /// Returns what the widget itself says with these values put in.
  private mutating func own(
    _ draft: WidgetDraft, _ widget: Int, _ parameters: [ParameterValue], _ origin: SourceRange?,
    _ decoder: inout FileDecoder
  ) -> WidgetValues? {
    guard draft.hasReferences, draft.values != nil, !failed.contains(widget) else {
      return failed.contains(widget) ? nil : draft.values
    }
    let found = decoder.diagnostics
    decoder.diagnostics = Diagnostics()
    let values = draft.recipe.read(with: parameters, &decoder)
    let wrong = decoder.diagnostics
    decoder.diagnostics = found
    for var diagnostic in wrong.all {
      diagnostic.notes.append(Diagnostic.Note("with the values that are set here", at: origin))
      decoder.report(diagnostic)
    }
    if values == nil { failed.insert(widget) }
    return values
  }
}
