internal import MetschedDiagnostics

/// `was:` of kinds, parameters and options.
extension FileDecoder {
  /// Reads the former names of something: one, or a list of them.
  mutating func formerNames(
    _ field: Field?, of name: String, example: String
  ) -> [FormerName] {
    guard let field else { return [] }
    let elements: [Field]?
    if field.value.kind == .scalar {
      elements = [field]
    } else {
      elements = self.elements(field, expected: .names)
    }
    var result: [FormerName] = []
    for element in elements ?? [] {
      guard let text = text(element, example: example) else { continue }
      let former = FormerName(name: text, range: element.range)
      if text == name {
        report(.formerNameIsPresent(former))
      } else if let first = result.first(where: { $0.name == text }) {
        report(.formerNameTwice(former, first: first.range))
      } else {
        result.append(former)
      }
    }
    return result
  }

  /// Checks that a former name can mean one thing only.
  mutating func checkFormer(
    _ owners: [(name: String, range: SourceRange, former: [FormerName])], of what: String
  ) {
    guard owners.contains(where: { !$0.former.isEmpty }) else { return }
    let present = Dictionary(
      owners.map { ($0.name, $0.range) }, uniquingKeysWith: { first, _ in first })
    var met: [String: SourceRange] = [:]
    for owner in owners {
      for former in owner.former {
        if let range = present[former.name] {
          report(.formerNameTaken(former, by: what, at: range))
        } else if let first = met.updateValue(former.range, forKey: former.name) {
          report(.formerNameTwice(former, first: first))
        }
      }
    }
  }
}
