import Foundation

/// What one run of a program has measured, by name; printed and read as lines of `name value`.
struct Measurement {
  private(set) var texts: [String: String] = [:]

  init() {}

  /// Reads what a program printed.
  init(reading output: String) {
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      if words.count == 2 { texts[String(words[0])] = String(words[1]) }
    }
  }

  subscript(name: String) -> Double? {
    get { texts[name].flatMap(Double.init) }
    set { texts[name] = newValue.map { String($0) } }
  }

  mutating func set(_ name: String, _ text: String) {
    texts[name] = text
  }

  func print() {
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) { Swift.print(name, text) }
  }
}

/// The resident memory of this process, in bytes.
enum Memory {
  static var held: Double { read("VmRSS:") }
  /// The most that it has been.
  ///
  /// NB: not `ru_maxrss`, which a process inherits from the one that started it.
  static var peak: Double { read("VmHWM:") }

  private static func read(_ field: String) -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
    let digits = line?.filter(\.isNumber) ?? ""
    return (Double(digits) ?? 0) * 1024
  }
}

/// Returns the seconds that some work takes.
func seconds(_ work: () -> Void) -> Double {
  let duration = ContinuousClock().measure(work)
  return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
}
