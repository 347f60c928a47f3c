package import MetschedEngine

/// The lists of items that timelines show, by number, while a run is saved again and again.
///
/// Timelines share lists, so each is saved once, when the first row names it, and deleted when no
/// row does any more.
package struct SavedLists {
  private var numbers: [ObjectIdentifier: Int32] = [:]
  private var lists: [Int32: Entry] = [:]
  /// What the row of each placement names.
  private var named: [Int32: [Int32]] = [:]
  private var next: Int32 = 0
  /// The lists whose rows are to be written or deleted.
  private var changed: Set<Int32> = []

  /// A list, which is held so that no other takes its place in memory, and how many rows name it.
  private struct Entry {
    var list: GroupList
    var uses = 0
  }

  package init() {}

  /// Returns the number of a list.
  mutating func number(of list: GroupList) -> Int32 {
    if let known = numbers[ObjectIdentifier(list)] { return known }
    defer { next += 1 }
    numbers[ObjectIdentifier(list)] = next
    lists[next] = Entry(list: list)
    changed.insert(next)
    return next
  }

  /// Says which lists a placement's row names from now on.
  mutating func name(_ used: [Int32], by placement: Int32) {
    let before = named[placement] ?? []
    named[placement] = used.isEmpty ? nil : used
    for number in used { lists[number]?.uses += 1 }
    for number in before { lists[number]?.uses -= 1 }
    for number in before + used { forget(number) }
  }

  /// Says that nothing names what a placement's row did.
  package mutating func release(_ placement: Int32) {
    name([], by: placement)
  }

  private mutating func forget(_ number: Int32) {
    guard let entry = lists[number], entry.uses == 0 else { return }
    lists[number] = nil
    numbers[ObjectIdentifier(entry.list)] = nil
    changed.insert(number)
  }

  /// Takes the rows that have changed, in order; nil for one that is to be deleted.
  package mutating func takeRows() -> [(number: Int32, bytes: [UInt8]?)] {
    defer { changed = [] }
    return changed.sorted().map { number in
      guard let list = lists[number]?.list else { return (number, nil) }
      var writer = StateWriter()
      writer.write(list.size)
      writer.write(list.items)
      return (number, writer.finished())
    }
  }

  // MARK: Restoring

  /// Takes a list from its row.
  package mutating func restore(_ number: Int32, _ bytes: [UInt8]) throws(StateError) {
    var reader = try StateReader(bytes)
    let size: Int = try reader.read()
    guard size > 0 else { throw reader.wrong("groups of \(size)") }
    let list = GroupList(try reader.read(), by: size)
    try reader.finish()
    numbers[ObjectIdentifier(list)] = number
    lists[number] = Entry(list: list)
    next = max(next, number + 1)
  }

  /// Lets go of the lists that no row names, once all rows are read.
  package mutating func finishRestoring() {
    for number in lists.keys.sorted() { forget(number) }
  }

  func list(_ number: Int32) throws(StateError) -> GroupList {
    guard let list = lists[number]?.list else {
      throw StateError("names the list \(number), which is not there")
    }
    return list
  }
}
