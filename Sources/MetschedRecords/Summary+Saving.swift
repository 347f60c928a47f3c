package import MetschedEngine
import MetschedTime

/// A summary as a row of a saved run, and from such a row again.
///
/// It says up to which record it has counted; who reads it counts the later ones. Placements stand
/// there by name, since their numbers are others at the next start; of those that have gone by then
/// only what the run came to as a whole is kept.
extension Summary {
  /// Returns the row.
  ///
  /// - Parameter name: the whole name of a placement.
  /// - Returns: the row.
  package func saved(name: (PlacementNumber) -> String) -> [UInt8] {
    func named(_ index: Int32) -> String { name(PlacementNumber(Int(index))) }
    var writer = StateWriter()
    writer.write(lastSequence)
    for count in counts { writer.write(count) }
    writer.write(reloadsByCause)
    writer.write(deferrals)
    writer.write(waits.accounts.count)
    for (index, account) in waits.accounts.sorted(by: { $0.key < $1.key }) {
      writer.write(named(index))
      writer.write(account)
    }
    writer.write(each != nil)
    if let each {
      writer.write(each.count)
      for (index, summary) in each.sorted(by: { $0.key < $1.key }) {
        writer.write(named(index))
        writer.write(summary)
      }
    }
    return writer.finished()
  }

  /// Goes on with the summary of a row.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - number: the number of a placement now; nil where it has gone.
  /// - Returns: whether the row has all that is counted here; where it lacks what each placement came
  ///   to, nothing is taken from it.
  /// - Throws: what is wrong with the row.
  package mutating func restore(
    _ row: [UInt8], number: (String) -> PlacementNumber?
  ) throws(StateError) -> Bool {
    var reader = try StateReader(row)
    var restored = Summary(placements: placements)
    restored.lastSequence = try reader.read()
    var counts: [Int] = []
    for _ in restored.counts { counts.append(try reader.read()) }
    restored.counts = counts
    restored.reloadsByCause = try reader.read()
    restored.deferrals = try reader.read()
    guard restored.reloadsByCause.count == reloadsByCause.count,
      restored.deferrals.count == deferrals.count
    else { throw reader.wrong("counts of other causes or reasons") }
    for _ in 0..<(try reader.length()) {
      let name: String = try reader.read()
      let account: SummaryWaits.Account = try reader.read()
      if let number = number(name) { restored.waits.set(account, of: number.index) }
    }
    if try reader.read(Bool.self) {
      var summaries: [Int32: PlacementSummary] = [:]
      for _ in 0..<(try reader.length()) {
        let name: String = try reader.read()
        let summary: PlacementSummary = try reader.read()
        if let number = number(name) { summaries[number.index] = summary }
      }
      restored.each = summaries
    }
    try reader.finish()
    if each == nil { restored.each = nil } else if restored.each == nil { return false }
    self = restored
    return true
  }

  /// The counts that are numbers, in the order of a row.
  private var counts: [Int] {
    get {
      [
        entriesShown, placeholdersShown, samplesShown, reloads, countedReloads, coalesced, failures,
        droppedEntries, lateAnswers,
      ]
    }
    set {
      entriesShown = newValue[0]
      placeholdersShown = newValue[1]
      samplesShown = newValue[2]
      reloads = newValue[3]
      countedReloads = newValue[4]
      coalesced = newValue[5]
      failures = newValue[6]
      droppedEntries = newValue[7]
      lateAnswers = newValue[8]
    }
  }
}
