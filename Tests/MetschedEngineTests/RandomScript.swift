import MetschedEngine
import MetschedTime
import SchedulerReference
import TestSupport

extension Script {
  private static let newYork = ZoneTable.named("America/New_York") ?? .utc

  /// Draws a script: placements of all kinds on all hosts, and events that like to coincide.
  static func random(seed: UInt64) -> Script {
    var random = SplitMix64(seed: seed)
    var script = Script(
      hosts: [host(&random), host(&random)],
      rules: [rule(&random), rule(&random), rule(&random)], zones: [.utc, newYork],
      seed: random.next())
    script.mostRecords = 120
    script.length = [.minutes(20), .hours(1), .hours(6), .hours(30)].randomElement(using: &random)!
    let unit = max(.seconds(1), [script.length / 60, .seconds(5)].randomElement(using: &random)!)
    let later = Int.random(in: 0...1, using: &random)
    let count = Int.random(in: 1...3, using: &random)
    for name in 0..<(count + later) {
      script.placements.append(
        ScriptedPlacement(
          user: .random(in: 0...1, using: &random), host: .random(in: 0...1, using: &random),
          rule: .random(in: 0...2, using: &random), zone: .random(in: 0...1, using: &random),
          replies: (0..<Int.random(in: 1...5, using: &random)).map { _ in
            reply(unit: unit, &random)
          }))
      let time = name < count ? 0 : Int64.random(in: 1...40, using: &random) * unit
      script.steps.append(Step(at: Moment(time), action: .add(name)))
    }
    var time: Int64 = 0
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      // Many at one instant, and many on the grid on which entries and policies fall.
      time +=
        Int64.random(in: 0...6, using: &random) * unit
        + [0, 0, 0, .seconds(7)].randomElement(using: &random)!
      let action = action(unit: unit, placements: script.placements.count, &random)
      script.steps.append(Step(at: Moment(time), action: action))
    }
    return script
  }

  private static func host(_ random: inout SplitMix64) -> Host {
    let isIdeal = Bool.random(using: &random)
    let latencies: [ClosedRange<Int64>] = [0...0, 0...0, 30_000...30_000, 2_000...60_000]
    let budgets: [Int?] = [nil, 1, 2, 5, 40]
    let spacings: [Int64] = isIdeal ? [0, 0, .minutes(5)] : [0, .minutes(1), .minutes(5)]
    return Host(
      budget: isIdeal ? nil : budgets.randomElement(using: &random)!,
      spacing: spacings.randomElement(using: &random)!,
      latency: isIdeal ? 0...0 : latencies.randomElement(using: &random)!,
      timeLimit: .seconds(30), grantsAtEnd: isIdeal,
      reloadsOnEdit: Int.random(in: 0..<4, using: &random) > 0,
      visible: Int.random(in: 0..<4, using: &random) == 0 ? visible : nil)
  }

  /// Open for half of each hour, so that the shortest scripts meet both of it.
  private static let visible = try? TimeWindow(
    parsing: (0..<24).map { hour in
      let hour = hour < 10 ? "0\(hour)" : "\(hour)"
      return "\(hour):10-\(hour):40"
    }.joined(separator: ", "))

  private static func rule(_ random: inout SplitMix64) -> FailureHandling {
    let retries: [MetschedTime.Step] = [
      .init(milliseconds: .seconds(20)), .init(milliseconds: .minutes(1)),
      .init(milliseconds: .minutes(15)), .init(milliseconds: .hours(4)), .day,
      .init(days: 1, milliseconds: .minutes(1)),
    ]
    let shows: [FailureHandling.Show] = [.last, .placeholder, .sample]
    return FailureHandling(
      show: shows.randomElement(using: &random)!, retry: retries.randomElement(using: &random)!)
  }

  private static func reply(unit: Int64, _ random: inout SplitMix64) -> Reply {
    func units(_ range: ClosedRange<Int64>, _ random: inout SplitMix64) -> Int64 {
      .random(in: range, using: &random) * unit
    }
    var reply = Reply(dates: .offsets([]), policy: .never)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: break
    case 1...4:
      let (step, count) = (units(1...4, &random), Int.random(in: 1...6, using: &random))
      reply.dates = .regular(first: 0, step: step, count: count)
      reply.end = step * Int64(count)
    default:
      let offsets = (0..<Int.random(in: 1...6, using: &random))
        .map { _ in units(-4...10, &random) }.sorted()
      reply.dates = .offsets(offsets)
      reply.end =
        Bool.random(using: &random) ? nil : offsets[offsets.count - 1] + units(1...4, &random)
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2: reply.policy = .atEnd
    case 3: reply.policy = .never
    case 4: reply.policy = .after(units(1...10, &random), why: .within)
    case 5: reply.policy = .afterMoment(Moment(units(0...60, &random)))
    case 6: reply.policy = .afterEnd(units(-6...4, &random))
    default: reply.policy = .after(units(-1...20, &random))
    }
    if Int.random(in: 0..<6, using: &random) == 0 {
      reply.fails = true
      switch Int.random(in: 0..<3, using: &random) {
      case 0: reply.sample = reply.dates
      case 1: reply.last = reply.dates
      default: break
      }
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: reply.delay = .seconds(10)
    case 1: reply.delay = .seconds(30)
    case 2: reply.delay = [30_001, .seconds(45), nil].randomElement(using: &random)!
    case 3: reply.delay = .random(in: 1...3, using: &random) * 5_000
    default: break
    }
    if Int.random(in: 0..<12, using: &random) == 0 {
      reply.repeatDelay = .random(in: 0...4, using: &random) * 10_000
    }
    return reply
  }

  private static func action(
    unit: Int64, placements: Int, _ random: inout SplitMix64
  ) -> Action {
    let name = Int.random(in: 0..<placements, using: &random)
    let whom: [Whom] = [.everybody, .user(0), .user(1), .placement(name)]
    switch Int.random(in: 0..<21, using: &random) {
    case 20: return .requestByProvider(name)
    case 19: return .host(name, .random(in: 0...1, using: &random))
    case 0: return .remove(name, announced: Bool.random(using: &random))
    case 1...3:
      let names = (0..<placements).filter { _ in Bool.random(using: &random) }
      return .edit(names.isEmpty ? [name] : names, rule: .random(in: 0...2, using: &random))
    case 4, 5: return .foreground(whom.randomElement(using: &random)!, true)
    case 6: return .foreground(whom.randomElement(using: &random)!, false)
    case 7:
      return .zone(whom.randomElement(using: &random)!, .random(in: 0...1, using: &random))
    case 8, 9:
      return .clock(
        by: [0, unit, -unit, 20 * unit, -20 * unit, .hours(30), .hours(-30)]
          .randomElement(using: &random)!)
    case 10: return .suspend(for: .random(in: 1...30, using: &random) * unit)
    default:
      let causes: [Cause] = [.reload, .push, .container, .interaction]
      return .request(name, causes.randomElement(using: &random)!)
    }
  }
}
