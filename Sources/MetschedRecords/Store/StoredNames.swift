import MetschedEngine
import MetschedTime

/// The numbers of labels and words in a file, and new ones for those that it has not.
///
/// Nothing depends on a name having one number alone, so what is known may be forgotten when it
/// becomes much.
struct StoredNames {
  private var words: [String: Int64] = [:]
  private var causes: [CauseList: Int64] = [:]
  private var labels: [RecordLabel: Int64] = [:]
  /// The label that a scope had last, which is nearly always the one that it has.
  private var latest: [Scope: (label: RecordLabel, id: Int64)] = [:]
  private var nextWord: Int64
  private var nextLabel: Int64
  private let insertWord: SQLiteStatement
  private let insertLabel: SQLiteStatement
  private static let most = 1 << 18

  init(_ connection: SQLiteConnection) throws(StoreError) {
    nextWord = try connection.number("SELECT max(id) + 1 FROM word") ?? 1
    nextLabel = try connection.number("SELECT max(id) + 1 FROM label") ?? 1
    insertWord = try connection.prepare("INSERT INTO word VALUES (?1, ?2)")
    insertLabel = try connection.prepare("INSERT INTO label VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
    let statement = try connection.prepare("SELECT id, text FROM word LIMIT \(Self.most)")
    while try statement.step() { words[statement.text(1) ?? ""] = statement.integer(0) }
    try read(connection)
  }

  private mutating func read(_ connection: SQLiteConnection) throws(StoreError) {
    let statement = try connection.prepare(
      "SELECT id, \(StoredLabel.columns) FROM label LIMIT \(Self.most)")
    while try statement.step() {
      guard let label = StoredLabel.read(statement, from: 1) else { continue }
      labels[label] = statement.integer(0)
    }
  }

  mutating func number(of text: String) throws(StoreError) -> Int64 {
    if let known = words[text] { return known }
    if words.count >= Self.most { words = [:] }
    insertWord.bind(1, nextWord)
    insertWord.bind(2, text)
    _ = try insertWord.step()
    words[text] = nextWord
    nextWord += 1
    return nextWord - 1
  }

  /// The number of a list of causes; nil for an empty one.
  mutating func number(of list: CauseList) throws(StoreError) -> Int64? {
    if list.count == 0 { return nil }
    if let known = causes[list] { return known }
    if causes.count >= Self.most { causes = [:] }
    let number = try number(of: list.causes.map(\.name).joined(separator: ","))
    causes[list] = number
    return number
  }

  mutating func number(of label: RecordLabel, _ scope: Scope) throws(StoreError) -> Int64 {
    if let latest = latest[scope], latest.label == label { return latest.id }
    let number = try number(of: label)
    if latest.count >= Self.most { latest = [:] }
    latest[scope] = (label, number)
    return number
  }

  private mutating func number(of label: RecordLabel) throws(StoreError) -> Int64 {
    if let known = labels[label] { return known }
    if labels.count >= Self.most { labels = [:] }
    insertLabel.bind(1, nextLabel)
    insertLabel.bind(2, label.user)
    insertLabel.bind(3, label.kind)
    insertLabel.bind(4, label.id)
    insertLabel.bind(5, label.family)
    insertLabel.bind(6, label.zone.identifier)
    insertLabel.bind(7, label.name)
    _ = try insertLabel.step()
    labels[label] = nextLabel
    nextLabel += 1
    return nextLabel - 1
  }
}

/// How a label stands in a row.
enum StoredLabel {
  static let columns =
    "label.user, label.kind, label.placement, label.family, label.zone, label.name"
  static let columnCount: Int32 = 6

  /// Reads a label; nil where its zone is unknown here.
  static func read(_ statement: SQLiteStatement, from column: Int32) -> RecordLabel? {
    guard let zone = statement.text(column + 4).flatMap(ZoneTable.named) else { return nil }
    return RecordLabel(
      user: statement.text(column), kind: statement.text(column + 1),
      id: statement.text(column + 2), family: statement.text(column + 3), zone: zone,
      name: statement.text(column + 5) ?? "")
  }
}
