import MetschedConfiguration
import MetschedDiagnostics
import Testing

/// A file that stands in a test, loaded.
struct LoadedText {
  let result: ConfigurationLoader.Result
  let sources: SourceMap

  init(_ text: String) {
    var sources = SourceMap()
    let file = sources.add(path: "widget.yaml", bytes: Array(text.utf8))
    result = ConfigurationLoader(file: file).load(&sources)
    self.sources = sources
  }

  /// The configuration, or the reasons why there is none.
  func configuration() throws -> Configuration {
    let errors = DiagnosticRenderer(sources: sources).text(result.diagnostics)
    return try #require(result.configuration, "\(errors)")
  }
}
