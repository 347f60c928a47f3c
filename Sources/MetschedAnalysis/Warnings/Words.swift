internal import MetschedConfiguration
package import MetschedTime

/// Figures as people read them.
package enum Words {
  /// Returns a length: to the second below an hour, to the minute above it.
  package static func length(_ milliseconds: Int64) -> String {
    let unit: Int64 = milliseconds < 1_000 ? 1 : milliseconds < 3_600_000 ? 1_000 : 60_000
    return Step(milliseconds: milliseconds / unit * unit).description
  }

  /// Returns the wall time to the minute: `2026-01-05T12:20`.
  package static func time(_ instant: Instant, in zone: ZoneTable) -> String {
    String(zone.local(at: instant).description.prefix(16))
  }

  package static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
  }

  /// Returns a whole number with commas between thousands.
  package static func grouped(_ number: Int) -> String {
    let digits = String(number)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  package static func bytes(_ count: Int) -> String {
    let units = [(1_000_000, "MB"), (1_000, "KB")]
    for (size, name) in units where count >= size {
      let tenths = (count * 10 + size / 2) / size
      return tenths.isMultiple(of: 10)
        ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return "\(count) B"
  }
}
