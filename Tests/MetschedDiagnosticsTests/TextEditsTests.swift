import MetschedDiagnostics
import Testing

struct TextEditsTests {
  /// Puts edits into one collection, and says which were taken.
  private func insert(_ list: [TextEdits.Edit]) -> (edits: TextEdits, taken: [Bool]) {
    var edits = TextEdits()
    let taken = list.map { edits.insert($0) }
    return (edits, taken)
  }

  @Test func `edits are made at their places, whatever their order`() {
    let (edits, taken) = insert([
      .init(6..<7, "sea"), .init(0..<1, "ay"), .init(3..<3, "!"), .init(3..<3, "!"),
    ])
    #expect(taken == [true, true, true, true])
    #expect(edits.all.count == 3)
    #expect(edits.applied(to: Array("a\r\nb: c\r\n".utf8)) == Array("ay\r\n!b: sea\r\n".utf8))
  }

  @Test func `edits that touch are not both made`() {
    let (edits, taken) = insert([
      .init(2..<4, "x"), .init(3..<5, "y"), .init(4..<4, "y"), .init(2..<4, "y"), .init(5..<6, "y"),
    ])
    #expect(taken == [true, false, false, false, true])
    #expect(edits.applied(to: Array("abcdefg".utf8)) == Array("abxeyg".utf8))
    #expect(TextEdits().applied(to: [1, 2]) == [1, 2])
  }
}
