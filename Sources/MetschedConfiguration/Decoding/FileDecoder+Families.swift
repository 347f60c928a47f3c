internal import MetschedDiagnostics
internal import WidgetFamilies

/// Families, alone and in lists.
extension FileDecoder {
  /// Reads the name of a family.
  mutating func family(_ field: Field) -> WidgetFamily? {
    guard let scalar = scalar(field, expected: .family) else { return nil }
    if let family = WidgetFamily(name: scalar.text) { return family }
    let names = WidgetFamily.allCases.map(\.name)
    report(
      .unknownFamily(
        scalar.text, field,
        Self.family(meantBy: scalar.text).map { Nearest.Match($0, isClear: true) }
          ?? nearest(scalar.text, among: names))
    )
    return nil
  }

  /// Reads a list of at least one family without repetition; a single name is a list of one.
  mutating func families(_ field: Field) -> [WidgetFamily]? {
    if field.value.kind == .scalar { return family(field).map { [$0] } }
    guard let elements = elements(field, expected: .list(of: .family)) else { return nil }
    guard !elements.isEmpty else {
      report(.emptyList(field, example: "[systemMedium]"))
      return nil
    }
    var result: [WidgetFamily] = []
    var places: [SourceRange] = []
    var isWhole = true
    for element in elements {
      guard let family = family(element) else {
        isWhole = false
        continue
      }
      if let first = result.firstIndex(of: family) {
        report(.familyTwice(family, element, first: places[first]))
        isWhole = false
        continue
      }
      result.append(family)
      places.append(element.range)
    }
    return isWhole ? result : nil
  }

  /// Returns the name that `medium` or `.systemMedium` stands for.
  private static func family(meantBy text: String) -> String? {
    let name = text.drop { $0 == "." }.lowercased()
    return WidgetFamily.allCases.map(\.name).first { candidate in
      let known = candidate.lowercased()
      return known == name || known == "system" + name || known == "accessory" + name
    }
  }
}
