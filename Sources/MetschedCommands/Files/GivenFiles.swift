/// The files that a verb is given, looked at one after the other.
struct GivenFiles {
  let paths: [String]
  let terminal: Terminal

  init(_ arguments: ParsedArguments, _ terminal: Terminal) {
    paths = arguments.operands
    self.terminal = terminal
  }

  /// Looks at every file, also behind one that is wrong; one that cannot be read is told.
  ///
  /// - Parameter isRight: looks at the file of a path, says what is wrong with it, and returns
  ///   whether nothing is.
  /// - Returns: whether all are right, as an exit code.
  func check(
    _ isRight: (String) async throws(FileAccess.Failure) -> Bool
  ) async -> ExitCode {
    var code = ExitCode.done
    for path in paths {
      do throws(FileAccess.Failure) {
        if try await !isRight(path) { code = .badConfiguration }
      } catch {
        terminal.problem(error.message)
        code = .badConfiguration
      }
    }
    return code
  }
}
