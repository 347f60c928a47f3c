import MetschedConfiguration
import MetschedDiagnostics

/// Which warnings are errors, and which errors of a run are warnings: `--deny` and `--warn`.
struct DiagnosticLevels {
  private var denied: Set<DiagnosticID> = []
  private var warned: Set<DiagnosticID> = []
  private var deniesAll = false

  static let options: [Option] = [
    .repeated(
      "deny", "ID", "make a warning an error, or all of them: --deny all --warn late-day"),
    .repeated("warn", "ID", "keep it a warning, also what a run finds to be an error"),
  ]

  private static let all = "all"

  /// What is wrong with an option, in words.
  struct Failure: Error {
    var message: String
  }

  init(_ arguments: ParsedArguments) throws(Failure) {
    for name in arguments.all("deny") {
      if name == Self.all {
        deniesAll = true
      } else {
        denied.insert(try Self.id(name, of: "deny"))
      }
    }
    for name in arguments.all("warn") {
      let id = try Self.id(name, of: "warn")
      if denied.contains(id) {
        throw Failure(message: "`\(name)` stands after `--deny` and after `--warn`")
      }
      warned.insert(id)
    }
  }

  private static func id(_ name: String, of option: String) throws(Failure) -> DiagnosticID {
    let known = DiagnosticCatalogue.all.filter { $0.severity == .warning }.map(\.id)
    if let id = known.first(where: { $0.rawValue == name }) { return id }
    if let id = DiagnosticID(rawValue: name) {
      throw Failure(
        message: "`\(id.rawValue)` is an error in any case, so `--\(option)` cannot turn it")
    }
    let near =
      Nearest.match(name, among: known.map(\.rawValue) + [all])
      .map { "; did you mean `\($0)`?" } ?? ""
    throw Failure(message: "`--\(option)` names a warning, not `\(name)`\(near)")
  }

  /// Returns what was found with the levels that were asked for.
  func applied(to diagnostics: Diagnostics) -> Diagnostics {
    guard deniesAll || !denied.isEmpty || !warned.isEmpty else { return diagnostics }
    return diagnostics.mapped { diagnostic in
      var diagnostic = diagnostic
      if warned.contains(diagnostic.id) {
        diagnostic.severity = .warning
      } else if diagnostic.severity == .warning, deniesAll || denied.contains(diagnostic.id) {
        diagnostic.severity = .error
      }
      return diagnostic
    }
  }
}
