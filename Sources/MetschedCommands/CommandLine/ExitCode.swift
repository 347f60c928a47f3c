/// How the command ends.
enum ExitCode: Int32 {
  case done = 0
  /// Something of the world failed while it ran.
  case failed = 1
  case badConfiguration = 2
  case checkFailed = 3
  /// As in BSD's sysexits.
  case usage = 64
}
