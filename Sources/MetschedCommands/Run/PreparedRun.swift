import MetschedConfiguration

/// A file that has been read and found right, with what the command line asks of its run.
struct PreparedRun {
  var configuration: Configuration
  var loaded: LoadedConfiguration
  var arguments: ParsedArguments
  var terminal: Terminal
}
