import MetschedEngine
import Testing

struct CauseListTests {
  @Test(arguments: [0, 1, 15, 16, 17, 40])
  func `a list gives back what was appended`(count: Int) {
    let causes = (0..<count).map { Cause.allCases[$0 % Cause.allCases.count] }
    var list = CauseList()
    for cause in causes { list.append(cause) }
    #expect(list.causes == causes)
    #expect(list.count == count)
  }

  @Test func `lists are appended to each other, also across sixteen`() {
    var list = CauseList(.added, .clock)
    for _ in 0..<4 { list.append(CauseList(.reload, .push, .container, .timezone)) }
    #expect(list.count == 18)
    #expect(list.causes.prefix(4) == [.added, .clock, .reload, .push])
    #expect(list.causes.suffix(2) == [.container, .timezone])
  }

  @Test func `equal causes are equal lists`() {
    var list = CauseList()
    list.append(.policy)
    #expect(list == CauseList(.policy))
    #expect(list != CauseList(.retry))
  }
}
