import MetschedConfiguration
import MetschedDiagnostics

extension LoadedConfiguration {
  /// Returns who set a value: `interval.yaml:23:30, user`, or `built in`.
  func description(of origin: Origin) -> String {
    guard let range = origin.range else { return "built in" }
    return "\(place(range)), \(origin.layer.name)"
  }
}

extension Layer {
  /// The layer as people call it.
  var name: String {
    switch self {
    case .builtIn: "built in"
    case .parameterDefault: "intent"
    case .widget: "file"
    case .user: "user"
    case .placement: "placement"
    }
  }
}
