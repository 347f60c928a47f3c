import MetschedConfiguration
import MetschedDiagnostics
import MetschedTime
import Testing
import WidgetFamilies

@Suite("A reference")
struct ReferenceTests {
  /// A file whose widget has an intent with a parameter of each type, and further lines.
  static func file(_ lines: String, source: String = "sample") -> String {
    """
    intents:
      T:
        parameters:
          step: {type: duration, default: 5m}
          wait: {type: integer, unit: s, default: 90}
          many: {type: integer, default: 3}
          share: {type: decimal, default: 0.5}
          text: {type: string, default: vase, was: words}
          loud: {type: boolean, default: true}
          shown: {type: choice, default: last, options: [last, sample]}
          other: {type: choice, default: last, options: [last, nothing]}
          begin: {type: time, default: "04:00"}
          hours: {type: string, default: "Mon-Fri 09:30-16:00"}
          families: {type: families, default: [systemSmall]}
    widgets:
      Clock:
        intent: T
        source: \(source)
    \(lines.split(separator: "\n").map { "    " + $0 + "\n" }.joined())
    """
  }

  func plan(_ lines: String, source: String = "sample") throws -> WidgetPlan {
    let loading = Loading(Self.file(lines, source: source))
    #expect(loading.output == "")
    return try loading.configuration().plans[0]
  }

  // MARK: What it gives

  @Test("alone is read as the key's own type")
  func alone() throws {
    let plan = try plan(
      """
      interval: "${wait}"
      limit: ${many}
      query: "${text}"
      anchor: "${begin}"
      reload: {after: ["${step}", "${begin}"], within: "${hours}"}
      on-error: {show: "${shown}", retry: "${wait}"}
      items-per-entry: {systemLarge: "${many}"}
      """)
    #expect(plan.interval == Step(milliseconds: 90_000))
    #expect(plan.limit == 3)
    #expect(plan.query == "vase")
    #expect(plan.anchor?.value == .timeOfDay(try #require(TimeOfDay("04:00"))))
    #expect(plan.failure.show.value == .last)
    #expect(plan.failure.retry.value == Step(milliseconds: 90_000))
    #expect(plan.itemsPerEntry(in: .systemLarge) == 3)
    guard case .after(let dates, let window) = plan.reload.value else {
      Issue.record("no date")
      return
    }
    #expect(
      dates.map(\.value) == [
        .elapsed(Step(milliseconds: 300_000)), .timeOfDay(try #require(TimeOfDay("04:00"))),
      ])
    #expect(window?.value == (try TimeWindow(parsing: "Mon-Fri 09:30-16:00")))
  }

  @Test("in a string is put in as text, an integer with its unit, and $$ is a dollar sign")
  func inAString() throws {
    let plan = try plan(
      """
      query: "old ${text} $${text} ${many}"
      where: {a: "${share}", b: ["${loud}", "$$5", "x ${wait}"], c: "${begin}"}
      reload: {after: "end+${wait}"}
      entry: {title: "${.name} of ${many} for $$${wait}", subtitle: {date: "'${text}' d"}}
      """, source: "{file: \"${text}-${many}.json\"}")
    #expect(plan.query == "old vase ${text} 3")
    #expect(
      plan.conditions.map(\.value.test) == [
        .oneOf(["0.5"]), .oneOf(["true", "$5", "x 90s"]), .oneOf(["04:00"]),
      ])
    guard case .file("vase-3.json") = plan.source.value else {
      Issue.record("\(plan.source.value)")
      return
    }
    #expect(
      plan.entry.title?.value
        == .template([.field("name"), .literal(" of 3 for $90s")]))
    #expect(try plan.entry.subtitle?.value == .date(DatePattern("'vase' d")))
  }

  @Test("in an item of the widget keeps its type where it is alone; a written file stays as it is")
  func inItems() throws {
    let loading = Loading(
      "container: c\n"
        + Self.file(
          "",
          source: "{items: [{a: \"${many}\", b: \"${loud}\", c: \"$$${text}\", d: \"$${text}\"}]}")
        + "  File: {source: {file: a.json}}\n"
        + "events: [{at: 2026-01-05T09:00, write: {a.json: [{a: \"${many}\"}]}}]\n")
    #expect(loading.output == "")
    let configuration = try loading.configuration()
    guard case .items(let items) = configuration.plans[0].source.value,
      case .write(let files) = configuration.events[0].verb
    else {
      Issue.record("no items")
      return
    }
    #expect(
      items == [
        .object([
          ItemField(name: "a", value: .number("3")), ItemField(name: "b", value: .boolean(true)),
          ItemField(name: "c", value: .string("$vase")),
          ItemField(name: "d", value: .string("${text}")),
        ])
      ])
    #expect(files[0].items == [.object([ItemField(name: "a", value: .string("${many}"))])])
  }

  @Test("may name a knob that is the widget's own, in a static widget too")
  func toAKnob() throws {
    let loading = Loading(
      """
      widgets:
        Clock:
          source: {file: "${query}.json"}
          query: "top ${limit}"
          interval: 5m
          reload: {after: "end+${interval}"}
          on-error: {retry: "${interval}"}
        Plain: {source: sample, reload: {after: "${interval}"}, query: "${limit}"}
      """)
    #expect(loading.output == "")
    let plans = try loading.configuration().plans
    #expect(plans[0].query == "top 200")
    #expect(plans[1].query == "200")
    guard case .file("top 200.json") = plans[0].source.value,
      case .after(let dates, _) = plans[1].reload.value
    else {
      Issue.record("\(plans[0].source.value)")
      return
    }
    #expect(dates[0].value == .elapsed(Step(milliseconds: 3_600_000)))
    #expect(plans[0].failure.retry.value == Step(milliseconds: 300_000))
  }

  // MARK: What is wrong with it

  @Test(
    "of another type than the key is an error at the reference",
    arguments: [
      ("interval: \"1️⃣${text}\"", "`interval` expects a duration such as `1h`, but `${text}` is of"),
      ("interval: 1️⃣${many}", "but `${many}` is of the type `integer`"),
      ("limit: \"1️⃣${wait}\"", "but `${wait}` is of the type `integer` with the unit `s`"),
      ("limit: \"1️⃣${share}\"", "but `${share}` is of the type `decimal`"),
      ("anchor: \"1️⃣${step}\"", "but `${step}` is of the type `duration`"),
      ("reload: \"1️⃣${text}\"", "but `${text}` is of the type `string`"),
      ("reload: {after: \"1️⃣${loud}\"}", "but `${loud}` is of the type `boolean`"),
      (
        "reload: {after: \"end+1️⃣${many}\"}",
        "`after` expects a duration after `end+`, but `${many}`"
      ),
      ("reload: {after: [6h, \"end+1️⃣${begin}\"]}", "but `${begin}` is of the type `time`"),
      ("reload: {after: 6h, within: \"1️⃣${begin}\"}", "but `${begin}` is of the type `time`"),
      ("on-error: {show: \"1️⃣${text}\"}", "but `${text}` is of the type `string`"),
      ("on-error: {show: \"1️⃣${other}\"}", "can be `nothing`"),
      ("on-error: {retry: \"1️⃣${begin}\"}", "but `${begin}` is of the type `time`"),
      ("items-per-entry: \"1️⃣${text}\"", "but `${text}` is of the type `string`"),
      ("where: {a: \"1️⃣${families}\"}", "`${families}` is a list of families"),
      ("entry: {title: \"a 1️⃣${families}\"}", "`${families}` is a list of families"),
    ])
  func types(_ line: String, _ message: String) {
    expectDiagnostics(Self.file(line), message)
  }

  @Test(
    "to nothing is an error at the reference, with the name that was probably meant",
    arguments: [
      ("where: {a: \"x 1️⃣${texd} y\"}", "texd", "text"),
      ("where: {a: [b, \"1️⃣${word}\"]}", "word", nil),
      ("where: {a: \"1️⃣${words}\"}", "words", "text"),
      ("entry: {title: \"${.a} 1️⃣${mani}\"}", "mani", "many"),
      ("reload: {after: \"end+1️⃣${stepp}\"}", "stepp", "step"),
      ("limit: \"1️⃣${limt}\"", "limt", "limit"),
      ("where: {a: 'it''s 1️⃣${texd}'}", "texd", "text"),
      ("where: {a: \"caf\\u00e9 $${texd} 1️⃣${texd}\"}", "texd", "text"),
    ] as [(String, String, String?)])
  func unknown(_ line: String, _ name: String, _ meant: String?) {
    let text = Self.file(line)
    expectDiagnostics(text, "unknown-reference: `${\(name)}` is no parameter of the intent `T`")
    let loading = Loading(text.replacing("1️⃣", with: ""))
    let fix = loading.result.diagnostics.all[0].suggestion
    #expect(fix?.replacement == meant.map { "${\($0)}" })
    #expect(loading.sources.text(in: loading.result.diagnostics.all[0].range!) == "${\(name)}")
  }

  @Test("that leads back to itself is an error, once, with the way that it takes")
  func cycles() {
    expectDiagnostics(
      "widgets: {Clock: {source: sample, query: \"a 1️⃣${query}\"}}\n",
      "reference-cycle: `query` refers to itself")
    let loading = Loading(
      """
      widgets:
        Clock:
          source: {file: "${query}.json"}
          query: "x ${limit}"
          limit: "${query}"
      """)
    #expect(
      loading.output == """
        widget.yaml:5:13: error: `${query}` leads back to itself: `query` → `limit` → `query`; write a value for one of them [reference-cycle]
            5 |     limit: "${query}"
              |             ^~~~~~~~
        widget.yaml:4:12: note: `query` refers further here
            4 |     query: "x ${limit}"
              |            ^~~~~~~~~~~~

        """)
    expectDiagnostics(
      Self.file("interval: 1h\nquery: \"a 1️⃣${query}\""), "reference-cycle: ")
    expectDiagnostics(
      """
      intents: {T: {parameters: {query: {type: string, default: a}}}}
      widgets: {Clock: {intent: T, source: sample, query: "a 1️⃣${query}"}}

      """, "invalid-reference: `query` is a parameter itself")
  }

  @Test("to a query that the widget does not have is an error")
  func toNothing() {
    expectDiagnostics(
      "widgets: {Clock: {source: {file: \"1️⃣${query}.json\"}}}\n",
      "unknown-reference: the widget has no `query`")
    expectDiagnostics(
      "widgets: {Clock: {source: {file: \"1️⃣${families}.json\"}}}\n",
      "reference-type: `${families}` is a list of families")
    expectDiagnostics(
      "widgets: {Clock: {source: sample, limit: 1️⃣0, reload: {after: \"${limit}\"}}}\n",
      "out-of-range: `limit` is 0")
  }

  @Test(
    "stands only in a widget's values",
    arguments: [
      "timezone: \"1️⃣${x}\"", "link: \"1️⃣${x}\"", "clock: {virtual: {for: \"1️⃣${x}\"}}",
      "intents: {T: {parameters: {p: {type: string, default: \"a 1️⃣${x}\"}}}}",
      "users: {ann: {Clock: {id: \"1️⃣${x}\"}}}",
    ])
  func outside(_ line: String) {
    expectDiagnostics(
      line + "\nwidgets: {Clock: {source: sample}}\n", "invalid-reference: `${x}` is not read here")
  }

  @Test("in a name of the gallery is an error")
  func inAName() {
    expectDiagnostics(
      Self.file("name: \"Top 1️⃣${many}\""), "invalid-reference: `${many}` is not read here")
  }

  @Test("that gives what cannot be read is pointed at, and its user with it")
  func ofAUser() {
    let loading = Loading(
      Self.file("reload: {after: 6h, within: \"${hours}\"}")
        + "users: {ann: {Clock: {hours: always}}}\n")
    #expect(
      loading.output.hasPrefix(
        "widget.yaml:19:34: error: `within` is `always`, but `always` is no day"))
    #expect(loading.output.contains("widget.yaml:20:30: note: with the values that are set here"))
  }

  @Test(
    "without quotes in braces is explained",
    arguments: [
      ("widgets: {Clock: {source: sample, limit: 1️⃣${many}}}\n", "`${many}`"),
      ("widgets: {Clock: {source: sample, reload: {after: 1️⃣end+${wait}}}}\n", "`end+${wait}`"),
      ("widgets: {Clock: {source: sample, entry: {title: 1️⃣${.name}, id: a}}}\n", "`${.name}`"),
      ("widgets: {Clock: {source: sample, where: {a: [b, 1️⃣${.name}]}}}\n", "`${.name}`"),
      ("widgets:\n  Clock:\n    source: sample\n    entry: {title: 1️⃣${.a} of ${b}}\n", "`${.a} of"),
      ("widgets:\n  Clock:\n    source: sample\n    entry:\n      {title: 1️⃣${.a}}\n", "`${.a}`"),
    ])
  func withoutQuotes(_ text: String, _ written: String) {
    expectDiagnostics(text, "yaml-syntax: \(written)")
    let loading = Loading(text.replacing("1️⃣", with: ""))
    #expect(loading.output.contains("must be quoted inside `{…}` and `[…]`"))
    #expect(loading.result.diagnostics.all.first?.suggestion != nil)
  }

  @Test("without quotes on a line of its own needs none")
  func onALine() throws {
    let plan = try plan("limit: ${many}\nquery: ${text} ${many}")
    #expect(plan.limit == 3)
    #expect(plan.query == "vase 3")
  }
}
