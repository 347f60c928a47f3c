internal import MetschedDiagnostics

/// What goes wrong between keys, values and list items on their lines.
extension SyntaxExplanation {
  /// A quoted text without its second quote: points at the first, where it has to be mended.
  var unclosedQuote: Diagnostic {
    guard let start = problem.contextOffset, let quote = text[start] else { return rareProblem }
    let mark = quote == 0x27 ? "'" : "\""
    let line = text.line(at: start)
    return error(
      "the quoted text that begins here is never closed; end it with `\(mark)`",
      at: start..<max(line.upperBound, start + 1))
  }

  /// A `: ` where no key can be: inside a plain value, or on a line that is indented wrongly.
  var unexpectedColon: Diagnostic {
    let colon = problem.offset
    let content = text.content(at: colon)
    if let start = text.firstValue(in: content), start < colon {
      return colonInValue(text.value(at: start, inBrackets: false), colon: colon)
    }
    let key = content.lowerBound..<max(content.lowerBound, colon)
    if let previous = text.previousContent(before: colon),
      let tight = text.tightColon(in: previous)
    {
      return missingSpace(after: tight, previous)
    }
    if let deeper = deeperThanCompleteLine(key) { return deeper }
    return error(
      "a key is not expected here; quote the text if `: ` belongs to it, else mind the indentation",
      at: colon..<colon + 1)
  }

  /// Returns the error for a line that is indented under a line which has its value already.
  private func deeperThanCompleteLine(_ key: Range<Int>) -> Diagnostic? {
    guard let previous = text.previousContent(before: key.lowerBound),
      text.indentation(at: key.lowerBound) > text.indentation(at: previous.lowerBound),
      let value = text.firstValue(in: previous)
    else { return nil }
    return error(
      "`\(excerpt(key))` is indented more than the key above it, which has a value already; "
        + "indent both alike, or take the value away", at: key,
      notes: [note("the value of the key above", at: value..<previous.upperBound)])
  }

  private func colonInValue(_ value: Range<Int>, colon: Int) -> Diagnostic {
    if let first = text[value.lowerBound], first == 0x22 || first == 0x27 {
      return error(
        "`:` stands after a quoted value; put the quotes around the whole value",
        at: colon..<colon + 1)
    }
    if text[value.lowerBound] == 0x2A {
      return error("an alias cannot be a key on the line of another key", at: value)
    }
    return error(
      "`: ` inside the value `\(excerpt(value))` would begin another key; quote the value",
      at: value, suggestion: quoting(value))
  }

  private func missingSpace(after colon: Int, _ content: Range<Int>) -> Diagnostic {
    let key = excerpt(content.lowerBound..<colon)
    let value = excerpt(colon + 1..<content.upperBound)
    return error(
      "no space after the colon in `\(excerpt(content))`", at: content,
      suggestion: Diagnostic.FixIt(
        "write `\(key): \(value)`", at: range(colon + 1..<colon + 1), replacement: " ",
        isAutomatic: true))
  }

  /// A line without `: ` among keys.
  var missingColon: Diagnostic {
    let content = text.content(at: problem.contextOffset ?? problem.offset)
    if let tight = text.tightColon(in: content) { return missingSpace(after: tight, content) }
    return error(
      "`\(excerpt(content))` stands where a key is expected and has no `: `; write `key: value`, "
        + "or indent it more if it goes on with the value above", at: content)
  }

  /// Something else than a key among the keys of a mapping.
  var unexpectedInMapping: Diagnostic {
    let offset = problem.offset
    let content = text.content(at: offset)
    let notes = contextNote("the mapping begins here")
    if offset > content.lowerBound { return trailing(from: offset, in: content) }
    if text[offset] == 0x2D, text[offset + 1].map(Bytes.isSpace) ?? true {
      return error(
        "a list item stands among the keys of a mapping; indent it under its key", at: content,
        notes: notes)
    }
    if let deeper = deeperThanCompleteLine(content) { return deeper }
    return wrongIndentation(content, notes: notes)
  }

  /// Something else than `- ` among the items of a list.
  var unexpectedInSequence: Diagnostic {
    let content = text.content(at: problem.offset)
    let notes = contextNote("the list begins here")
    if let offset = problem.contextOffset,
      text.indentation(at: offset) == text.indentation(at: problem.offset)
    {
      return error(
        "`\(excerpt(content))` stands among the items of a list; begin it with `- `, or indent it "
          + "otherwise", at: content, notes: notes)
    }
    return wrongIndentation(content, notes: notes)
  }

  private func wrongIndentation(_ content: Range<Int>, notes: [Diagnostic.Note]) -> Diagnostic {
    let spaces = text.indentation(at: content.lowerBound)
    var expected = "everything that it could belong to"
    if let previous = text.previousContent(before: content.lowerBound) {
      expected += " (the line above has \(text.indentation(at: previous.lowerBound)))"
    }
    let place = content.isEmpty ? text.line(at: content.lowerBound) : content
    return error(
      "`\(excerpt(content))` is indented by \(spaces) space\(spaces == 1 ? "" : "s"), unlike \(expected)",
      at: place, notes: notes)
  }

  /// Text after a complete value on its line.
  private func trailing(from offset: Int, in content: Range<Int>) -> Diagnostic {
    let rest = offset..<max(offset + 1, content.upperBound)
    switch text[offset] {
    case 0x5D, 0x7D:
      return error(
        "`\(excerpt(offset..<offset + 1))` closes nothing; remove it, or quote the value",
        at: offset..<offset + 1)
    case 0x2A:
      return error("an alias cannot have an anchor or a tag of its own", at: text.word(at: offset))
    default: break
    }
    var before = offset - 1
    while before > content.lowerBound, text[before].map(Bytes.isSpace) == true { before -= 1 }
    if text[before] == 0x27 {
      return error(
        "`\(excerpt(rest))` stands after the closing quote; write a quote inside single quotes "
          + "twice (`''`)", at: rest)
    }
    if text[before] == 0x22 {
      return error(
        "`\(excerpt(rest))` stands after the closing quote; write a quote inside double quotes "
          + "as `\\\"`", at: rest)
    }
    return error("`\(excerpt(rest))` stands after the end of the value; quote it all", at: rest)
  }

  /// A `- ` on the line of its key.
  var itemAfterKey: Diagnostic {
    let value = text.value(at: problem.offset, inBrackets: false)
    return error(
      "a list item cannot begin on the line of its key; put `\(excerpt(value))` on a line of its "
        + "own, or quote it", at: value)
  }

  /// Something after the document.
  var afterDocument: Diagnostic {
    let content = text.content(at: problem.offset)
    let rest = problem.offset..<max(problem.offset, content.upperBound)
    if let previous = text.previousContent(before: problem.offset),
      excerpt(previous).hasPrefix("...")
    {
      return .error(
        .secondDocument,
        "`\(excerpt(rest))` stands after `...`, which ends the document; a file "
          + "holds one, so split it", at: range(rest),
        notes: [note("the document ends here", at: previous)])
    }
    return error("`\(excerpt(rest))` stands after the end of the document", at: rest)
  }
}
