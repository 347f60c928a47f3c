import MetschedConfiguration
import MetschedDiagnostics
import MetschedTime
import Testing
import WidgetFamilies

@Suite("include")
struct IncludeTests {
  static let clock = "widgets: {Clock: {source: sample}}\n"

  /// The diagnostics without source lines, each with its notes.
  func said(_ loading: Loading) -> [String] {
    loading.result.diagnostics.sorted.flatMap { diagnostic in
      ["\(loading.place(diagnostic.range)) \(diagnostic.id.rawValue): \(diagnostic.message)"]
        + diagnostic.notes.map { "  \(loading.place($0.range)) \($0.message)" }
    }
  }

  func kinds(_ loading: Loading) throws -> [String] {
    try loading.configuration().widgets.map(\.kind)
  }

  // MARK: What it does

  @Test("puts names in the place of the key, in the order of the list and of names")
  func inSections() throws {
    let loading = Loading(
      """
      intents:
        include: intents.yaml
      widgets:
        First: {source: sample}
        include: ["kinds/*.yaml", last.yaml]
        Second: {source: sample, intent: T}
      users:
        ann: {First: , B10: }
        include: users.yaml
        zoe: {Second: {interval: 3h}}
      """,
      files: [
        "intents.yaml": "T: {parameters: {interval: {type: duration, default: 2h}}}\n",
        "kinds/b2.yaml": "B2: {source: sample}\n", "kinds/b10.yaml": "B10: {source: sample}\n",
        "kinds/.c.yaml": "Hidden: {source: sample}\n", "kinds/c.txt": "Other: {source: sample}\n",
        "kinds/d/e.yaml": "Deep: {source: sample}\n", "last.yaml": "Last: {source: sample}\n",
        "users.yaml": "bob: {B2: , Last: }\n",
      ])
    #expect(loading.output == "")
    #expect(try kinds(loading) == ["First", "B10", "B2", "Last", "Second"])
    #expect(
      try loading.table() == [
        "ann/First/main/systemSmall 1h", "ann/B10/main/systemSmall 1h",
        "bob/B2/main/systemSmall 1h", "bob/Last/main/systemSmall 1h",
        "zoe/Second/main/systemSmall 3h",
      ])
    #expect(
      loading.result.inputs.files == [
        "widget.yaml", "intents.yaml", "kinds/b10.yaml", "kinds/b2.yaml", "last.yaml", "users.yaml",
      ])
    #expect(loading.result.inputs.folders == ["kinds/"])
  }

  @Test("at the top puts sections and events together, and takes what the file does not have")
  func atTheTop() throws {
    let loading = Loading(
      """
      version: 1
      clock: virtual
      widgets: {Clock: {source: sample}}
      events: [{at: 2026-01-01T01:00, reload: Clock}]
      include: [more.yaml, users.yaml]
      """,
      files: [
        "more.yaml": """
        version: 1
        x-note: mine
        timezone: Europe/Paris
        widgets: {Other: {source: sample}}
        events: [{at: 2026-01-01T02:00, reload: Other}]
        """,
        "users.yaml": "x-note: yours\nusers: {ann: {Clock: , Other: }}\n",
      ])
    #expect(loading.output == "")
    #expect(try kinds(loading) == ["Clock", "Other"])
    let configuration = try loading.configuration()
    #expect(configuration.timezone.value.identifier == "Europe/Paris")
    #expect(configuration.events.map(\.place) == ["widget.yaml:4:10", "more.yaml:5:10"])
    #expect(configuration.placements.count == 2)
  }

  @Test("goes on in included files, whose paths are relative to themselves")
  func relativePaths() throws {
    let loading = Loading(
      "include: ./parts/all.yaml\n", path: "home/widget.yaml",
      files: [
        "home/parts/all.yaml": "widgets: {include: [a.yaml, ../b.yaml, /c.yaml]}\n",
        "home/parts/a.yaml": "A: {source: sample}\n",
        "home/parts/../b.yaml": "B: {source: sample}\n",
        "/c.yaml": "C: {source: sample}\n",
      ])
    #expect(loading.output == "")
    #expect(try kinds(loading) == ["A", "B", "C"])
    let configuration = try loading.configuration()
    #expect(loading.place(configuration.widgets[0].range) == "home/parts/a.yaml:1:1")
    #expect(
      loading.result.inputs.files == [
        "home/widget.yaml", "home/parts/all.yaml", "home/parts/a.yaml", "home/parts/../b.yaml",
        "/c.yaml",
      ])
  }

  @Test("leaves out the file in which a pattern stands, and what is there already")
  func patterns() throws {
    let loading = Loading(
      "widgets: {include: [z.yaml, \"?.yaml\"]}\n", path: "w.yaml",
      files: [
        "w.yaml": "", "z.yaml": "Z: {source: sample}\n", "a.yaml": "A: {source: sample}\n",
        "ab.yaml": "AB: {source: sample}\n",
      ])
    #expect(loading.output == "")
    #expect(try kinds(loading) == ["Z", "A"])
    #expect(loading.result.inputs.folders == [""])
    let deep = Loading(
      "widgets: {include: \"kinds/*/widget?.yaml\"}\n",
      files: [
        "kinds/b/widget1.yaml": "B: {source: sample}\n",
        "kinds/a/widget2.yaml": "A2: {source: sample}\n",
        "kinds/a/widget1.yaml": "A1: {source: sample}\n", "kinds/widget1.yaml": "No: {}\n",
      ])
    #expect(deep.output == "")
    #expect(try kinds(deep) == ["A1", "A2", "B"])
    #expect(deep.result.inputs.folders == ["kinds/", "kinds/a/", "kinds/b/"])
  }

  @Test("works in override files, and with --set on included values")
  func overridesAndSet() throws {
    let loading = Loading(
      "include: base.yaml\nwidgets: {include: kinds.yaml}\n",
      overrides: ["include: more.yaml\nusers: {ann: {Clock: {interval: 3h}}}\n"],
      set: ["widgets.Plain.interval=7m", "users.zoe.Clock.interval=9m", "users.include=set.yaml"],
      files: [
        "base.yaml": """
        intents: {T: {parameters: {interval: {type: duration, default: 2h}}}}
        users: {ann: {Clock: , Plain: }}
        """,
        "kinds.yaml": "Clock: {intent: T, source: sample}\nPlain: {source: sample}\n",
        "more.yaml": "users: {bob: {Clock: }}\n", "set.yaml": "eve: {Plain: }\n",
      ])
    #expect(loading.output == "")
    #expect(
      try loading.table() == [
        "ann/Clock/main/systemSmall 3h", "ann/Plain/main/systemSmall 7m",
        "eve/Plain/main/systemSmall 7m", "zoe/Clock/main/systemSmall 9m",
        "bob/Clock/main/systemSmall 2h",
      ])
    let replaced = Loading(
      Self.clock + "include: users.yaml\n", set: ["users={zoe: {Clock: }}"],
      files: ["users.yaml": "users: {ann: {Clock: }}\n"])
    #expect(try replaced.table() == ["zoe/Clock/main/systemSmall 1h"])
    let file = Loading(
      Self.clock + "include: users.yaml\n", set: ["include=[other.yaml]"],
      files: ["users.yaml": "users: {ann: {Clock: }}\n", "other.yaml": "users: {eve: {Clock: }}\n"])
    #expect(try file.table() == ["eve/Clock/main/systemSmall 1h"])
  }

  @Test("of nothing, and of files without content, adds nothing")
  func nothing() throws {
    let loading = Loading(
      Self.clock + "include: empty.yaml\nusers: {include: , ann: {Clock: }}\n",
      files: ["empty.yaml": "# nothing yet\n"])
    #expect(loading.output == "")
    #expect(try loading.table() == ["ann/Clock/main/systemSmall 1h"])
  }

  // MARK: What is wrong with it

  @Test("of a file with a mistake points into that file")
  func mistakes() {
    let loading = Loading(
      "include: parts/kinds.yaml\n",
      files: ["parts/kinds.yaml": "# kinds\nwidgets:\n  Clock: {source: sample, inverval: 5s}\n"])
    #expect(
      loading.output == """
        parts/kinds.yaml:3:27: error: unknown key `inverval` [unknown-key]
            3 |   Clock: {source: sample, inverval: 5s}
              |                           ^~~~~~~~ did you mean `interval`?

        """)
    let syntax = Loading(
      Self.clock + "include: bad.yaml\n", files: ["bad.yaml": "users:\n\tann: {}\n"])
    #expect(said(syntax) == ["bad.yaml:2:1 yaml-syntax: a tab cannot indent; use spaces"])
  }

  @Test("with a name that stands twice is an error at both places")
  func twice() {
    let loading = Loading(
      """
      timezone: UTC
      include: a.yaml
      widgets:
        Clock: {source: sample}
        include: b.yaml
      """,
      files: [
        "a.yaml": "timezone: Europe/Paris\nwidgets: {Clock: {source: sample}}\n",
        "b.yaml": "Clock: {source: sample}\n",
      ])
    #expect(
      said(loading) == [
        "widget.yaml:4:3 duplicate-key: `Clock` stands in another file already; keep one of them",
        "  a.yaml:2:11 `Clock` stands here first",
        "a.yaml:1:1 duplicate-key: `timezone` stands in another file already; keep one of them",
        "  widget.yaml:1:1 `timezone` stands here first",
        "b.yaml:1:1 duplicate-key: `Clock` stands in another file already; keep one of them",
        "  a.yaml:2:11 `Clock` stands here first",
      ])
  }

  @Test("of a file that includes itself is an error with the way that it takes")
  func cycles() {
    let itself = Loading(Self.clock + "include: x/../widget.yaml\n", files: ["widget.yaml": ""])
    #expect(
      said(itself) == [
        "widget.yaml:2:10 include-cycle: `x/../widget.yaml` includes itself"
      ])
    let longer = Loading(
      Self.clock + "include: a.yaml\n",
      files: [
        "a.yaml": "users: {ann: {Clock: }, include: b.yaml}\n", "b.yaml": "include: [a.yaml]\n",
      ])
    #expect(
      said(longer) == [
        "b.yaml:1:11 include-cycle: `a.yaml` includes itself by way of this file",
        "  a.yaml:1:34 `b.yaml` is included here",
      ])
  }

  @Test(
    "of what cannot be read is an error",
    arguments: [
      ("include: 1️⃣none.yaml", "unreadable-include: `none.yaml` does not exist"),
      ("include: [a.yaml, 1️⃣a.yaml]", "duplicate-include: `a.yaml` is included already"),
      ("include: [a.yaml, 1️⃣./a.yaml]", "duplicate-include: `./a.yaml` is included already"),
      ("include: 1️⃣\"none/*.yaml\"", "unreadable-include: the folder `none/` does not exist"),
      ("include: 1️⃣\"*.yml\"", "empty-include: no file fits `*.yml`"),
      ("include: 1️⃣\"**/a.yaml\"", "unknown-value: `**` is not read"),
      ("include: 1️⃣\"\"", "empty-value: `include` is empty"),
      ("include: [1️⃣{a: b}]", "wrong-type: `include` is keys and values, but a path such as"),
      ("1️⃣include: {a: b}", "wrong-type: `include` is keys and values"),
      ("users: {ann: {Clock: }, include: 1️⃣none.yaml}", "unreadable-include: "),
      ("intents: {include: [1️⃣none.yaml]}", "unreadable-include: "),
    ])
  func unreadable(_ line: String, _ message: String) {
    expectDiagnostics(line + "\n" + Self.clock, message, files: ["a.yaml": "x-a: 1\n"])
  }

  @Test("of a file that holds something else is an error in that file")
  func wrongContent() {
    let list = Loading(
      Self.clock + "users: {include: list.yaml, ann: {Clock: }}\n", files: ["list.yaml": "- ann\n"])
    #expect(
      said(list) == [
        "list.yaml:1:1 wrong-type: the file holds a list, but keys and values are expected of what "
          + "is included", "  widget.yaml:2:18 included here",
      ])
    let below = Loading(
      Self.clock + "users: {include: users.yaml, ann: {Clock: }}\n",
      files: ["users.yaml": "users: {bob: {Clock: }}\n"])
    #expect(
      said(below) == [
        "users.yaml:1:1 duplicate-key: the file is included below `users` already; remove this key "
          + "and keep what is below it, or include the file at the top",
        "  widget.yaml:2:18 included here",
      ])
    let section = Loading(
      Self.clock + "include: a.yaml\n", files: ["a.yaml": "widgets: [a]\n"])
    #expect(
      said(section) == [
        "a.yaml:1:1 wrong-type: `widgets` is a list, but kinds with their values are expected"
      ])
    let override = Loading(
      Self.clock, overrides: ["include: a.yaml\n"], files: ["a.yaml": "host: ideal\n"])
    #expect(
      said(override) == [
        "a.yaml:1:1 override-key: an override file holds `users:` alone, not `host`"
      ])
  }

  @Test("is bounded in depth, number and size")
  func limits() {
    var limits = IncludeLimits()
    limits.depth = 2
    let deep = Loading(
      Self.clock + "include: a1.yaml\n",
      files: [
        "a1.yaml": "include: a2.yaml", "a2.yaml": "include: a3.yaml", "a3.yaml": "x-a: 1",
      ], limits: limits)
    #expect(
      said(deep) == [
        "a2.yaml:1:10 include-limit: more than 2 files include each other here; no more are read"
      ])
    limits = IncludeLimits()
    limits.files = 3
    let many = Loading(
      Self.clock + "include: \"u/*\"\n",
      files: ["u/1": "x-a: 1", "u/2": "x-a: 1", "u/3": "x-a: 1"], limits: limits)
    #expect(
      said(many) == [
        "widget.yaml:2:10 include-limit: more than 3 files are included; no more are read"
      ])
    limits = IncludeLimits()
    limits.bytes = 5
    let large = Loading(
      Self.clock + "include: a.yaml\n", files: ["a.yaml": "x-a: 1\n"], limits: limits)
    #expect(
      said(large) == [
        "widget.yaml:2:10 include-limit: the included files have more than 5 bytes; no more are read"
      ])
  }

  @Test("is told by its inputs even where it fails")
  func inputsOfFailures() {
    let loading = Loading(
      Self.clock + "include: [none.yaml, a.yaml]\n", overrides: ["users: {}\n"],
      files: ["a.yaml": "[\n"])
    #expect(loading.result.configuration == nil)
    #expect(
      loading.result.inputs.files == ["widget.yaml", "override1.yaml", "none.yaml", "a.yaml"])
  }

  @Test(
    "reads a star as any characters and a question mark as one",
    arguments: [
      ("*.yaml", ["a.yaml", "b.c.yaml"], ["a.yml", ".yaml", ".a.yaml"]),
      ("a*b*c", ["abc", "axxbyyc", "abbc"], ["ab", "abcd", "xabc"]),
      ("?é.y", ["aé.y"], ["é.y", "abé.y"]), ("*", ["a"], [".a"]), (".*", [".a"], ["a"]),
      ("a?", ["ab"], ["a", "abc"]),
    ] as [(String, [String], [String])])
  func patternsOfNames(_ pattern: String, _ fitting: [String], _ others: [String]) throws {
    for name in fitting + others {
      let loading = Loading(
        Self.clock + "include: \"f/\(pattern)\"\n",
        files: ["f/\(name)": "timezone: Europe/Paris\n", "f/sub/x": ""])
      let zone = try loading.configuration().timezone.value.identifier
      #expect(zone == (fitting.contains(name) ? "Europe/Paris" : "UTC"), "\(name)")
    }
  }
}
