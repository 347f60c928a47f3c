package import MetschedTime

/// The answers to the requests of an instant, in the order of the requests.
///
/// An answer is kept in plain words, so that a million of them are copied and forgotten without a
/// look at each; only the dates of irregular entries are lists, and stand beside them.
package struct Answers: Sendable {
  private var plain = Rows<PlainAnswer>()
  /// The dates of entries that are not regular; plain answers name them by index.
  private(set) var lists: [[Instant]] = []

  package init() {}

  /// - Parameter answers: one for each request; nil where none comes at this instant.
  package init(_ answers: some Sequence<Answer?>) {
    for answer in answers { append(answer) }
  }

  package var count: Int { plain.count }

  /// Returns the words of an answer; nil where none has come.
  subscript(index: Int) -> PlainAnswer? {
    @inline(__always) get { plain[index].kind == .none ? nil : plain[index] }
  }

  /// Adds the answer to the next request; nil where none comes at this instant.
  package mutating func append(_ answer: Answer?) {
    plain.claim()
    switch answer {
    case nil: plain.append(PlainAnswer(kind: .none))
    case .timeline(let timeline): append(timeline)
    case .failure(let failure):
      var words = PlainAnswer(kind: .failure)
      if let substitute = failure.sample ?? failure.last {
        words.kind = failure.sample == nil ? .failureWithLast : .failureWithSample
        words.timeline = substitute.id
        keep(substitute.dates, in: &words)
      }
      words.error = failure.error
      words.tag = failure.tag
      plain.append(words)
    }
  }

  /// Adds a timeline as the answer to the next request.
  package mutating func append(_ timeline: AnsweredTimeline) {
    plain.claim()
    var words = PlainAnswer(kind: .timeline)
    words.timeline = timeline.id
    words.tag = timeline.tag
    words.end = PackedInstant(wrappedValue: timeline.end)
    switch timeline.policy {
    case .atEnd: words.policy = .atEnd
    case .never: words.why = timeline.why
    case .after(let date, let basis, let why):
      words.policy = basis == .end ? .afterEnd : .after
      words.policyDate = date
      words.why = why
    }
    keep(timeline.dates, in: &words)
    plain.append(words)
  }

  /// Adds a timeline of regular entries that asks again after a date, which is what most are.
  ///
  /// - Parameters:
  ///   - timeline: the timeline's id.
  ///   - first: the date of the first entry.
  ///   - step: the milliseconds from one entry to the next.
  ///   - count: how many entries there are, at least one.
  ///   - date: the date of `after`, as the provider names it.
  package mutating func append(
    _ timeline: TimelineID, first: Instant, step: UInt32, count: Int32, after date: Instant
  ) {
    precondition(count > 0, "a regular timeline has entries")
    plain.claim()
    var words = PlainAnswer(kind: .timeline)
    words.timeline = timeline
    words.policy = .after
    words.policyDate = date
    words.keep(base: first, step: step, count: count)
    plain.append(words)
  }

  private mutating func keep(_ dates: EntryDates, in words: inout PlainAnswer) {
    // 49 days from one entry to the next are no reason for a longer word.
    if case .regular(let base, let step, let count) = dates, let step = UInt32(exactly: step) {
      words.keep(base: base, step: step, count: Int32(count))
      return
    }
    let list = (0..<dates.count).map { dates[$0] }
    precondition(
      EntryDates.ascendingOrder(of: list) == nil, "the runtime sorts entries before it answers")
    guard let first = list.first, let last = list.last else { return }
    words.entryCount = Int32(list.count)
    words.first = first
    words.last = last
    words.list = Int32(lists.count)
    lists.append(list)
  }

  /// Puts the answers in another order.
  package mutating func reorder(by order: [Int]) {
    var ordered = Rows<PlainAnswer>(capacity: order.count)
    for index in order { ordered.append(plain[index]) }
    plain = ordered
  }

  package mutating func removeAll() {
    plain.removeAll()
    lists.removeAll(keepingCapacity: true)
  }
}

/// An `Answer` without a reference.
struct PlainAnswer: BitwiseCopyable, Sendable {
  enum Kind: UInt8 {
    /// No answer has come.
    case none
    case timeline
    case failure
    /// The timeline's words are those of the samples.
    case failureWithSample
    /// The timeline's words are those of the last good content.
    case failureWithLast
  }

  enum Policy: UInt8 {
    case never
    case atEnd
    /// After a date that the file or the provider names.
    case after
    /// After a date that counts from the timeline's end.
    case afterEnd
  }

  var kind: Kind
  var policy = Policy.never
  var why: PolicyReason?
  var timeline = TimelineID(0)
  var tag: Int32 = 0
  var error: Int32 = 0
  var entryCount: Int32 = 0
  /// The milliseconds from one entry to the next, where they are regular.
  var step: UInt32 = 0
  /// The index of the list of dates; below zero where they are regular.
  var list: Int32 = -1
  /// The dates of the first and the last entry, where there are any.
  var first = Instant(milliseconds: 0)
  var last = Instant(milliseconds: 0)
  /// The date that one more entry would have.
  var end = PackedInstant(wrappedValue: nil)
  var policyDate = Instant(milliseconds: 0)

  init(kind: Kind) {
    self.kind = kind
  }

  mutating func keep(base: Instant, step: UInt32, count: Int32) {
    entryCount = count
    self.step = step
    first = base
    last = Instant(milliseconds: base.milliseconds &+ Int64(step) &* Int64(count - 1))
  }

  /// Whether it is a timeline of regular entries that asks again after a date.
  var isRegular: Bool { kind == .timeline && policy == .after && list < 0 && entryCount > 0 }

  var hasTimeline: Bool {
    switch kind {
    case .timeline, .failureWithSample, .failureWithLast: true
    case .none, .failure: false
    }
  }
}
