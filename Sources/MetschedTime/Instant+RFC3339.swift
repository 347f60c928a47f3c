extension Instant {
  /// The years for which the zone tables hold: 1900…2199.
  package static let supportedYears = 1900...2199

  /// Returns the instant in a zone's wall time: `2026-01-05T09:00:00-05:00`.
  ///
  /// - Returns: RFC 3339 with seconds always and milliseconds where they are not zero; `Z` in UTC.
  package func rfc3339(in zone: ZoneTable) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(32)
    zone.appendRFC3339(of: self, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}

extension ZoneTable {
  /// Appends `2026-01-05T09:00:00-05:00` in ASCII.
  ///
  /// `Z` stands for the offset in the zone UTC alone; London in winter is `+00:00`. RFC 3339 has
  /// no seconds in an offset, so those of local mean time are rounded to the minute: New York in
  /// 1880 is `-04:56`, two seconds off.
  package func appendRFC3339(of instant: Instant, to text: inout [UInt8]) {
    let offset = offset(at: instant)
    let local = LocalTime(milliseconds: instant.milliseconds + offset)
    local.date.append(to: &text)
    text.append(UInt8(ascii: "T"))
    local.timeOfDay.append(to: &text)
    if offset == 0, isUTC {
      text.append(UInt8(ascii: "Z"))
      return
    }
    let minutes = Int((abs(offset) + 30_000) / 60_000)
    text.append(UInt8(ascii: offset < 0 && minutes > 0 ? "-" : "+"))
    text.append(decimal: minutes / 60, width: 2)
    text.append(UInt8(ascii: ":"))
    text.append(decimal: minutes % 60, width: 2)
  }

  /// Appends the time of day on the wall clock: `09:00:00`, `09:00:00.250`.
  package func appendTimeOfDay(of instant: Instant, to text: inout [UInt8]) {
    local(at: instant).timeOfDay.append(to: &text)
  }

  /// Appends the date on the wall calendar: `2026-01-05`.
  package func appendDate(of instant: Instant, to text: inout [UInt8]) {
    local(at: instant).date.append(to: &text)
  }
}
