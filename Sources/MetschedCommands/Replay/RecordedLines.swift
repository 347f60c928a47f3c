import Glibc
import MetschedEngine
import MetschedRecords
import MetschedSystem
import MetschedTime

/// The records of a run as lines of JSON, from the file that holds them, one after the other.
struct RecordedLines {
  /// A line, with the number of its record.
  struct Line {
    var sequence: Int64
    var text: String
  }

  /// The rules in which instants are written, where the file has them without.
  var zones = ZoneDatabase.machine
  private let json = RecordJSON()
  private var source: Source
  private var page: [Kept] = []
  private var index = 0

  /// A record as the file has it.
  fileprivate enum Kept {
    case record(StoredRecord)
    case line(Line)
  }

  private enum Source {
    case database(DatabasePages)
    case lines(LinePages)
  }

  /// The records of a run in a database.
  init(_ reader: StoreReader, run: Int64) {
    source = .database(DatabasePages(reader, run: run))
  }

  /// The records of a file of JSON lines.
  ///
  /// - Throws: that it cannot be read.
  init(lines path: String) throws(FileAccess.Failure) {
    source = .lines(try LinePages(path))
  }

  /// Returns the next line without taking it; nil where there is no more.
  mutating func peek() throws -> Line? {
    if index == page.count {
      index = 0
      switch source {
      case .database(var pages):
        page = try pages.next()
        source = .database(pages)
      case .lines(var pages):
        page = try pages.next()
        source = .lines(pages)
      }
    }
    return index < page.count ? line(page[index]) : nil
  }

  private func line(_ kept: Kept) -> Line {
    switch kept {
    case .line(let line): return line
    case .record(var stored):
      stored.label.zone = zones.zone(stored.label.zone.identifier) ?? stored.label.zone
      return Line(
        sequence: stored.record.sequence, text: json.line(stored.record, &stored))
    }
  }

  mutating func take() {
    index += 1
  }
}

/// Pages of a database's records, so that a long run is never in memory as a whole.
private struct DatabasePages {
  private let reader: StoreReader
  private var filter = RecordFilter()
  private var position = StoreReader.Position()

  private static let size = 4_096

  private struct Enough: Error {}

  init(_ reader: StoreReader, run: Int64) {
    self.reader = reader
    filter.runs = [run]
  }

  mutating func next() throws -> [RecordedLines.Kept] {
    var records: [RecordedLines.Kept] = []
    do {
      try reader.records(filter, from: &position) { found in
        records.append(.record(found.record))
        if records.count == Self.size { throw Enough() }
      }
    } catch is Enough {}
    return records
  }
}

/// Pages of a file of JSON lines, so that a long file is never in memory as a whole.
private struct LinePages {
  private let file: LineFile
  private let path: String

  private static let size = 4_096

  init(_ path: String) throws(FileAccess.Failure) {
    self.path = path
    file = LineFile(try FileAccess.opened(path))
  }

  mutating func next() throws -> [RecordedLines.Kept] {
    var lines: [RecordedLines.Kept] = []
    // A line without its end was cut off when the run was killed.
    while lines.count < Self.size, let line = try nextLine() {
      guard let sequence = Self.sequence(of: line) else {
        throw FileAccess.Failure(
          message: "`\(path)` has a line that is no record of version 1: "
            + String(decoding: line.dropLast().prefix(60), as: UTF8.self))
      }
      lines.append(
        .line(
          RecordedLines.Line(sequence: sequence, text: String(decoding: line, as: UTF8.self))))
    }
    return lines
  }

  private func nextLine() throws(FileAccess.Failure) -> ArraySlice<UInt8>? {
    do {
      return try file.next()
    } catch {
      throw FileAccess.Failure(message: "`\(path)` cannot be read: \(error)")
    }
  }

  /// The number that a record begins with: `{"seq":12,`.
  private static func sequence(of line: ArraySlice<UInt8>) -> Int64? {
    let start = Array("{\"seq\":".utf8)
    guard line.starts(with: start) else { return nil }
    let digits = line.dropFirst(start.count).prefix { $0 >= 0x30 && $0 <= 0x39 }
    return Int64(String(decoding: digits, as: UTF8.self))
  }
}

/// The lines of an open file, which is closed with it.
private final class LineFile {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Where the next line begins in the buffer.
  private var offset = 0

  private static let pieceSize = 1 << 18

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Returns the next line with its end; nil where there is no whole one any more.
  func next() throws(SystemError) -> ArraySlice<UInt8>? {
    var searched = offset
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { offset = end + 1 }
        return buffer[offset...end]
      }
      buffer.removeFirst(offset)
      offset = 0
      searched = buffer.count
      let piece = try FileDescriptor.read(Self.pieceSize, from: descriptor)
      if piece.isEmpty { return nil }
      buffer += piece
    }
  }
}
