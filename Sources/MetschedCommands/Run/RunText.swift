import MetschedConfiguration
import MetschedDiagnostics
import MetschedEngine
import MetschedTime

/// The configuration of a run as text: its files and the options that change what they say.
struct RunText {
  /// The name of its row; no placement has a name without slashes.
  static let name = "configuration"

  private var files: [String: [UInt8]]
  private var options: RunOptions

  init(_ loaded: LoadedConfiguration, _ arguments: ParsedArguments) {
    options = RunOptions(arguments)
    let read = Set(loaded.inputs.files)
    files = [:]
    for file in loaded.sources.files where read.contains(file.path) {
      files[file.path] = file.bytes
    }
  }

  /// Returns whether another text says the same, but for the clock, which is each start's own.
  func isSame(as other: RunText) -> Bool {
    files == other.files && options.isSame(as: other.options)
  }

  var bytes: [UInt8] {
    var writer = StateWriter()
    writer.write(options.path)
    writer.write(files.count)
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      writer.write(path)
      writer.write(bytes)
    }
    writer.write(options.values.count)
    for (option, values) in options.values.sorted(by: { $0.key < $1.key }) {
      writer.write(option)
      writer.write(values)
    }
    return writer.finished()
  }

  init(_ bytes: [UInt8]) throws(StateError) {
    do {
      var reader = try StateReader(bytes)
      options = RunOptions(path: try reader.read())
      files = [:]
      for _ in 0..<(try reader.length()) {
        let path: String = try reader.read()
        files[path] = try reader.read([UInt8].self)
      }
      for _ in 0..<(try reader.length()) {
        let option: String = try reader.read()
        options.values[option] = try reader.read([String].self)
      }
      try reader.finish()
    } catch {
      throw StateError("its configuration \(error)")
    }
  }

  /// Returns the run that it asks for.
  ///
  /// - Parameters:
  ///   - terminal: what the run speaks to.
  ///   - zones: where the rules of zones come from; those of now where it is nil.
  /// - Returns: the run.
  /// - Throws: what this version of metsched finds wrong with it.
  func prepared(
    _ terminal: Terminal, zones: ZoneDatabase? = nil
  ) throws(StateError) -> PreparedRun {
    do {
      let arguments = try options.arguments()
      let loaded = try LoadedConfiguration(
        options.path, arguments, files: DiskFiles(edited: files, isClosed: true),
        zones: zones ?? terminal.zones)
      guard let configuration = loaded.configuration else {
        let first = loaded.diagnostics.all.first { $0.severity == .error }?.message
        throw StateError("its configuration is wrong by now: \(first ?? "it cannot be read")")
      }
      return PreparedRun(
        configuration: try RunPreparation(arguments: arguments).applied(to: configuration),
        loaded: loaded, arguments: arguments, terminal: terminal)
    } catch let error as ParsedArguments.UsageError {
      throw StateError("its options are wrong by now: \(error.message)")
    } catch let error as FileAccess.Failure {
      throw StateError("its configuration cannot be read: \(error.message)")
    } catch let error as RunPreparation.Problem {
      throw StateError("its options are wrong by now: \(error.message)")
    } catch let error as StateError {
      throw error
    } catch {
      throw StateError("its configuration cannot be read: \(error)")
    }
  }
}
