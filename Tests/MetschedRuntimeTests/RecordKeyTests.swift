import MetschedConfiguration
import MetschedEngine
import MetschedRecords
import Testing

/// The words of records that tests name are those of the engine, which the language does not know.
@Suite("The fields of records in tests")
struct RecordKeyTests {
  private func words(_ key: RecordKey) -> Set<String> {
    switch key.shape {
    case .word(let words), .oneOrMore(.word(let words)): Set(words)
    default: []
    }
  }

  @Test("have the words of the engine")
  func haveTheWords() {
    #expect(RecordKey.causes == Cause.allCases.map(\.name))
    #expect(Set(RecordKey.causes).isSubset(of: ReloadsKey.allCases.map(\.rawValue)))
    #expect(words(.cause) == Set(RecordKey.causes))
    #expect(words(.what) == Set(WhatWord.allCases.map(\.name)))
    #expect(words(.shows) == Set(ShowsWord.allCases.map(\.name)))
    #expect(words(.state) == Set(StateWord.allCases.map(\.name)))
    #expect(words(.policy) == Set(ChosenPolicy.allCases.map(\.name)))
    let reasons = GrantReason.allCases.map(\.name) + Drop.Reason.allCases.map(\.name)
    #expect(words(.reason) == Set(reasons + ["none"]))
  }
}
