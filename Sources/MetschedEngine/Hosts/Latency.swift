/// Latency as a hash of seed, placement name and generation, so that no order of events and no
/// other placement can change it.
package enum Latency {
  /// Returns milliseconds within the range.
  package static func draw(
    _ range: ClosedRange<Int64>, seed: UInt64, nameHash: UInt64, generation: UInt32
  ) -> Int64 {
    let width = UInt64(range.upperBound - range.lowerBound) + 1
    guard width > 1 else { return range.lowerBound }
    let mixed = mix(mix(seed ^ nameHash) &+ UInt64(generation) &* 0x9E37_79B9_7F4A_7C15)
    return range.lowerBound + Int64(mixed.multipliedFullWidth(by: width).high)
  }

  /// The finaliser of SplitMix64.
  ///
  /// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The 64-bit FNV-1a hash of a placement's name; the same on every machine and in every run.
package func nameHash(of name: String) -> UInt64 {
  var hash = NameHash()
  hash.combine(name)
  return hash.value
}

/// The hash of a name that is never put together: part after part, it is that of the whole.
package struct NameHash {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func combine(_ part: String) {
    var part = part
    part.withUTF8 { bytes in
      for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
  }
}
