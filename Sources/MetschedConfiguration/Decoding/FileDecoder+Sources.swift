internal import MetschedDiagnostics
internal import MetschedText
internal import MetschedTime

/// `source:`.
extension FileDecoder {
  /// Reads where a widget's items come from.
  mutating func source(_ keys: Fields<WidgetKey>, widget: Field) -> Setting<ItemSource>? {
    guard let field = keys[.source] else {
      report(
        missing: .source, in: keys, of: "the widget `\(widget.name)`",
        example: "source: {file: objects.json}", at: widget.keyRange)
      return nil
    }
    if field.value.kind == .scalar {
      guard let scalar = scalar(field, expected: WidgetKey.source.shape) else { return nil }
      guard scalar.text == SourceKey.sample.rawValue else {
        report(.bareSource(scalar.text, field.at(scalar)))
        return nil
      }
      return setting(.sample, field)
    }
    guard isMapping(field, expected: WidgetKey.source.shape),
      let fields = fields(field, as: SourceKey.self)
    else { return nil }
    let named = SourceKey.allCases.compactMap { key in fields[key].map { (key, $0) } }
    guard let (key, value) = named.first else {
      // A key that is misspelt is probably the source, and has been reported.
      if !fields.hasMisspelt { report(.emptySource(field)) }
      return nil
    }
    if named.count > 1 { report(.twoSources(named[1].1, first: value)) }
    switch key {
    case .file: return text(value, example: "objects.json").map { setting(.file($0), value) }
    case .items: return items(value).map { setting(.items($0), value) }
    case .sample:
      guard let isSample = boolean(value) else { return nil }
      guard isSample else {
        report(.unknownWord("false", value, ["true"], nil))
        return nil
      }
      return setting(.sample, value)
    case .met:
      return met(value).map {
        setting(.remote(.met($0), namesQuery: Self.namesQuery(value)), value)
      }
    case .json: return json(value).map { setting($0, value) }
    }
  }

  /// A server's word on its answer is there only where a server answers.
  mutating func checkMaxAge(_ reload: ReloadRule, _ source: Setting<ItemSource>) {
    guard case .after(let dates, _) = reload, let date = dates.first(where: { $0.value == .maxAge })
    else { return }
    if case .remote = source.value { return }
    report(.maxAgeWithoutServer(at: date.origin.range, source: source.origin.range))
  }

  /// Whether a value refers to the knob `query` somewhere.
  private static func namesQuery(_ field: Field) -> Bool {
    switch field.value.kind {
    case .scalar:
      Reference.split(field.value.text).contains { part in
        if case .parameter(Knob.query.rawValue, _) = part { true } else { false }
      }
    case .sequence: field.value.elements.contains { namesQuery(field.element($0)) }
    case .mapping: field.value.entries.contains { namesQuery(field.element($0.value)) }
    case .null, .broken: false
    }
  }

  // MARK: The Met

  private mutating func met(_ field: Field) -> MetQuery? {
    let known = diagnostics.errorCount
    guard let fields = fields(field, as: MetKey.self) else { return nil }
    var query = MetQuery(parameters: [])
    if let base = fields[.base], let text = text(base, example: MetQuery.museum) {
      if Self.isURL(text) {
        query.base = text.hasSuffix("/") ? text : text + "/"
      } else {
        report(.notURL(text, base, example: MetQuery.museum))
      }
    }
    if let objects = fields[.objects] {
      query.objects = self.objects(objects)
      query.count = query.objects.count
      for key in MetKey.allCases where key.isOfSearch && key != .fresh {
        if let other = fields[key] { report(.searchBesideObjects(other, objects)) }
      }
    } else if let search = fields[.search] {
      query.parameters = parameters(search, fields)
    } else {
      report(
        missing: .search, in: fields, of: "`met`", example: "met: {search: persimmon}",
        at: field.keyRange)
    }
    if let count = fields[.count], let value = integer(count, in: MetKey.counts) {
      query.count = Int(value)
    }
    if let fresh = fields[.fresh].flatMap({ fresh($0) }) { query.fresh = fresh }
    return diagnostics.errorCount == known ? query : nil
  }

  private mutating func objects(_ field: Field) -> [Int64] {
    guard let elements = elements(field, expected: MetKey.objects.shape) else { return [] }
    if elements.isEmpty { report(.emptyList(field, example: "[436535]")) }
    if elements.count > 500 { report(.outOfRange(field, "\(elements.count) long", "1", "500")) }
    return elements.compactMap { integer($0, in: MetKey.ids) }
  }

  /// The parameters of a search, with `q` at the end as the API's documentation has it.
  private mutating func parameters(
    _ search: Field, _ fields: Fields<MetKey>
  ) -> [MetQuery.Parameter] {
    var parameters: [MetQuery.Parameter] = []
    for (key, name) in MetKey.switches {
      guard let field = fields[key], let value = boolean(field) else { continue }
      parameters.append(MetQuery.Parameter(name, value ? "true" : "false"))
    }
    if let field = fields[.departmentID], let value = integer(field, in: MetKey.departments) {
      parameters.append(MetQuery.Parameter("departmentId", String(value)))
    }
    for (key, name) in [(MetKey.medium, "medium"), (.geoLocation, "geoLocation")] {
      guard let field = fields[key], let text = alternatives(field, key) else { continue }
      parameters.append(MetQuery.Parameter(name, text))
    }
    let years = [(MetKey.dateBegin, "dateBegin"), (.dateEnd, "dateEnd")].compactMap { key, name in
      fields[key].map { (name: name, field: $0) }
    }
    if years.count == 1 { report(.yearAlone(years[0].field)) }
    let values = years.map { integer($0.field, in: MetKey.years) }
    if values.count == 2, let first = values[0], let last = values[1], first > last {
      report(.yearsCrossed(years[1].field, first: years[0].field))
    }
    for (year, value) in zip(years, values) {
      if let value { parameters.append(MetQuery.Parameter(year.name, String(value))) }
    }
    if let text = text(search, example: "persimmon") {
      parameters.append(MetQuery.Parameter("q", text))
    }
    return parameters
  }

  /// One text or several, which the API takes with bars between.
  private mutating func alternatives(_ field: Field, _ key: MetKey) -> String? {
    guard field.value.kind == .sequence else { return text(field, example: "Paintings") }
    guard let elements = elements(field, expected: key.shape) else { return nil }
    if elements.isEmpty { report(.emptyList(field, example: "[Paintings, Prints]")) }
    return elements.compactMap { text($0, example: "Paintings") }.joined(separator: "|")
  }

  // MARK: JSON

  private mutating func json(_ field: Field) -> ItemSource? {
    let known = diagnostics.errorCount
    guard let fields = fields(field, as: JSONKey.self) else { return nil }
    var path = JSONPath()
    if let field = fields[.path], let text = text(field, example: "data.items") {
      if let parsed = JSONPath(text) { path = parsed } else { report(.notJSONPath(text, field)) }
    }
    if let file = fields[.file] {
      for key in JSONKey.ofURL {
        if let other = fields[key] { report(.urlBesideFile(other, file)) }
      }
      let name = text(file, example: "items.json")
      return diagnostics.errorCount == known ? name.map { .document(file: $0, path) } : nil
    }
    guard let address = fields[.url] else {
      report(
        missing: .url, in: fields, of: "`json`",
        example: "json: {url: https://example.org/items.json}", at: field.keyRange)
      return nil
    }
    var query = JSONQuery(url: RequestText([]), path: path)
    if let url = requestText(address, isURL: true) { query.url = url }
    query.headers = fields[.headers].map { headers($0) } ?? []
    if let size = fields[.sizeLimit].flatMap({ integer($0, in: JSONKey.sizes) }) {
      query.sizeLimit = Int(size) << 20
    }
    if let redirects = fields[.redirects].flatMap({ integer($0, in: JSONKey.redirectCounts) }) {
      query.redirects = Int(redirects)
    }
    if let fresh = fields[.fresh].flatMap({ fresh($0) }) { query.fresh = fresh }
    guard diagnostics.errorCount == known else { return nil }
    return .remote(.json(query), namesQuery: Self.namesQuery(field))
  }

  private mutating func headers(_ field: Field) -> [JSONQuery.Header] {
    guard isMapping(field, expected: JSONKey.headers.shape) else { return [] }
    return entries(field).compactMap { entry in
      guard Self.isHeader(entry.name) else {
        report(.notHeader(entry))
        return nil
      }
      return requestText(entry, isURL: false).map { JSONQuery.Header(entry.name, $0) }
    }
  }

  /// Reads text with parameters put in and secrets left as names.
  private mutating func requestText(_ field: Field, isURL: Bool) -> RequestText? {
    guard field.value.kind == .scalar else {
      report(wrongType: field, expected: (isURL ? JSONKey.url : .headers).shape)
      return nil
    }
    var parts: [RequestText.Part] = []
    for part in Reference.split(field.value.text) {
      switch part {
      case .literal(let text): parts.append(.literal(text))
      case .field(let name, let offset):
        report(.fieldReference(name, field, at: place(of: "${.\(name)}", offset, in: field)))
        return nil
      case .malformed(let offset):
        report(.malformedReference(field, at: place(of: "${", offset, in: field)))
        return nil
      case .parameter(let name, let offset):
        if let secret = Self.secret(name) {
          parts.append(secret)
        } else if let found = reference(name, offset, in: field) {
          parts.append(
            .literal(
              isURL ? PercentEncoding.encoded(found.text, allowing: .unreserved) : found.text))
        } else {
          return nil
        }
      }
    }
    let text = RequestText(parts)
    if isURL, case .literal(let start)? = parts.first, !Self.isURL(start) {
      report(.notURL(text.redacted, field, example: "https://example.org/items.json"))
      return nil
    }
    if text.redacted.contains(where: { $0.isNewline || $0 == "\0" }) {
      report(.notHeader(field))
      return nil
    }
    return parts.isEmpty ? nil : text
  }

  private static func secret(_ name: String) -> RequestText.Part? {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    switch parts[0] {
    case "env": return .environment(String(parts[1]))
    case "secret": return .secret(String(parts[1]))
    default: return nil
    }
  }

  private static func isURL(_ text: String) -> Bool {
    ["http://", "https://"].contains { text.hasPrefix($0) && text.count > $0.count }
      && !text.contains { $0.isWhitespace }
  }

  /// Whether a name may stand before the colon of a header.
  ///
  /// Source: RFC 9110, section 5.6.2.
  private static func isHeader(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        let scalar = Unicode.Scalar(byte)
        return byte < 0x80
          && (scalar.properties.isAlphabetic || (0x30...0x39).contains(byte)
            || "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar))
      }
  }

  private mutating func fresh(_ field: Field) -> Int64? {
    duration(field, from: Step(milliseconds: 0), example: "5m")?.nominalMilliseconds
  }
}
