import MetschedConfiguration
import MetschedDiagnostics
import Testing

@Suite("A diagnostic points at the mistake")
struct MarkerTests {
  /// A file with one static widget that has further lines.
  func widget(_ lines: String) -> String { "widgets:\n  Clock:\n    source: sample\n" + lines }

  @Test("in keys")
  func keys() {
    expectDiagnostics(
      "1️⃣timezon: UTC\nx-note: {a: 1}\nwidgets:\n  Clock: {source: sample, 2️⃣inverval: 5s, x-y: 1}\n",
      "unknown-key: unknown key `timezon`", "unknown-key: unknown key `inverval`")
    expectDiagnostics("widgets:\n  1️⃣clock: {source: sample}\n", "invalid-name: `clock`")
    expectDiagnostics("widgets:\n  1️⃣Clock:\n", "missing-key: the widget `Clock` needs `source`")
    expectDiagnostics("1️⃣host: ideal\n", "missing-key: there are no widgets")
    expectDiagnostics("1️⃣[a, b]\n", "wrong-type: the file holds a list")
    expectDiagnostics("# nothing\n", "empty-file: the file is empty")
    expectDiagnostics(
      "version: 1️⃣2\nwidgets: {Clock: {source: sample}}\n", "unknown-version: ")
  }

  @Test(
    "in durations",
    arguments: [
      ("5", "missing-unit: `interval` is `5`, but a duration needs a unit: `5s` or `5m`?"),
      ("\"1\"", "missing-unit: `interval` is `1`, but a duration needs a unit: `1s` or `1m`?"),
      ("-1h", "invalid-duration: `interval` is `-1h`, but a duration cannot be negative"),
      ("1.5h", "invalid-duration: `interval` is `1.5h`, but `1.5` is a fraction"),
      ("0s", "out-of-range: `interval` is `0s`, but it has to be at least `1ms`"),
      ("500d", "out-of-range: `interval` is `500d`, but it can be at most 400 days"),
      ("5min", "invalid-duration: `interval` is `5min`, but `min` is no unit"),
      ("30m1h", "invalid-duration: `interval` is `30m1h`, but `h` stands after `m`"),
      ("[1h]", "wrong-type: `interval` is a list, but a duration such as `1h` is expected"),
      ("{a: 1}", "wrong-type: `interval` is keys and values"),
    ])
  func durations(_ value: String, _ message: String) {
    // A list or a mapping may be long, so its key is pointed at.
    let isLong = message.hasPrefix("wrong-type")
    expectDiagnostics(
      widget("    \(isLong ? "1️⃣" : "")interval: \(isLong ? "" : "1️⃣")\(value)\n"), message)
  }

  @Test(
    "in policies",
    arguments: [
      ("reload: 1️⃣atend", "unknown-value: `reload` is `atend`"),
      ("reload: 1️⃣6h", "unknown-value: `reload` is `6h`, which belongs after `after:`"),
      ("reload: {after: 1️⃣5}", "missing-unit: "),
      ("reload: {after: 1️⃣end-5m}", "invalid-date: "),
      ("reload: {after: 1️⃣end+5}", "missing-unit: `after` is `5`"),
      ("reload: {after: 1️⃣soon}", "invalid-date: "),
      ("reload: {after: [6h, 1️⃣7]}", "missing-unit: "),
      ("reload: {after: 1️⃣2026-13-01}", "invalid-duration: "),
      ("reload: {after: 1️⃣2500-01-01}", "out-of-range: "),
      ("reload: {after: 6h, within: 1️⃣Mo 09:00-10:00}", "invalid-date: "),
      ("reload: 1️⃣{within: \"09:00-10:00\"}", "missing-key: `reload` needs `after`"),
      ("reload-on: {container: 1️⃣written}", "unknown-value: "),
      ("on-error: {show: 1️⃣nothing}", "unknown-value: "),
      ("on-error: {retry: 1️⃣15}", "missing-unit: "),
      ("anchor: 1️⃣noon", "invalid-date: "),
    ])
  func policies(_ line: String, _ message: String) {
    expectDiagnostics(widget("    \(line)\n"), message)
  }

  @Test(
    "in entries, sources and conditions",
    arguments: [
      ("entry: {title: \"1️⃣${.}\"}", "invalid-reference: "),
      ("entry: {title: \"a 1️⃣${.x\"}", "invalid-reference: "),
      ("entry: {title: \"a 1️⃣${x}\"}", "unknown-reference: `${x}` is a parameter"),
      ("entry: {date: 1️⃣start}", "invalid-reference: `date` is `start`"),
      ("entry: {1️⃣until: \"${.end}\"}", "missing-key: an `entry` with `until` needs `date`"),
      ("1️⃣interval: 1h\n    entry: {date: \"${.start}\"}", "conflicting-keys: `interval` means"),
      ("1️⃣anchor: \"04:00\"\n    entry: {date: \"${.start}\"}", "conflicting-keys: `anchor` means"),
      ("1️⃣items-per-entry: 2\n    entry: {date: \"${.start}\"}", "conflicting-keys: "),
      ("items-per-entry: {1️⃣systemBig: 2}", "unknown-family: "),
      ("items-per-entry: {1️⃣accessoryCorner: 2}", "unsupported-family: "),
      ("items-per-entry: {systemLarge: 1️⃣0}", "out-of-range: "),
      ("limit: 1️⃣0", "out-of-range: "),
      ("limit: 1️⃣010", "invalid-number: "),
      ("limit: 1️⃣1e3", "invalid-number: "),
      ("where: {a: 1️⃣[]}", "empty-value: "),
      ("where: {day: {day: 1️⃣tomorrow}}", "unknown-value: "),
      ("where: {a: 1️⃣\"${.b}\"}", "invalid-reference: `${.b}` is a field"),
      ("families: 1️⃣[]", "empty-value: "),
      ("families: [1️⃣medium]", "unknown-family: "),
      ("families: [systemSmall, 1️⃣systemSmall]", "duplicate-value: "),
    ])
  func entries(_ line: String, _ message: String) {
    let text = widget("    \(line)\n")
      .replacing("1️⃣\"${.b}", with: "\"1️⃣${.b}").replacing(": 1️⃣[]", with: ": 1️⃣[]")
    expectDiagnostics(text, message)
  }

  @Test(
    "in sources",
    arguments: [
      ("1️⃣objects.json", "unknown-value: `source` is `objects.json`"),
      ("{file: a.json, 1️⃣items: []}", "conflicting-keys: "),
      ("{items: 1️⃣5}", "wrong-type: `items` is `5`"),
      ("{items: [1️⃣5]}", "wrong-type: "),
    ])
  func sources(_ source: String, _ message: String) {
    expectDiagnostics("widgets:\n  Clock: {source: \(source)}\n", message)
  }

  @Test(
    "in clock, host, link and zone",
    arguments: [
      ("clock: 1️⃣virtua", "unknown-value: "),
      ("clock: {virtual: {start: 1️⃣tomorrow}}", "invalid-date: "),
      ("clock: {virtual: {}, 1️⃣system: {}}", "conflicting-keys: "),
      ("clock: {system: {speed: 1️⃣0}}", "out-of-range: "),
      ("clock: {virtual: {seed: 1️⃣-1}}", "out-of-range: "),
      ("1️⃣host: {budget: 48}", "missing-key: `host` needs a `profile`"),
      ("host: {profile: ideal, 1️⃣budget: 48}", "conflicting-keys: the host `ideal`"),
      ("host: {profile: widgetkit, latency: 1️⃣60s-2s}", "out-of-range: "),
      ("host: {profile: widgetkit, budget: 1️⃣many}", "invalid-number: "),
      ("link: 1️⃣themet://", "invalid-name: `link` is `themet://`"),
      ("timezone: 1️⃣EST5EDT", "unknown-zone: unknown time zone `EST5EDT`"),
      ("timezone: 1️⃣PDT", "unknown-zone: unknown time zone `PDT`"),
      ("container: 1️⃣\"\"", "empty-value: "),
    ])
  func settings(_ line: String, _ message: String) {
    expectDiagnostics("\(line)\nwidgets: {Clock: {source: sample}}\n", message)
  }

  @Test(
    "in parameters",
    arguments: [
      ("1️⃣interval: {default: 1h}", "missing-key: the parameter `interval` needs `type`"),
      ("1️⃣interval: {type: duration}", "missing-key: the parameter `interval` needs `default`"),
      ("interval: {type: 1️⃣string, default: a}", "wrong-type: the parameter `interval` turns"),
      ("interval: {type: 1️⃣integer, default: 5}", "wrong-type: the parameter `interval` turns"),
      ("interval: {type: duration, default: 1️⃣1s, min: 5s}", "out-of-bounds: `interval` is 1s"),
      ("n: {type: integer, default: 1️⃣9, max: 5}", "out-of-bounds: `n` is 9, but at most 5"),
      ("n: {type: integer, default: 9, min: 9, max: 1️⃣1}", "out-of-range: `max` is less"),
      ("b: {type: boolean, default: 1️⃣yes}", "invalid-boolean: "),
      ("s: {type: string, default: 1️⃣abc, max-length: 2}", "out-of-bounds: `s` has 3 characters"),
      ("c: {type: choice, default: 1️⃣b, options: [a]}", "unknown-value: `c` is `b`"),
      ("1️⃣c: {type: choice, default: b}", "missing-key: the choice `c` needs `options`"),
      ("1️⃣family: {type: string, default: b}", "invalid-name: "),
      ("s: {type: string, default: b, 1️⃣min: 2}", "conflicting-keys: `min` means nothing"),
      ("d: {type: decimal, default: 1️⃣1e3}", "invalid-number: "),
      ("t: {type: time, default: 1️⃣9:30}", "invalid-date: "),
    ])
  func parameters(_ line: String, _ message: String) {
    let text =
      "intents:\n  T:\n    parameters:\n      \(line)\nwidgets: {Clock: {source: sample}}\n"
    if message.contains("options") {
      // Without options no default is one of them.
      expectDiagnostics(text, message, "unknown-value: `c` is `b`")
    } else {
      expectDiagnostics(text, message)
    }
  }

  @Test(
    "in users' values",
    arguments: [
      ("1️⃣Cloc: {}", "unknown-kind: unknown kind `Cloc`"),
      ("1️⃣zone: UTC", "unknown-key: unknown key `zone`"),
      ("timezone: 1️⃣CET", "unknown-zone: "),
      ("Clock: {1️⃣inverval: 1h}", "unknown-parameter: `inverval` is no parameter of `T`"),
      ("Clock: {1️⃣limit: 4}", "unknown-parameter: `limit` is no parameter of `T`"),
      ("Clock: {interval: 1️⃣1s}", "out-of-bounds: `interval` is 1s, but at least 5s is allowed"),
      ("Clock: {interval: 1️⃣5}", "missing-unit: "),
      ("Clock: {interval: \"1️⃣${x}\"}", "invalid-reference: `${x}` is not read here"),
      ("Clock: {family: 1️⃣systemHuge}", "unknown-family: "),
      ("Clock: {family: 1️⃣systemSmall}", "out-of-bounds: `family` names `systemSmall`"),
      ("Clock: {1️⃣family: [systemLarge]}", "wrong-type: `family` is a list"),
      ("Clock: {family: systemLarge, 1️⃣families: [systemLarge]}", "conflicting-keys: "),
      ("Clock: {placements: 1️⃣[]}", "empty-value: "),
      ("Clock: {placements: [{id: a}, {id: 1️⃣a}]}", "duplicate-placement: "),
      ("Clock: {placements: [{}, 1️⃣{}]}", "duplicate-placement: "),
      ("Clock: {1️⃣placements: 5}", "wrong-type: "),
      ("Clock: {id: 1️⃣a/b}", "invalid-name: "),
      ("Clock: {id: 1️⃣a, placements: [{id: b}]}", "conflicting-keys: "),
      ("Plain: {1️⃣interval: 1h}", "static-value: `interval` cannot be set"),
      ("Plain: {1️⃣famly: systemSmall}", "unknown-key: unknown key `famly`"),
      ("Plain: {family: 1️⃣systemLarge}", "unsupported-family: `Plain` does not support"),
    ])
  func users(_ line: String, _ message: String) {
    let line = line.replacing("1️⃣[]", with: "1️⃣[]")
    let text = """
      intents:
        T:
          parameters:
            interval: {type: duration, default: 1h, min: 5s}
            families: {type: families, default: [systemLarge], options: [systemLarge]}
      widgets:
        Clock: {intent: T, source: sample}
        Plain: {families: [systemSmall], source: sample}
      users:
        zoe: {Clock: , Plain: }
        ann: {\(line)}

      """
    expectDiagnostics(
      line.contains("placements: 5")
        ? text.replacing("1️⃣placements: 5", with: "placements: 1️⃣5")
        : text, message)
  }

  @Test("in references")
  func references() {
    let intent =
      "intents: {T: {parameters: {q: {type: string, default: x}, n: {type: integer, default: 3}}}}\n"
    expectDiagnostics(
      intent + "widgets: {Clock: {intent: T, source: sample, interval: \"1️⃣${q}\"}}\n",
      "reference-type: `interval` expects a duration")
    expectDiagnostics(
      intent
        + "widgets: {Clock: {intent: T, source: sample, limit: \"${n}\", query: \"a 1️⃣${m}\"}}\n",
      "unknown-reference: `${m}` is no parameter of the intent `T`")
    expectDiagnostics(
      intent
        + "widgets: {Clock: {1️⃣intent: U, source: sample}}\n".replacing(
          "1️⃣intent: U", with: "intent: 1️⃣U"),
      "unknown-intent: unknown intent `U`")
  }

  @Test("and what is wrong itself is not reported again where it is used")
  func noEchoes() {
    expectDiagnostics(
      """
      intents:
        T: {parameters: {interval: {type: 1️⃣duratoin, default: 1h}, families: {type: families, default: [2️⃣small]}}}
      widgets:
        Clock: {intent: T, source: sample, reload: {after: "end+${interval}"}}
      users:
        ann: {Clock: {interval: 5s}}

      """, "unknown-value: `type` is `duratoin`", "unknown-family: ")
    expectDiagnostics(
      "users: 1️⃣[]\nwidgets: {Clock: {source: sample}}\n".replacing("users: 1️⃣", with: "1️⃣users: "),
      "wrong-type: ")
  }

  @Test("in kinds that nobody has")
  func unplaced() {
    expectDiagnostics(
      "widgets:\n  Clock: {source: sample}\n  1️⃣Other: {source: sample}\nusers: {ann: {Clock: }}\n",
      "unplaced-kind: nobody has `Other`")
  }
}
