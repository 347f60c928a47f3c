extension StringProtocol {
  /// Returns the text without the characters at its ends for which something holds.
  package func trimming(_ isTrimmed: (Character) -> Bool) -> SubSequence {
    guard let first = firstIndex(where: { !isTrimmed($0) }),
      let last = lastIndex(where: { !isTrimmed($0) })
    else { return self[endIndex...] }
    return self[first...last]
  }
}
