/// Lengths of time, in milliseconds.
extension Int64 {
  package static func seconds(_ count: Int64) -> Int64 { count * 1_000 }
  package static func minutes(_ count: Int64) -> Int64 { count * 60_000 }
  package static func hours(_ count: Int64) -> Int64 { count * 3_600_000 }
  package static func days(_ count: Int64) -> Int64 { count * 86_400_000 }
}
