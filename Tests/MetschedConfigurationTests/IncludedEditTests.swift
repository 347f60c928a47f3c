import MetschedConfiguration
import MetschedDiagnostics
import TestSupport
import Testing

/// Edits of users who stand in files that others include, in all the ways that lead to them.
@Suite("An edit of an included file")
struct IncludedEditTests {
  /// SplitMix64.
  struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  /// Where users stand.
  enum Home: String, CaseIterable {
    case main = "widget.yaml"
    case section = "people.yaml"
    case nested = "deep/er/more.yaml"
    case glob = "each/one.yaml"
    case otherGlob = "each/two.yaml"
    case top = "top.yaml"
    case override = "override1.yaml"
    case overrideSection = "over/people.yaml"

    static let ofFile: [Home] = [.main, .section, .nested, .glob, .otherGlob, .top]

    /// Whether the file has users below `users:`.
    var isWhole: Bool { self == .main || self == .top || self == .override }
  }

  /// Some files, drawn at random, and where each user stands in them.
  struct Layout {
    var files: [String: String] = [:]
    var users: [(name: String, home: Home, block: String)] = []

    static let head = """
      # The head, which no edit changes.
      intents:
        Search:
          parameters:
            interval: {type: duration, default: 1h, min: 15m}
            query: {type: string, default: "rhino"}   # one word
      widgets:
        Met: {intent: Search, source: sample}
      include: top.yaml

      """

    init(_ seed: UInt64, overrides: Bool) {
      var random = Seeded(state: seed)
      let lineEnd = Bool.random(using: &random) ? "\n" : "\r\n"
      let mark = Bool.random(using: &random) ? "\u{FEFF}" : ""
      for number in 0..<12 {
        let home = Home.ofFile.randomElement(using: &random) ?? .main
        add("user\(number)", home, &random)
      }
      if overrides {
        for number in 0..<12 where Int.random(in: 0..<3, using: &random) > 0 {
          let home = Bool.random(using: &random) ? Home.override : .overrideSection
          add("user\(number)", home, &random)
        }
      }
      for home in Home.allCases { files[home.rawValue] = text(of: home, mark, lineEnd) }
      for index in users.indices {
        users[index].block = users[index].block.replacing("\n", with: lineEnd)
      }
    }

    private mutating func add(_ name: String, _ home: Home, _ random: inout Seeded) {
      let blocks = [
        "\(name): {Met: {query: lily}}   # all of it",
        "\(name): {Met: }",
        "\(name):\n  Met:          # nothing of its own",
        "\(name):\n  # a comment\n  Met:\n    query: 'peony'   # quoted",
        "\"\(name)\":\n  timezone: Europe/Paris\n  Met:\n    \"query\": >-\n      lily\n      pad",
      ]
      let lists = [
        "\(name):\n  Met:\n    placements:\n      - {id: hall, query: peony}   # the door\n"
          + "      # between\n      - id: kitchen\n        interval: 2h",
        "\(name): {Met: {interval: 3h, placements: [{id: hall}, {id: kitchen, query: a}]}}",
      ]
      let all = home == .override || home == .overrideSection ? blocks : blocks + lists
      let block = all.randomElement(using: &random) ?? blocks[0]
      let indent = home.isWhole ? "  " : ""
      users.append(
        (name, home, block.split(separator: "\n").map { indent + $0 + "\n" }.joined()))
    }

    private func text(of home: Home, _ mark: String, _ lineEnd: String) -> String {
      var text = home == .main ? Self.head : "# \(home.rawValue)\n"
      if home.isWhole { text += "users:\n" }
      switch home {
      case .main: text += "  include: [people.yaml, \"each/*.yaml\"]\n"
      case .section: text += "include: deep/er/more.yaml\n"
      case .override: text += "  include: \"over/*.yaml\"\n"
      default: break
      }
      for user in users where user.home == home {
        text += (home.isWhole ? "  " : "") + "# before \(user.name)\n" + user.block
      }
      return mark + (text + "# the end\n").replacing("\n", with: lineEnd)
    }

    func loading(overrides: Bool) -> Loading {
      Loading(
        files[Home.main.rawValue] ?? "",
        overrides: overrides ? [files[Home.override.rawValue] ?? ""] : [],
        files: files)
    }
  }

  @Test("changes that user's values, and no byte besides", arguments: [false, true])
  func changesOneUser(_ overrides: Bool) throws {
    var edits = 0
    var homes: Set<Home> = []
    for seed in 1...20 as ClosedRange<UInt64> {
      let layout = Layout(seed, overrides: overrides)
      let loading = layout.loading(overrides: overrides)
      let before = try loading.table()
      let configuration = try loading.configuration()
      for (index, placement) in configuration.placements.enumerated() {
        let name = configuration.users[Int(placement.user)].name
        let target = loading.result.target(
          of: placement, main: FileID(index: 0), override: overrides ? FileID(index: 1) : nil)
        let stands = layout.users.last { user in
          user.name == name && (Home.ofFile.contains(user.home) != overrides)
        }
        let path = loading.sources[target.file].path
        #expect(path == (stands?.home ?? .override).rawValue)
        var editor = try PlacementEditor(
          configuration, placement: placement, target: target, in: loading.sources)
        let bytes = try editor.bytes(
          after: [.init(name: "interval", value: "45m"), .init(name: "query", value: "a: b")])
        edits += 1
        // What stands around the user's own lines is as it was.
        let text = String(decoding: bytes, as: UTF8.self)
        let old = layout.files[path] ?? ""
        if let stands {
          homes.insert(stands.home)
          let start = try #require(old.ranges(of: stands.block).first)
          #expect(text.hasPrefix(String(old[..<start.lowerBound])), "\(seed) \(path)\n\(text)")
          #expect(text.hasSuffix(String(old[start.upperBound...])), "\(seed) \(path)\n\(text)")
        }
        var edited = layout
        edited.files[path] = text
        var expected = before
        expected[index] = expected[index].prefix { $0 != " " } + " 45m a: b"
        #expect(try edited.loading(overrides: overrides).table() == expected, "\(seed) \(path)")
      }
    }
    #expect(edits > 250)
    #expect(homes == Set(overrides ? [.override, .overrideSection] : Home.ofFile))
  }
}
