import MetschedEngine
import Testing

@testable import MetschedRecords

/// The words of records: one for each case, each read back as the case that it was written for.
@Suite struct RecordWordsTests {
  private static func check<Word: RecordWord & Equatable>(_ type: Word.Type) {
    for word in Word.allCases { #expect(Word(word: word.name) == word) }
    #expect(Set(Word.allCases.map(\.name)).count == Word.allCases.count)
    for other in [nil, "", "policy,reload", "Entry", "sampl"] {
      #expect(Word(word: other) == nil, "\(type)")
    }
  }

  @Test func `each word is read back as its case, and no other`() {
    Self.check(WhatWord.self)
    Self.check(ShowsWord.self)
    Self.check(StateWord.self)
    Self.check(Cause.self)
    Self.check(GrantReason.self)
    Self.check(ChosenPolicy.self)
    Self.check(PolicyReason.self)
    Self.check(Drop.Reason.self)
  }

  @Test func `a state comes back from its word and its value`() {
    for number in 0..<StateWord.allCases.count * 2 {
      // Every eleventh record of the sample is of a state, each of them in turn.
      let stored = Sample.record(11 * number + 5)
      guard case .state(let state) = stored.record.what else {
        Issue.record("\(stored.record.what) is not of a state")
        return
      }
      #expect(state.word == StateWord.allCases[number % StateWord.allCases.count])
      let read = State(state.word, value: stored.value)
      if case .timezone = state {
        #expect(read == .timezone(0))
      } else {
        #expect(read == state)
      }
    }
    #expect(State(.clock, value: nil) == nil)
    #expect(State(.clock, value: "+soon") == nil)
  }

  @Test func `what shows comes back from its word`() {
    for word in ShowsWord.allCases {
      #expect(ShowsWord(word.content, isEmpty: word == .empty) == word)
    }
  }
}
