package import MetschedEngine
package import MetschedTime

/// Which records of a file are wanted; what is empty or nil leaves none out.
package struct RecordFilter: Sendable {
  package var runs: [Int64] = []
  package var users: [String] = []
  package var kinds: [String] = []
  /// Words of `what`.
  package var whats: [String] = []
  /// Records with one of them among their causes.
  package var causes: [Cause] = []
  /// Words of `reason`.
  package var reasons: [String] = []
  package var policies: [ChosenPolicy] = []
  package var since: Instant?
  /// The first instant that is not wanted.
  package var until: Instant?
  /// How many records, the last of those that fit; nil for all.
  package var limit: Int?
  /// The id of the last record that is known already; `StoreReader.Position`.
  var after: Int64?

  package init() {}

  /// The words that `--what` takes.
  package static var whats: [String] { WhatWord.allCases.map(\.name) }

  /// The words that `--reason` takes.
  package static var reasons: [String] {
    GrantReason.allCases.map(\.name) + Drop.Reason.allCases.map(\.name)
  }
}

/// One condition of a query, with the index that finds what meets it.
struct QueryTerm {
  var sql: String
  /// Nil where no index helps.
  var index: String?
  var values: [QueryValue] = []
}

enum QueryValue {
  case integer(Int64)
  case text(String)
}

extension RecordFilter {
  /// The conditions, all of which hold for a record that is wanted.
  ///
  /// - Parameter allLabels: how many labels the file has; a condition that all meet is none.
  var terms: [QueryTerm] {
    var terms: [QueryTerm] = []
    if !users.isEmpty || !kinds.isEmpty {
      let parts = [("user", users), ("kind", kinds)].filter { !$0.1.isEmpty }
      let condition = parts.map { "\($0.0) IN (\(Self.marks($0.1.count)))" }
      terms.append(
        QueryTerm(
          sql: "label IN (SELECT id FROM label WHERE \(condition.joined(separator: " AND ")))",
          index: "record_label", values: parts.flatMap(\.1).map(QueryValue.text)))
    }
    if !causes.isEmpty {
      let condition = Array(repeating: "',' || text || ',' LIKE ?", count: causes.count)
      terms.append(
        QueryTerm(
          sql: "causes IN (SELECT id FROM word WHERE \(condition.joined(separator: " OR ")))",
          index: "record_causes", values: causes.map { .text("%,\($0.name),%") }))
    }
    if !reasons.isEmpty {
      terms.append(Self.term("reason", reasons, index: "record_reason"))
    }
    if !policies.isEmpty {
      terms.append(
        Self.term("policy", policies.map(\.name), index: "record_policy"))
    }
    if let since {
      terms.append(
        QueryTerm(sql: "at >= ?", index: "record_at", values: [.integer(since.milliseconds)]))
    }
    if let until {
      terms.append(
        QueryTerm(sql: "at < ?", index: "record_at", values: [.integer(until.milliseconds)]))
    }
    return terms + [whatTerm].compactMap(\.self) + idTerms
  }

  private var whatTerm: QueryTerm? {
    guard !whats.isEmpty else { return nil }
    let isRare = whats.allSatisfy { StoreSchema.rare.contains($0) }
    var term = Self.term("what", whats, index: isRare ? "record_rare" : nil)
    // An index of some rows is used where its own condition stands in the query.
    if isRare { term.sql = "\(StoreSchema.isRare) AND \(term.sql)" }
    return term
  }

  /// The table is in the order of ids, so these need no index.
  private var idTerms: [QueryTerm] {
    var terms: [QueryTerm] = []
    if !runs.isEmpty {
      let ranges = runs.map { run in
        let ids = StoreSchema.ids(ofRun: run)
        return "id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)"
      }
      terms.append(QueryTerm(sql: "(\(ranges.joined(separator: " OR ")))"))
    }
    if let after { terms.append(QueryTerm(sql: "id > \(after)")) }
    return terms
  }

  private static func term(_ column: String, _ words: [String], index: String?) -> QueryTerm {
    QueryTerm(
      sql: "\(column) IN (\(marks(words.count)))", index: index,
      values: words.map(QueryValue.text))
  }

  private static func marks(_ count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ", ")
  }
}

extension SQLiteStatement {
  func bind(_ values: [QueryValue]) {
    for (offset, value) in values.enumerated() {
      let index = Int32(offset + 1)
      switch value {
      case .integer(let number): bind(index, number as Int64?)
      case .text(let text): bind(index, text as String?)
      }
    }
  }
}
