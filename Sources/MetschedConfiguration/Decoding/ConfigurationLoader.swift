package import MetschedDiagnostics
package import MetschedTime
package import MetschedYAML

/// Turns a file, its override files and the assignments of the command line into a configuration.
///
/// Nothing is thrown: what is wrong is data, all of it in one go.
package struct ConfigurationLoader: Sendable {
  /// The main file.
  package var file: FileID
  /// The override files, from the lowest layer to the highest.
  package var overrides: [FileID]
  /// What `--set` and options like it put into the main file.
  package var assignments: [Assignment]
  /// The placements whose layers are kept; nil for none, which costs nothing.
  package var trace: LayerTrace?
  /// How long the run lasts, in the place of what the file's clock says, as `--for` has it.
  package var length: FileID?
  /// An event that stands in a file of its own, and the instant from which its dates count; it is
  /// checked with those of the main file, but is none of them.
  package var event: (file: FileID, from: Instant)?
  /// How the placements that the event is checked against differ from the file's.
  package var roster = RosterDifference()
  /// Where included files are read from.
  package var files: any FileSource
  /// Where the rules of zones come from.
  package var zones = ZoneDatabase.machine
  /// How much may be included.
  package var includeLimits = IncludeLimits()
  /// Whether users of the usual shape are read by a short cut; the configuration is the same.
  package var takesShortCuts = true
  /// The errors, and apart from them the warnings, that are kept at most.
  package var diagnosticLimit = Diagnostics.defaultLimit
  /// When a second thread helps to read the main file; the configuration is the same.
  package var readAhead = ReadAhead()

  /// What a load gives.
  package struct Result: Sendable {
    /// The configuration; nil where there is an error.
    package var configuration: Configuration?
    /// What is left where all errors are in what users have stored; nil where there is none, or one
    /// elsewhere.
    ///
    /// What is wrong says nothing: the layer below counts, or nothing is placed.
    package var remainder: Configuration?
    package var diagnostics: Diagnostics
    /// What was looked at, whether or not a configuration came of it.
    package var inputs = ConfigurationInputs()
    /// The event of a file of its own, and whether it says when; nil where something is wrong.
    package var event: (event: PlannedEvent, isDated: Bool)?
    /// The layers of the placements that were to be traced.
    package var trace: LayerTrace?
    /// The file's root as `--set` has left it, to write the file out again.
    var root: PatchedNode?
    /// `users:` of the override files, with what they include.
    var overrides: [Field] = []
    /// Where each included file is named.
    package var includedAt: [FileID: SourceRange] = [:]
  }

  package init(
    file: FileID, overrides: [FileID] = [], assignments: [Assignment] = [],
    files: any FileSource = NoFiles()
  ) {
    self.file = file
    self.overrides = overrides
    self.assignments = assignments
    self.files = files
  }

  /// Reads everything.
  ///
  /// - Parameter sources: Holds the files; the texts of the assignments are added to it, so that
  ///   diagnostics and origins can point into them.
  /// - Returns: The configuration, if nothing is wrong with it, and what was found.
  package func load(_ sources: inout SourceMap) -> Result {
    var decoder = FileDecoder()
    decoder.zones = zones
    decoder.diagnostics = Diagnostics(limit: diagnosticLimit)
    decoder.takesShortCuts = takesShortCuts
    let patch = Patch(name: "", range: SourceRange(file: file, 0..<0))
    var earlier: [Patch] = []
    for assignment in assignments {
      if trace != nil { earlier.append(patch.copy()) }
      assignment.apply(to: patch, in: &sources, diagnostics: &decoder.diagnostics)
    }
    let ahead = usersAhead(sources[file])
    let document = YAMLParser.parse(
      file, in: sources, readAhead: readAhead, section: ahead, diagnostics: &decoder.diagnostics)
    var includer = Includer(
      files, limits: includeLimits, sources: sources, files: [file] + overrides)
    let users = overrides.compactMap { file in overrideUsers(file, &includer, &decoder) }
    let root = root(of: document, patch, &includer, &decoder)
    sources = includer.sources
    decoder.diagnostics.append(contentsOf: includer.diagnostics)
    guard let root else { return Result(diagnostics: decoder.diagnostics, inputs: includer.inputs) }
    var trace = trace
    trace?.history = LayerHistory(roots: earlier.map(root.value.root(under:)))
    var reader = FileReader(
      path: sources[file].path, decoder: decoder, trace: trace, ahead: ahead)
    if let event {
      let document = YAMLParser.parse(
        event.file, in: sources, diagnostics: &reader.decoder.diagnostics)
      if let document, document.root == nil {
        reader.decoder.report(.eventWithoutVerb(at: document.endOfFile))
      }
      reader.commanded = document?.root.map { root in
        (Field(name: "the event", keyRange: root.place, value: PatchedNode(root)), event.from)
      }
      reader.roster = roster
    }
    reader.length = length.flatMap { file in
      let document = YAMLParser.parse(file, in: sources, diagnostics: &reader.decoder.diagnostics)
      return document?.root.map { root in
        Field(name: "for", keyRange: root.place, value: PatchedNode(root))
      }
    }
    reader.read(root, overrides: users)
    let isUsable = !reader.decoder.diagnostics.hasErrors
    var configuration = isUsable || reader.hasOnlyStoredErrors ? reader.configuration : nil
    configuration?.placeEvents(in: sources)
    var event = isUsable ? reader.event : nil
    event?.event.place(in: sources)
    return Result(
      configuration: isUsable ? configuration : nil, remainder: isUsable ? nil : configuration,
      diagnostics: reader.decoder.diagnostics,
      inputs: includer.inputs, event: event, trace: reader.trace, root: root.value,
      overrides: users, includedAt: includer.includedAt)
  }

  /// Returns what reads the users of a large file of which nothing else has a say.
  private func usersAhead(_ file: SourceFile) -> UsersAhead? {
    guard file.bytes.count >= readAhead.smallestFile, takesShortCuts, overrides.isEmpty,
      assignments.isEmpty, trace == nil
    else { return nil }
    return UsersAhead(path: file.path, zones: zones)
  }

  /// Returns the main file with what it includes and what `--set` says.
  private func root(
    of document: YAMLDocument?, _ patch: Patch, _ includer: inout Includer,
    _ decoder: inout FileDecoder
  ) -> Field? {
    guard let document else { return nil }
    guard let root = document.root, !(root.isNull && patch.children.isEmpty) else {
      decoder.report(.emptyFile(at: document.endOfFile))
      return nil
    }
    let node = includer.expanded(root, patch: patch)
    return Field(name: "the file", keyRange: root.place, value: node)
  }

  /// Reads an override file, which holds `users:` alone.
  private func overrideUsers(
    _ file: FileID, _ includer: inout Includer, _ decoder: inout FileDecoder
  ) -> Field? {
    let document = YAMLParser.parse(
      file, in: includer.sources, diagnostics: &decoder.diagnostics)
    guard let root = document?.root, !root.isNull else { return nil }
    let field = Field(
      name: "the override file", keyRange: root.place, value: includer.expanded(root, patch: nil))
    guard decoder.isMapping(field, expected: .names(of: .users, to: .anything)) else {
      return nil
    }
    var users: Field?
    for entry in decoder.entries(field) {
      if entry.name == OverrideKey.users.rawValue {
        if !entry.value.isNull { users = entry }
      } else {
        decoder.report(.overrideKey(entry, decoder.nearest(entry.name, among: ["users"])))
      }
    }
    return users
  }
}
