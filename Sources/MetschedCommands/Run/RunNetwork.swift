import MetschedConfiguration
import MetschedRuntime
import MetschedSources
import MetschedSystem
import MetschedTime

/// How a command reaches providers over the network, where a file names one.
enum RunNetwork {
  /// Returns what asks the providers of a file; nil for a file without any.
  ///
  /// - Parameters:
  ///   - configuration: the file.
  ///   - arguments: the command line, for `--cache`.
  ///   - mode: how the network is used.
  ///   - answerCame: told of each answer, on any thread.
  /// - Returns: what asks them.
  static func fetcher(
    for configuration: Configuration, _ arguments: ParsedArguments, mode: RemoteFetcher.Mode,
    answerCame: @escaping @Sendable () -> Void = {}
  ) -> RemoteFetcher? {
    guard configuration.asksNetwork else { return nil }
    return fetcher(configuration, arguments, mode: mode, answerCame: answerCame)
  }

  /// Returns what asks providers, whatever a file names.
  static func fetcher(
    _ configuration: Configuration, _ arguments: ParsedArguments, mode: RemoteFetcher.Mode,
    answerCame: @escaping @Sendable () -> Void = {}
  ) -> RemoteFetcher {
    let clock = SystemClock()
    return RemoteFetcher(
      mode: mode, timeLimit: .milliseconds(configuration.host.timeLimit.value),
      cache: ResponseCache(folder: cacheFolder(arguments)),
      folder: PathName.folder(of: configuration.path),
      environment: SystemEnvironment.variable,
      now: { clock.now },
      answerCame: answerCame, executor: MainThread.current)
  }

  /// Where answers are kept between runs: `--cache`, else what the XDG base directories say.
  private static func cacheFolder(_ arguments: ParsedArguments) -> String? {
    if let folder = arguments["cache"] { return folder.isEmpty ? nil : folder }
    if let folder = SystemEnvironment.variable("XDG_CACHE_HOME"), folder.hasPrefix("/") {
      return folder + "/metsched"
    }
    return SystemEnvironment.variable("HOME").map { $0 + "/.cache/metsched" }
  }
}

extension Configuration {
  /// Whether a widget's items come over the network.
  var asksNetwork: Bool {
    plans.contains { if case .remote = $0.source.value { true } else { false } }
  }
}

extension ConfigurationOptions {
  static let cache = Option.single(
    "cache", "FOLDER",
    "where answers of the network are kept; ~/.cache/metsched\nwithout it, and \"\" for nowhere",
    takesEmpty: true)
}
