// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that a build of metsched never builds it. `package` access does not
// cross packages, so it does not depend on the parent's products: `House` and `Modules` are links
// to the parent's sources, which are compiled here as they stand and stay as closed as they are.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// As in the parent's package.
let quickMetadata = SwiftSetting.unsafeFlags(
  ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"],
  .when(configuration: .release))

func house(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "House/\(name)",
    swiftSettings: settings + [quickMetadata])
}

// The flags of the parent's command, so that what starts beside it is linked in the same way.
let quickStart: [LinkerSetting] = [
  .unsafeFlags([
    "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
    "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=safe", "-Xlinker", "-O2",
  ])
]

let package = Package(
  name: "metsched-benchmarks",
  targets: [
    .systemLibrary(name: "CYAML", path: "Modules/CYAML"),
    .systemLibrary(name: "CUTF8Proc", path: "Modules/CUTF8Proc"),
    .systemLibrary(name: "CSQLite", path: "Modules/CSQLite"),
    .systemLibrary(name: "CJansson", path: "Modules/CJansson"),
    .systemLibrary(name: "CTimerFD", path: "Modules/CTimerFD"),
    house("MetschedSystem"),
    house("MetschedTime", ["MetschedSystem"]),
    house("MetschedText", ["CUTF8Proc"]),
    house("MetschedDiagnostics", ["MetschedText"]),
    house("WidgetFamilies"),
    house("MetschedYAML", ["CYAML", "MetschedDiagnostics"]),
    house("MetschedEngine", ["MetschedTime"]),
    .target(
      name: "MetschedRecords",
      dependencies: [
        "CSQLite", "MetschedEngine", "MetschedSystem", "MetschedText", "MetschedTime",
      ],
      path: "House/MetschedRecords", swiftSettings: settings + [quickMetadata, .define("SQLite")]),
    house(
      "MetschedConfiguration",
      [
        "MetschedYAML", "MetschedDiagnostics", "MetschedText", "MetschedTime", "WidgetFamilies",
      ]),
    house(
      "MetschedWidgets",
      [
        "CJansson", "MetschedConfiguration", "MetschedEngine", "MetschedSystem", "MetschedText",
        "MetschedTime", "WidgetFamilies",
      ]),
    house(
      "MetschedRuntime",
      [
        "CTimerFD", "MetschedSystem", "MetschedEngine", "MetschedWidgets", "MetschedConfiguration",
        "MetschedDiagnostics", "MetschedText", "WidgetFamilies", "MetschedTime",
      ]),
    .executableTarget(
      name: "Bench",
      dependencies: [
        "MetschedTime", "MetschedDiagnostics", "MetschedEngine", "MetschedConfiguration",
        "MetschedRecords", "MetschedRuntime", "MetschedWidgets",
      ],
      swiftSettings: settings + [quickMetadata], linkerSettings: quickStart),
    .executableTarget(
      name: "Hello", swiftSettings: settings + [quickMetadata], linkerSettings: quickStart),
  ]
)
