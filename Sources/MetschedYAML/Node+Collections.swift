package import MetschedDiagnostics

extension Node {
  /// The number of elements or of entries as written, `<<` counted as one; 0 for a scalar.
  package var count: Int {
    let record = record
    return record.kind == .sequence || record.kind == .mapping ? Int(record.textLength) : 0
  }

  /// The elements of a sequence in order; none for anything else.
  package var elements: Elements {
    Elements(self)
  }

  /// The entries of a mapping in order, merge keys applied; none for anything else.
  ///
  /// Own keys come first and win; then follow the entries of what `<<` names, in order, each with
  /// its original nodes and ranges. Keys may be any node.
  ///
  /// - Complexity: O(1) where no merge key stands in the mapping, else O(entries).
  package var entries: Entries {
    Entries(self)
  }

  /// Returns the value of a scalar key, merged ones included; nil where there is none.
  ///
  /// - Complexity: O(entries).
  package subscript(_ key: StaticString) -> Node? {
    entries.first { $0.key.equals(key) }?.value
  }

  /// Returns the value of a scalar key, merged ones included; nil where there is none.
  ///
  /// - Complexity: O(entries).
  package func value(forKey key: String) -> Node? {
    let wanted = Array(key.utf8)
    return entries.first { $0.key.kind == .scalar && $0.key.bytes.elementsEqual(wanted) }?.value
  }
}

/// The elements of a sequence.
package struct Elements: Sequence, IteratorProtocol, Sendable {
  private let document: YAMLDocument
  private var row: UInt32
  private let end: UInt32

  fileprivate init(_ node: Node) {
    let record = node.record
    document = node.document
    row = node.index + 1
    end = record.kind == .sequence ? record.next : row
  }

  /// Returns the next element, or nil after the last.
  package mutating func next() -> Node? {
    guard row < end else { return nil }
    let node = Node(document, place: row)
    row = document.records[Int(row)].next
    return node
  }
}

/// A key of a mapping with its value.
package struct Entry: Sendable {
  /// The key.
  package let key: Node
  /// The value.
  package let value: Node
  /// Where the `<<` value stands that brought the entry in; nil for the mapping's own.
  package let mergedAt: SourceRange?
}

/// The entries of a mapping, merge keys applied.
package struct Entries: Sequence, IteratorProtocol, Sendable {
  private let document: YAMLDocument
  private var row: UInt32
  private let end: UInt32
  private let merged: [Entry]?
  private var position = 0

  fileprivate init(_ node: Node) {
    let record = node.record
    document = node.document
    row = node.index + 1
    end = record.kind == .mapping ? record.next : row
    merged = record.flags.contains(.hasMerge) ? Merge(node).entries : nil
  }

  /// The entries as written, `<<` among them.
  fileprivate init(asWritten node: Node) {
    document = node.document
    row = node.index + 1
    end = node.record.kind == .mapping ? node.record.next : row
    merged = nil
  }

  /// Returns the next entry, or nil after the last.
  package mutating func next() -> Entry? {
    if let merged {
      guard position < merged.count else { return nil }
      position += 1
      return merged[position - 1]
    }
    guard row < end else { return nil }
    let key = row
    let value = document.records[Int(key)].next
    row = document.records[Int(value)].next
    return Entry(
      key: Node(document, place: key), value: Node(document, place: value), mergedAt: nil)
  }
}

/// The work of applying the merge keys of one mapping.
///
/// The parser has bounded what it can cost: it counts every use of an anchor with the whole size
/// of its value. Source: https://yaml.org/type/merge.html.
private struct Merge {
  private(set) var entries: [Entry] = []
  private var known: Set<[UInt8]> = []

  init(_ node: Node) {
    var sources: [Node] = []
    for entry in Entries(asWritten: node) {
      if entry.key.record.flags.contains(.isMergeKey) {
        if entry.value.kind == .sequence {
          sources.append(contentsOf: entry.value.elements)
        } else {
          sources.append(entry.value)
        }
      } else {
        // NB: own keys that stand twice are reported when parsed; both are kept here.
        if entry.key.kind == .scalar { known.insert(Array(entry.key.bytes)) }
        entries.append(entry)
      }
    }
    for source in sources {
      for entry in source.entries {
        if entry.key.kind == .scalar {
          guard known.insert(Array(entry.key.bytes)).inserted else { continue }
        }
        entries.append(Entry(key: entry.key, value: entry.value, mergedAt: source.place))
      }
    }
  }
}

extension Node {
  /// The entries of a mapping as they are written, `<<` among them.
  package var writtenEntries: Entries { Entries(asWritten: self) }
}
