// swift-tools-version: 6.2
import PackageDescription

// The benchmarks are a package of their own, so that nobody who builds metsched builds them. They
// measure what is `package` inside the house; the targets are the house's own sources by symbolic
// link, so that they belong to one package here as there.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func house(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "metsched-benchmarks",
  targets: [
    .systemLibrary(name: "CYAML", path: "Modules/CYAML", providers: [.apt(["libyaml-dev"])]),
    house("MetschedTime"),
    house("MetschedText"),
    house("MetschedDiagnostics", ["MetschedText"]),
    house("WidgetTimelines"),
    house("MetschedYAML", ["CYAML", "MetschedDiagnostics"]),
    house("MetschedEngine", ["MetschedTime"]),
    house(
      "MetschedConfiguration",
      ["MetschedYAML", "MetschedDiagnostics", "MetschedTime", "WidgetTimelines"]),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "MetschedTime", "MetschedDiagnostics", "MetschedEngine", "MetschedConfiguration",
      ],
      swiftSettings: settings),
  ]
)
