/// The sizes and shapes that a widget can have, with WidgetKit's names and raw values.
///
/// `systemExtraLargePortrait` came with visionOS 26; 4 is not in use. Source: WidgetKit,
/// `WidgetFamily`.
public enum WidgetFamily: Int, CaseIterable, Codable, Hashable, Sendable {
  case systemSmall = 0
  case systemMedium = 1
  case systemLarge = 2
  case systemExtraLarge = 3
  case accessoryCircular = 5
  case accessoryRectangular = 6
  case accessoryInline = 7
  case accessoryCorner = 8
  case systemExtraLargePortrait = 9

  /// Creates the family with a name spelt as WidgetKit spells it, or nil.
  public init?(name: some StringProtocol) {
    let name = String(name)
    guard let family = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = family
  }

  /// The name as WidgetKit spells it, such as `systemSmall`.
  public var name: String {
    // Not `String(describing:)`: reflection costs microseconds, and a file has many families.
    switch self {
    case .systemSmall: "systemSmall"
    case .systemMedium: "systemMedium"
    case .systemLarge: "systemLarge"
    case .systemExtraLarge: "systemExtraLarge"
    case .accessoryCircular: "accessoryCircular"
    case .accessoryRectangular: "accessoryRectangular"
    case .accessoryInline: "accessoryInline"
    case .accessoryCorner: "accessoryCorner"
    case .systemExtraLargePortrait: "systemExtraLargePortrait"
    }
  }
}
