// swift-tools-version: 6.2
import PackageDescription

// The house, bottom to top. A target may import only what stands in its own line; `make check`
// builds with the explicit-import check set to error, so an arrow that is not here cannot appear.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A generic type's metadata is asked for by its parts, not by its mangled name: a name makes the
// runtime look through every conformance that is linked, for each of the type's requirements, once
// for each type that a process uses.
let quickMetadata = SwiftSetting.unsafeFlags(
  ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"],
  .when(configuration: .release))

/// `swift build --disable-default-traits` leaves it out.
let sqlite = Target.Dependency.target(name: "CSQLite", condition: .when(traits: ["SQLite"]))

func house(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings + [quickMetadata])
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], data: [String] = []
) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies, exclude: data, swiftSettings: settings)
}

// What the loader has to do before `main`, since the command should start at once: lld places data
// better than gold; a packed relocation takes a bit or two, not 24 bytes; and nobody looks up the
// program's own symbols by name. The address stays random.
let quickStart: [LinkerSetting] = [
  .unsafeFlags([
    "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
    "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=safe", "-Xlinker", "-O2",
  ])
]

let package = Package(
  name: "metsched",
  products: [
    .executable(name: "metsched", targets: ["metsched"]),
    .library(name: "WidgetTimelines", targets: ["WidgetTimelines"]),
  ],
  traits: [
    .default(enabledTraits: ["SQLite"]),
    .trait(
      name: "SQLite", description: "Records and state in a database: --record FILE.db, log"),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", path: "Modules/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CYAML", path: "Modules/CYAML", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(
      name: "CUTF8Proc", path: "Modules/CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(
      name: "CJansson", path: "Modules/CJansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CTimerFD", path: "Modules/CTimerFD"),
    .systemLibrary(name: "CMalloc", path: "Modules/CMalloc"),
    .target(name: "CLazyCurl", path: "Modules/CLazyCurl"),
    house("MetschedSystem"),
    house("MetschedTime", ["MetschedSystem"]),
    house("MetschedText", ["CUTF8Proc"]),
    house("MetschedDiagnostics", ["MetschedText"]),
    // The product: a package that depends on it takes no unsafe flags.
    .target(name: "WidgetFamilies", swiftSettings: settings),
    .target(name: "WidgetTimelines", dependencies: ["WidgetFamilies"], swiftSettings: settings),
    house("MetschedYAML", ["CYAML", "MetschedDiagnostics"]),
    house("MetschedEngine", ["MetschedTime"]),
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
    house(
      "MetschedSources",
      [
        "CLazyCurl", "MetschedWidgets", "MetschedConfiguration", "MetschedSystem", "MetschedText",
        "MetschedTime",
      ]),
    house(
      "MetschedRecords",
      ["MetschedEngine", "MetschedSystem", "MetschedText", "MetschedTime", sqlite]),
    house(
      "MetschedAnalysis",
      [
        "MetschedRuntime", "MetschedWidgets", "MetschedConfiguration", "MetschedEngine",
        "MetschedDiagnostics", "MetschedRecords", "MetschedTime", "WidgetFamilies",
      ]),
    house(
      "MetschedCommands",
      [
        "CMalloc", "MetschedSystem", "MetschedTime", "MetschedText", "MetschedDiagnostics",
        "MetschedYAML",
        "MetschedEngine",
        "MetschedConfiguration", "MetschedWidgets", "MetschedRuntime", "MetschedAnalysis",
        "MetschedRecords", "MetschedSources", "WidgetFamilies",
      ]),
    .executableTarget(
      name: "metsched", dependencies: ["MetschedCommands"],
      swiftSettings: settings + [quickMetadata],
      linkerSettings: quickStart),

    // What tests share: folders that go, programs that they start, the project's files, seeds.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    // The rules again, written slowly; what the machine and whole runs are compared with.
    .target(
      name: "SchedulerReference", dependencies: ["MetschedEngine", "MetschedTime"],
      path: "Tests/SchedulerReference", swiftSettings: settings),
    tests("WidgetTimelines", ["WidgetTimelines"]),
    tests("MetschedSystem", ["MetschedSystem", "TestSupport"]),
    tests("MetschedTime", ["MetschedTime", "TestSupport"]),
    tests("MetschedText", ["MetschedText"]),
    tests("MetschedDiagnostics", ["MetschedDiagnostics", "MetschedText"]),
    tests("MetschedYAML", ["MetschedYAML", "MetschedDiagnostics", "TestSupport"]),
    tests(
      "MetschedEngine", ["MetschedEngine", "MetschedTime", "SchedulerReference", "TestSupport"]),
    tests(
      "MetschedWidgets",
      [
        "MetschedWidgets", "MetschedConfiguration", "MetschedEngine", "MetschedTime", "TestSupport",
      ]),
    tests(
      "MetschedRuntime",
      [
        "MetschedRuntime", "MetschedEngine", "MetschedText", "MetschedTime",
        "MetschedConfiguration", "MetschedDiagnostics", "MetschedRecords", "MetschedWidgets",
        "TestSupport", "WidgetFamilies",
      ]),
    .target(
      name: "MetServer", dependencies: ["TestSupport"], path: "Tests/MetServer",
      exclude: ["met_server.py"], swiftSettings: settings),
    tests(
      "MetschedSources",
      [
        "MetschedSources", "MetschedWidgets", "MetschedConfiguration", "MetschedTime", "MetServer",
        "TestSupport",
      ]),
    tests(
      "MetschedAnalysis",
      [
        "MetschedAnalysis", "MetschedConfiguration", "MetschedDiagnostics", "MetschedTime",
        "WidgetFamilies",
      ]),
    tests(
      "MetschedRecords",
      ["MetschedRecords", "MetschedEngine", "MetschedTime", "TestSupport", sqlite]),
    tests(
      "MetschedCommands",
      [
        "metsched", "MetschedCommands", "MetschedConfiguration", "MetschedDiagnostics",
        "MetschedRecords", "MetschedRuntime", "MetschedTime",
        "MetServer", "TestSupport",
      ],
      data: ["Golden"]),
    tests("MetschedConformance", ["MetschedCommands", "TestSupport"]),
    tests(
      "MetschedTorture",
      [
        "MetschedRuntime", "MetschedEngine", "MetschedTime", "MetschedConfiguration",
        "MetschedDiagnostics", "MetschedText", "MetschedWidgets", "WidgetFamilies",
        "SchedulerReference", "TestSupport",
      ]),
    tests(
      "MetschedConfiguration",
      [
        "MetschedConfiguration", "MetschedDiagnostics", "MetschedText", "MetschedTime",
        "MetschedYAML", "TestSupport", "WidgetFamilies",
      ]),
  ]
)
