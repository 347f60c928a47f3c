/// A file with one widget and very many users, each with values of their own.
///
/// About 145 bytes a user in the style that a program writes; the same bytes for the same number.
enum UserFile {
  private static let head = """
    version: 1
    intents:
      Search:
        parameters:
          interval: {type: duration, default: 1h, min: 5m, max: 1d}
          query: {type: string, default: persimmon, max-length: 80}
          families: {type: families, default: [systemMedium]}
    widgets:
      MetSearchWidget:
        intent: Search
        families: [systemSmall, systemMedium, systemLarge, systemExtraLarge]
        source: {file: objects.json}
        reload: {after: end+5m}
    users:

    """
  private static let words = """
    persimmon peony giraffe rhinoceros bronze porcelain Edo dynasty woodblock print silk lacquer \
    landscape heron crane lotus dragon tiger portrait Venetian glass Attic krater etching wave
    """.split(separator: " ")
  private static let hosts = ["example.org", "museum.example", "home.example"]
  private static let intervals = ["15m", "30m", "1h", "2h", "6h", "1d"]
  private static let families = ["systemSmall", "systemMedium", "systemLarge", "systemExtraLarge"]

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - users: how many there are.
  ///   - timezone: a zone for all of them; nil leaves the file in UTC.
  /// - Returns: the file.
  static func bytes(users: Int, timezone: String? = nil) -> [UInt8] {
    var generator = Xorshift()
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(generator.next() >> 33) % values.count]
    }
    let zone = timezone.map { "timezone: \($0)\n" } ?? ""
    var bytes = Array((zone + head).utf8)
    for user in 0..<users {
      let number = String(user)
      let padding = String(repeating: "0", count: max(0, 7 - number.count))
      let query = (0...Int(generator.next() >> 33) % 6).map { _ in pick(words) }
      let text = """
          user\(padding)\(number)@\(pick(hosts)):
            MetSearchWidget:
              interval: \(pick(intervals))
              query: "\(query.joined(separator: " "))"
              families: [\(pick(families))]

        """
      bytes.append(contentsOf: text.utf8)
    }
    return bytes
  }
}
