import MetschedConfiguration
import MetschedText

/// A resolved configuration as JSON: mappings are objects, and each value is an object of `value`,
/// `origin` (`file:line:column`, null where it is built in) and `layer`.
struct ConfigurationJSON {
  let loaded: LoadedConfiguration

  func value(of node: ResolvedNode) -> JSONValue {
    switch node.content {
    case .mapping(let entries) where !entries.isEmpty:
      .object(entries.map { ($0.name, value(of: $0.node)) })
    case .list(let elements) where !node.isSingleValue:
      .array(elements.map { value(of: $0) })
    default:
      .object([
        ("value", Self.plain(node)),
        ("origin", .string(node.origin?.range.map(loaded.place))),
        ("layer", .string(node.origin?.layer.name)),
      ])
    }
  }

  /// A scalar that JSON would write alike is a number or a boolean, all else is text.
  private static func plain(_ node: ResolvedNode) -> JSONValue {
    switch node.content {
    case .null: .null
    case .scalar("true", isText: false): .boolean(true)
    case .scalar("false", isText: false): .boolean(false)
    case .scalar(let text, let isText):
      !isText && JSONNumber.isNumber(text) ? .number(text) : .string(text)
    case .list(let elements): .array(elements.map(plain))
    case .mapping(let entries): .object(entries.map { ($0.name, plain($0.node)) })
    }
  }
}
