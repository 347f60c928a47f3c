internal import MetschedDiagnostics

/// Duplicate keys and the values of merge keys.
extension NodeTable {
  /// Reports the keys of a closed mapping that stand twice, and forgets them all.
  mutating func checkKeys(from first: Int) {
    let own = first..<keys.count
    defer { keys.removeLast(own.count) }
    guard own.count > 1, !keyCheck.areFewAndDifferent(keys, own) else { return }
    var check = keyCheck.take()
    let found = check.duplicates(in: keys[own]) { left, right in
      withText(ofRow: resolve(left)) { text in
        withText(ofRow: resolve(right)) { Bytes.areEqual(text, $0) }
      }
    }
    keyCheck = check
    for (second, original) in found {
      let text = Excerpt.of(self.text(ofRow: resolve(second)))
      let note = Diagnostic.Note("`\(text)` stands here first", at: range(ofRow: original))
      let isMerge = records[Int(second)].flags.contains(.isMergeKey)
      let advice = isMerge ? "give one `<<` a list: `<<: [*a, *b]`" : "keep one of them"
      diagnostics.append(
        .error(
          .duplicateKey, "key `\(text)` stands twice in this mapping; \(advice)",
          at: range(ofRow: second), notes: [note]))
    }
  }

  /// Checks the last value of an open mapping if its key is `<<`.
  mutating func checkMergeValue(in mapping: UInt32) {
    guard let value = lastMergeValue(in: mapping) else { return }
    let target = resolve(value)
    guard records[Int(target)].kind != .alias else { return }
    var isUsable = records[Int(target)].kind == .mapping
    if records[Int(target)].kind == .sequence {
      isUsable = true
      var element = target + 1
      while element < records[Int(target)].next {
        let kind = records[Int(resolve(element))].kind
        isUsable = isUsable && (kind == .mapping || kind == .alias)
        element = records[Int(element)].next
      }
    }
    // A value that cannot be merged adds nothing, and its key is not one of the mapping's own.
    records[Int(mapping)].flags.insert(.hasMerge)
    if !isUsable {
      diagnostics.append(
        .error(
          .mergeValue,
          "`<<` takes a mapping or a list of mappings; quote the key if it means itself",
          at: range(ofRow: value)))
    }
  }

  /// Returns the row of an alias' target, or the row itself.
  func resolve(_ row: UInt32) -> UInt32 {
    let record = records[Int(row)]
    let isResolved = record.kind == .alias && record.textStart != NodeRecord.noTarget
    return isResolved ? record.textStart : row
  }

  /// Returns the row of the value that was just finished, if the key before it is `<<`.
  private func lastMergeValue(in mapping: UInt32) -> UInt32? {
    // The key was the last one noted: inner mappings have taken theirs away again.
    guard let key = keys.last, key.row > mapping, Int(key.row) + 1 < records.count else {
      return nil
    }
    let record = records[Int(key.row)]
    guard record.flags.contains(.isMergeKey), let last = open.last, last.row == mapping else {
      return nil
    }
    // NB: a complex key notes nothing, so the last noted key may be an earlier one.
    let value = key.row + 1
    return records[Int(value)].next == UInt32(records.count) ? value : nil
  }
}
