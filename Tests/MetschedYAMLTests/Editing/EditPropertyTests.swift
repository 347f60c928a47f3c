import Foundation
import MetschedDiagnostics
import MetschedYAML
import TestSupport
import Testing

/// Edits at every place of many files: what is parsed afterwards is what was there before, with
/// exactly that change.
@Suite struct EditPropertyTests {
  /// A document without styles, places and anchors.
  indirect enum Tree: Hashable {
    case scalar(String)
    case null
    case list([Tree])
    case mapping([Pair])

    struct Pair: Hashable {
      var key: Tree
      var value: Tree
    }

    init(_ node: Node) {
      switch node.kind {
      case .scalar: self = node.isNull ? .null : .scalar(node.text)
      case .sequence: self = .list(node.elements.map { Tree($0) })
      case .mapping:
        self = .mapping(node.entries.map { Pair(key: Tree($0.key), value: Tree($0.value)) })
      case .alias: self = .null
      }
    }

    /// Sets, adds or (nil) removes what is at a path.
    func changed(_ path: ArraySlice<YAMLStep>, to value: Tree?) -> Tree {
      guard let step = path.first else { return value ?? self }
      let rest = path.dropFirst()
      switch (step, self) {
      case (.element(let number), .list(var elements)):
        elements[number] = elements[number].changed(rest, to: value)
        return .list(elements)
      case (.key(let name), .mapping(var pairs)):
        guard let index = pairs.firstIndex(where: { $0.key == .scalar(name) }) else {
          pairs.append(Pair(key: .scalar(name), value: Tree.null.changed(rest, to: value)))
          return .mapping(pairs)
        }
        if rest.isEmpty, value == nil {
          pairs.remove(at: index)
          return .mapping(pairs)
        }
        pairs[index].value = pairs[index].value.changed(rest, to: value)
        return .mapping(pairs)
      case (.key(let name), .null):
        return .mapping([Pair(key: .scalar(name), value: Tree.null.changed(rest, to: value))])
      default: return self
      }
    }

    /// Pairs in no order and empty mappings as nothing, since an edit may move those.
    var normal: Tree {
      switch self {
      case .scalar, .null: self
      case .list(let elements): .list(elements.map(\.normal))
      case .mapping(let pairs):
        pairs.isEmpty
          ? .null
          : .mapping(
            pairs.map { Pair(key: $0.key, value: $0.value.normal) }.sorted {
              "\($0.key)" < "\($1.key)"
            })
      }
    }
  }

  /// Every path of a document that leads through keys of text.
  static func paths(_ node: Node, _ path: [YAMLStep], into result: inout [[YAMLStep]]) {
    result.append(path)
    guard result.count < 400 else { return }
    switch node.kind {
    case .mapping:
      for entry in node.writtenEntries
      where entry.key.kind == .scalar && !entry.key.isNull && !entry.key.equals("<<") {
        paths(entry.value, path + [.key(entry.key.text)], into: &result)
      }
    case .sequence:
      for (index, element) in node.elements.enumerated() {
        paths(element, path + [.element(index)], into: &result)
      }
    default: break
    }
  }

  static let documents: [(name: String, bytes: [UInt8])] = {
    var all = YAMLEditorTests.cases.map { ($0.name, Array($0.before.utf8)) }
    for file in ["examples", "Tests/Conformance"].flatMap(Project.yamlFiles(in:)) {
      let bytes = (try? Data(contentsOf: file)).map { [UInt8]($0) }
      all.append((file.lastPathComponent, bytes ?? []))
    }
    if TestData.folder != nil {
      for name in (try? TestData.names(in: "yaml-test-suite")) ?? [] {
        if let bytes = try? TestData.bytes("yaml-test-suite/\(name)/in.yaml") {
          all.append((name, bytes))
        }
      }
      for name in (try? TestData.names(in: "yaml-corpus")) ?? [] where name.hasSuffix("ml") {
        if let bytes = try? TestData.bytes("yaml-corpus/" + name) { all.append((name, bytes)) }
      }
    }
    return all
  }()

  @Test func `an edit at any place changes that and nothing else`() throws {
    var made = 0
    // NB: an anchor with a colon in it (Y2GN) is parsed, but not before a quoted value; blanks at
    // the end of a file without a line end (L24T-01) are text as soon as something follows.
    for (name, bytes) in Self.documents
    where !["Y2GN", "L24T-01"].contains(name) && bytes.count < 20_000 {
      let parsed = Parsed(bytes)
      // NB: libyaml forgives a tab on a blank line only behind some nodes.
      guard parsed.diagnostics.isEmpty, !bytes.contains(0x09), let document = parsed.document,
        let root = document.root
      else { continue }
      let before = Tree(root)
      var paths: [[YAMLStep]] = []
      Self.paths(root, [], into: &paths)
      let editor = YAMLEditor(document)
      let step = max(1, paths.count / 40)
      for path in stride(from: 0, to: paths.count, by: step).map({ paths[$0] }) {
        let added = path + [.key("zz"), .key("y")]
        let edits: [(YAMLEdit?, Tree)] = [
          (
            path.isEmpty ? nil : try? editor.setting(path, to: "\"a: b\""),
            before.changed(path[...], to: .scalar("a: b"))
          ),
          (
            try? editor.setting(added, to: "[1]"),
            before.changed(added[...], to: .list([.scalar("1")]))
          ),
          ((try? editor.removing(path)) ?? nil, before.changed(path[...], to: nil)),
        ]
        for (edit, expected) in edits {
          guard let edit else { continue }
          made += 1
          let after = edit.applied(to: bytes)
          let again = Parsed(after)
          guard let root = again.document?.root, again.diagnostics.isEmpty,
            Tree(root).normal == expected.normal
          else {
            if again.document?.root == nil, expected.normal == .null { continue }
            Issue.record(
              """
              \(name) \(path): \(edit)
              \(String(decoding: after, as: UTF8.self))
              \(again.rendered)
              """)
            continue
          }
        }
      }
    }
    #expect(made > 3_000, "\(made) edits")
  }
}
