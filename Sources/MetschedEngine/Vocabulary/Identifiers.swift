/// A placement's number: file order, then order of addition; never used again after removal.
package struct PlacementNumber: Hashable, Comparable, Sendable, BitwiseCopyable {
  package var index: Int32

  package init(_ index: Int) { self.index = Int32(index) }

  package static func < (lhs: PlacementNumber, rhs: PlacementNumber) -> Bool {
    lhs.index < rhs.index
  }
}

/// The name that the runtime gives to a timeline's content; the machine only passes it on.
package struct TimelineID: Hashable, Sendable, BitwiseCopyable {
  package var value: Int32

  package init(_ value: Int) { self.value = Int32(value) }
}
