/// The help texts, made from the verbs' own tables.
enum Help {
  static func overview(of verbs: [Verb]) -> String {
    var text = """
      metsched runs WidgetKit-style widgets off the Mac: it turns a YAML file of widgets and
      intents into timelines, decides when each is reloaded, and records what shows, when, and why.

      Usage: metsched VERB FILE… [OPTION…]

      Verbs:

      """
    for verb in verbs { text += "  " + column(verb.name, 12) + verb.abstract + "\n" }
    text += """

      `metsched VERB --help` explains a verb. `metsched --version` prints the version.

      Exit codes: 0 done, 1 failed at run time, 2 bad configuration, 3 a test or determinism
      check failed, 64 wrong usage. Results go to stdout, diagnostics and progress to stderr.

      """
    return text
  }

  static func text(of verb: Verb) -> String {
    var text = "metsched \(verb.name): \(verb.abstract)\n\n"
    let usage = ["metsched", verb.name, verb.arguments, "[OPTION…]"].filter { !$0.isEmpty }
    text += "Usage: " + usage.joined(separator: " ") + "\n\n"
    text += verb.discussion + "\n\nOptions:\n"
    for option in verb.options {
      let label = "--\(option.name)" + (option.value.isEmpty ? "" : " \(option.value)")
      let lines = option.help.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        text += "  " + column(index == 0 ? label : "", 24) + line + "\n"
      }
    }
    if !verb.examples.isEmpty { text += "\nExamples:\n" }
    for example in verb.examples {
      text += "  \(example.command)\n      \(example.purpose)\n"
    }
    return text
  }

  static func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(2, width - text.count))
  }
}
