import MetschedAnalysis
import MetschedWidgets

extension RunDetails {
  /// Creates what the records of a loaded file speak of.
  init(_ loaded: LoadedConfiguration, _ provider: WidgetProvider) {
    self.init(provider, place: loaded.place)
  }
}
