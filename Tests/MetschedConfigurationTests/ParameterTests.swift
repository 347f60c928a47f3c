import MetschedConfiguration
import MetschedDiagnostics
import MetschedTime
import Testing
import WidgetFamilies

@Suite("A parameter")
struct ParameterTests {
  /// A file whose intent has one parameter, or the lines of several.
  static func file(_ parameters: String) -> String {
    "intents:\n  T:\n    parameters:\n      \(parameters)\nwidgets: {Clock: {source: sample}}\n"
  }

  @Test("of each type has what the type takes")
  func types() throws {
    let loading = Loading(
      """
      intents:
        All:
          parameters:
            step: {type: duration, default: 1h, min: 5s, max: 1d, control: stepper}
            count: {type: integer, default: 4, min: -1, max: 9, control: field}
            wait: {type: integer, unit: m, default: 90, min: 1h, max: 2h}
            share: {type: decimal, default: 0.5, min: 0, max: 1, control: slider}
            words: {type: string, default: "", max-length: 9, title: Words, description: What for}
            loud: {type: boolean, default: false}
            subject: {type: choice, default: portrait, options: [place, {name: portrait, title: Faces}]}
            begin: {type: time, default: "04:00", min: "03:00", max: "05:00", control: field}
            families: {type: families, default: systemSmall, options: [systemSmall, systemLarge]}
      widgets:
        Clock: {intent: All, source: sample}
      """)
    #expect(loading.output == "")
    let parameters = try loading.configuration().intents[0].parameters
    #expect(
      parameters.map(\.defaultValue.value) == [
        .duration(Step(milliseconds: 3_600_000)), .integer(4), .integer(90), .decimal(0.5),
        .string(""), .boolean(false), .choice("portrait"), .time(try #require(TimeOfDay("04:00"))),
        .families([.systemSmall]),
      ])
    #expect(parameters[2].minimum?.value == .integer(60))
    #expect(parameters[4].maximumLength?.value == 9)
    #expect(parameters[4].title == "Words")
    #expect(parameters[4].description == "What for")
    #expect(parameters[6].optionNames == ["place", "portrait"])
    #expect(parameters[6].options?.value[1].title == "Faces")
    #expect(
      parameters.map(\.control) == [.stepper, .field, nil, .slider, nil, nil, nil, .field, nil])
  }

  @Test(
    "has no key that means nothing for its type",
    arguments: [
      ("type: duration, default: 1h, 1️⃣unit: s", "`unit` means nothing"),
      ("type: decimal, default: 1, 1️⃣unit: s", "`unit` means nothing"),
      ("type: duration, default: 1h, 1️⃣max-length: 5", "`max-length` means nothing"),
      ("type: integer, default: 1, 1️⃣options: [1, 2]", "`options` means nothing"),
      ("type: string, default: a, 1️⃣options: [a]", "`options` means nothing"),
      ("type: string, default: a, 1️⃣max: b", "`max` means nothing"),
      ("type: boolean, default: true, 1️⃣min: false", "`min` means nothing"),
      ("type: boolean, default: true, 1️⃣control: field", "`control` means nothing"),
      ("type: choice, default: a, options: [a], 1️⃣control: field", "`control` means nothing"),
      ("type: choice, default: a, options: [a], 1️⃣max-length: 5", "`max-length` means nothing"),
      ("type: time, default: \"04:00\", 1️⃣unit: h", "`unit` means nothing"),
      ("type: time, default: \"04:00\", control: 1️⃣stepper", "a `stepper` cannot edit"),
      ("type: string, default: a, control: 1️⃣stepper", "a `stepper` cannot edit"),
      ("type: integer, default: 1, control: 1️⃣slider", "a `slider` cannot edit"),
      ("type: integer, default: 1, control: 1️⃣knob", "unknown-value: `control` is `knob`"),
      ("type: decimal, default: 1, min: 0, control: 1️⃣slider", "missing-key: a slider runs"),
    ])
  func combinations(_ keys: String, _ message: String) {
    expectDiagnostics(Self.file("p: {\(keys)}"), message)
  }

  @Test(
    "has bounds that its default keeps, and that leave something",
    arguments: [
      ("type: time, default: 1️⃣\"02:00\", min: \"03:00\"", "out-of-bounds: `p` is 02:00"),
      ("type: decimal, default: 1️⃣2, max: 1.5", "out-of-bounds: `p` is 2, but at most 1.5"),
      ("type: integer, unit: s, default: 1️⃣90m, max: 1h", "out-of-bounds: `p` is 90m"),
      ("type: integer, unit: m, default: 1️⃣90s", "invalid-duration: `p` is `90s`"),
      ("type: duration, default: 3h, min: 2h, max: 1️⃣1h", "out-of-range: `max` is less"),
      ("type: string, default: a, max-length: 1️⃣0", "out-of-range: `max-length` is 0"),
      ("type: choice, default: a, options: 1️⃣[]", "empty-value: `options` is an empty list"),
      ("type: choice, default: a, options: [a, b, 1️⃣a]", "duplicate-value: the option `a`"),
      ("type: choice, default: a, options: [a, 1️⃣{title: B}]", "missing-key: an option needs"),
      ("type: integer, unit: 1️⃣minutes, default: 1", "unknown-value: `unit` is `minutes`"),
    ])
  func bounds(_ keys: String, _ message: String) {
    let more = message.contains("`options` is an empty list") ? ["unknown-value: `p` is `a`"] : []
    if let next = more.first {
      expectDiagnostics(Self.file("p: {\(keys)}"), message, next)
    } else {
      expectDiagnostics(Self.file("p: {\(keys)}"), message)
    }
  }

  @Test(
    "names what it was, once and unlike everything else",
    arguments: [
      ("p: {type: boolean, default: true, was: 1️⃣p}", "duplicate-value: `was` names `p`"),
      ("p: {type: boolean, default: true, was: [o, 1️⃣o]}", "duplicate-value: the former name `o`"),
      ("p: {type: boolean, default: true, was: [1️⃣family]}", "invalid-name: `family` means"),
      ("p: {type: boolean, default: true, was: 1️⃣\"\"}", "empty-value: `was` is empty"),
      ("p: {type: boolean, default: true, 1️⃣was: {a: b}}", "wrong-type: `was` is keys and values"),
      (
        "p: {type: boolean, default: true, was: 1️⃣q}\n      q: {type: boolean, default: true}",
        "duplicate-value: `q` is the name of a parameter today"
      ),
      (
        "p: {type: boolean, default: true, was: o}\n      q: {type: boolean, default: true, was: 1️⃣o}",
        "duplicate-value: the former name `o` stands here a second time"
      ),
      (
        "p: {type: choice, default: a, options: [{name: a, was: 1️⃣b}, b]}",
        "duplicate-value: `b` is the name of an option today"
      ),
      (
        "p: {type: choice, default: a, options: [{name: a, was: [c]}, {name: b, was: [1️⃣c]}]}",
        "duplicate-value: the former name `c` stands here a second time"
      ),
    ])
  func formerNames(_ lines: String, _ message: String) {
    expectDiagnostics(Self.file(lines), message)
  }

  @Test(
    "says when it exists, and what becomes of values that are not allowed",
    arguments: [
      ("p: {type: boolean, default: true, when: {families: [1️⃣medium]}}", "unknown-family: "),
      ("p: {type: boolean, default: true, when: {families: 1️⃣[]}}", "empty-value: `families`"),
      ("p: {type: boolean, default: true, 1️⃣when: {}}", "missing-key: `when` needs `families`"),
      ("p: {type: boolean, default: true, when: {1️⃣familes: systemSmall}}", "unknown-key: "),
      ("p: {type: boolean, default: true, when: 1️⃣systemSmall}", "wrong-type: `when` is"),
      (
        "families: {type: families, default: systemSmall, 1️⃣when: {families: systemSmall}}",
        "conflicting-keys: `families` cannot depend on the family"
      ),
      ("p: {type: boolean, default: true, invalid: 1️⃣ignore}", "unknown-value: `invalid` is"),
    ])
  func conditions(_ line: String, _ message: String) {
    expectDiagnostics(Self.file(line), message)
  }

  @Test("kind has former kinds that no other widget has or had")
  func formerKinds() {
    expectDiagnostics(
      "widgets: {A: {source: sample, was: [1️⃣B]}, B: {source: sample, was: 2️⃣old}}\n",
      "duplicate-value: `B` is the name of a widget today", "invalid-name: `old` was no kind")
    expectDiagnostics(
      "widgets: {A: {source: sample, was: O}, B: {source: sample, was: 1️⃣O}}\n",
      "duplicate-value: the former name `O` stands here a second time")
  }
}
