import MetschedConfiguration
import MetschedTime
import Testing

@Suite("The hosts of a file and of its users")
struct HostTests {
  private static let widgets = "widgets:\n  Clock: {source: sample}\n"

  private func hosts(_ text: String, overrides: [String] = []) throws -> [String] {
    let loading = Loading(Self.widgets + text, overrides: overrides)
    let file = try loading.configuration()
    return file.users.map { user in
      let host = file.hosts[user.host].figures
      let window = host.visible.map { "\($0)" } ?? "always"
      return "\(user.name) \(host.profile) \(host.budget.map(String.init) ?? "none") "
        + "\(host.spacing) \(host.latency) \(host.timeLimit) \(host.edits) \(window)"
    }
  }

  @Test("go on from the file's, or from a profile of their own")
  func goOn() throws {
    let found = try hosts(
      """
      host: {profile: widgetkit, spacing: 1m, latency: 3s, time-limit: 10s, edits: next-reload}
      users:
        ann: {Clock: }
        bob: {host: {budget: 20, visible: "08:00-22:00"}, Clock: }
        cy: {host: ideal, Clock: }
        dan: {host: {profile: widgetkit, budget: 7}, Clock: }
        eve: {host: , Clock: }
      """)
    #expect(
      found == [
        "ann widgetkit 40 60000 3000...3000 10000 nextReload always",
        "bob widgetkit 20 60000 3000...3000 10000 nextReload 08:00-22:00",
        "cy ideal none 0 0...0 30000 now always",
        "dan widgetkit 7 300000 2000...60000 30000 now always",
        "eve widgetkit 40 60000 3000...3000 10000 nextReload always",
      ])
  }

  @Test("have no limits under a debugger, wherever they were set")
  func debugger() throws {
    let found = try hosts(
      """
      host: {profile: widgetkit, budget: 3, visible: "08:00-22:00", debugger: true}
      users:
        ann: {Clock: }
        bob: {host: {debugger: false, budget: 4}, Clock: }
      """)
    #expect(
      found == [
        "ann widgetkit none 0 2000...60000 30000 now always",
        "bob widgetkit 4 300000 2000...60000 30000 now 08:00-22:00",
      ])
  }

  @Test("are overridden figure by figure")
  func overrides() throws {
    let found = try hosts(
      "host: widgetkit\nusers:\n  ann: {host: {budget: 20, spacing: 1m}, Clock: }\n",
      overrides: ["users:\n  ann: {host: {budget: 30}}\n  bob: {host: {budget: 9}, Clock: }\n"])
    #expect(
      found == [
        "ann widgetkit 30 60000 2000...60000 30000 now always",
        "bob widgetkit 9 300000 2000...60000 30000 now always",
      ])
  }

  @Test(
    "refuse figures that cannot be",
    arguments: [
      ("{budget: 1️⃣0}", "out-of-range: `budget` is 0, but it has to be from 1 to 100000"),
      (
        "{spacing: 1️⃣-5m}", "invalid-duration: `spacing` is `-5m`, but a duration cannot be negative"
      ),
      ("{latency: 1️⃣9s-2s}", "out-of-range: `latency` is `9s-2s`"),
      ("{visible: 1️⃣always}", "invalid-date: "),
      ("{debugger: 1️⃣yes}", "invalid-boolean: `debugger` is `yes`"),
      ("{1️⃣visble: \"08:00-22:00\"}", "unknown-key: unknown key `visble`"),
      ("{profile: ideal, 1️⃣budget: 4}", "conflicting-keys: the host `ideal` has no budget"),
      ("1️⃣widgetkid", "unknown-value: "),
    ])
  func refusals(_ host: String, _ message: String) {
    expectDiagnostics(
      Self.widgets + "host: widgetkit\nusers:\n  ann: {host: \(host), Clock: }\n", message)
  }

  @Test("need a profile with a budget for a budget")
  func budgetOverIdeal() {
    expectDiagnostics(
      Self.widgets + "users:\n  ann: {host: {1️⃣budget: 4}, Clock: }\n",
      "conflicting-keys: the host `ideal` has no budget")
  }

  @Test("are explained by a table of which nothing is left out")
  func figures() {
    for profile in HostSettings.Profile.allCases {
      let figures = HostFigure.all(of: profile)
      for key in HostKey.allCases where key != .profile {
        #expect(figures.count { $0.name == key.rawValue } == 1)
      }
      #expect(figures.allSatisfy { !$0.value.isEmpty && $0.source.hasSuffix(".") })
    }
    let budget = HostFigure.all(of: .widgetkit).first { $0.name == "budget" }
    #expect(budget?.value == "40")
    #expect(budget?.basis == .assumed)
  }
}
