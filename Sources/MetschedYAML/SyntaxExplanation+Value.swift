internal import MetschedDiagnostics

/// What goes wrong inside brackets and in single values.
extension SyntaxExplanation {
  /// Something else than a comma or the closing bracket.
  var unexpectedInBrackets: Diagnostic {
    let offset = problem.offset
    let start = problem.contextOffset ?? offset
    let opening = excerpt(start..<start + 1)
    let closing = text[start] == 0x7B ? "}" : "]"
    if text[offset] == 0x7B, text[offset - 1] == 0x24 { return unquotedReference(offset - 1) }
    let opened = note("`\(opening)` stands here", at: start..<start + 1)
    switch text[offset] {
    case 0x5D, 0x7D:
      return error(
        "`\(excerpt(offset..<offset + 1))` does not close `\(opening)`; expected `\(closing)`",
        at: offset..<offset + 1, notes: [opened])
    case 0x3A where !isNewKey(offset, after: start):
      return error(
        "a second `:` in one entry; quote the value, or separate entries with `,`",
        at: offset..<offset + 1, notes: [opened])
    default: break
    }
    let content = text.content(at: offset)
    let isNewKey = text[offset] == 0x3A
    if isNewKey || offset >= text.bytes.count || offset <= content.lowerBound {
      let rest = text.trimmedEnd(before: min(offset, isNewKey ? content.lowerBound : offset))
      return error(
        "`\(opening)` is never closed; add `\(closing)`", at: start..<start + 1,
        notes: [note("it could be closed here", at: rest..<rest)])
    }
    let word = text.value(at: offset, inBrackets: true)
    return error(
      "expected `,` or `\(closing)` before `\(excerpt(word))`", at: word, notes: [opened])
  }

  /// Whether a colon follows a key that begins a line at the bracket's indentation or less.
  private func isNewKey(_ colon: Int, after bracket: Int) -> Bool {
    guard text[colon] == 0x3A else { return false }
    let content = text.content(at: colon)
    guard text.line(at: bracket) != text.line(at: colon),
      text.indentation(at: colon) <= text.indentation(at: bracket)
    else { return false }
    let separators: [UInt8] = [0x2C, 0x5B, 0x5D, 0x7B, 0x7D]
    return !text.bytes[content.lowerBound..<colon].contains(where: separators.contains)
  }

  /// A `${name}` in brackets without quotes, whose brace YAML takes for a mapping.
  private func unquotedReference(_ dollar: Int) -> Diagnostic {
    var start = dollar
    let stops: [UInt8] = [0x0A, 0x0D, 0x2C, 0x5B, 0x7B]
    while let byte = text[start - 1], !stops.contains(byte) {
      if Bytes.isSpace(byte), text[start - 2] == 0x3A { break }
      start -= 1
    }
    let value = text.value(at: start, inBrackets: true)
    return error(
      "`\(excerpt(value))` must be quoted inside `{…}` and `[…]`, where YAML takes its braces for "
        + "a mapping", at: value, suggestion: quoting(value))
  }

  /// A bracket or comma where a value is expected.
  var missingNode: Diagnostic {
    let offset = problem.offset
    switch text[offset] {
    case 0x2C where problem.context == "while parsing a flow node":
      return error(
        "nothing stands before this comma; remove it, or write `null`", at: offset..<offset + 1)
    case 0x2C:
      return cannotBegin(at: offset)
    case 0x5D, 0x7D:
      return error(
        "`\(excerpt(offset..<offset + 1))` closes nothing; remove it, or quote the value",
        at: offset..<offset + 1)
    default:
      return error(
        "expected a value before `\(excerpt(text.word(at: offset)))`",
        at: text.word(at: offset))
    }
  }

  /// A character that can begin no value, or a tab.
  var unexpectedCharacter: Diagnostic {
    text[problem.offset] == 0x09 ? tab(at: problem.offset) : cannotBegin(at: problem.offset)
  }

  /// A `*` or `&` without a name.
  var namelessAlias: Diagnostic {
    let offset = problem.contextOffset ?? problem.offset
    let value = text.value(at: offset, inBrackets: isInBrackets(offset))
    let meaning = text[offset] == 0x2A ? "an alias" : "an anchor"
    return error(
      "`\(excerpt(offset..<offset + 1))` begins \(meaning), whose name has letters, digits, `-` "
        + "and `_`; quote `\(excerpt(value))` if it is text", at: value,
      suggestion: quoting(value, isAutomatic: false))
  }

  private func cannotBegin(at offset: Int) -> Diagnostic {
    let value = text.value(at: offset, inBrackets: isInBrackets(offset))
    if value.lowerBound == text.line(at: offset).lowerBound, text[offset] == 0x25 {
      return error(
        "a line that begins with `%` is a directive, which may stand only before the document; "
          + "indent or quote it", at: value)
    }
    return error(
      "a plain value cannot begin with `\(excerpt(offset..<offset + 1))`; quote it", at: value,
      suggestion: value.isEmpty ? nil : quoting(value))
  }

  /// Whether a bracket is open on the line before an offset; near enough to suggest quotes.
  private func isInBrackets(_ offset: Int) -> Bool {
    let before = text.bytes[text.line(at: offset).lowerBound..<offset]
    return before.reduce(0) { depth, byte in
      switch byte {
      case 0x5B, 0x7B: depth + 1
      case 0x5D, 0x7D: depth - 1
      default: depth
      }
    } > 0
  }

  /// What happens rarely, in libyaml's own order.
  var rareProblem: Diagnostic {
    let offset = problem.offset
    let here = text.word(at: offset)
    let start = problem.contextOffset ?? offset
    switch problem.message {
    case "found unknown escape character":
      let escape = offset..<min(offset + 2, text.bytes.count)
      return error(
        "`\(excerpt(escape))` is no escape; write a backslash in double quotes twice, or use "
          + "single quotes", at: escape)
    case "did not find expected hexdecimal number":
      return error("expected hexadecimal digits after the escape", at: max(0, offset - 2)..<offset)
    case "found undefined tag handle":
      return error(
        "the handle of the tag `\(excerpt(here))` is not declared; quote the text if `!` belongs "
          + "to it", at: here)
    case "found incompatible YAML document":
      return error(
        "this version of YAML is not known; use 1.1 or 1.2", at: text.content(at: offset))
    case "found unknown directive name":
      return error(
        "a line that begins with `%` is a directive, and this one is not known; quote it if it is "
          + "text", at: text.content(at: start))
    case "did not find expected comment or line break":
      return error(
        "only a comment may follow the indicator of a text block; put the text on the next line, "
          + "or quote it", at: text.value(at: start, inBrackets: false))
    case "found an indentation indicator equal to 0":
      return error("a text block cannot be indented by 0; use 1 to 9", at: start..<offset + 1)
    default:
      let end = offset < text.bytes.count ? max(here.upperBound, offset) : offset
      let what = problem.context.map { " \($0)" } ?? ""
      let notes = start < offset ? contextNote("it begins here") : []
      return error("\(problem.message)\(what)", at: offset..<end, notes: notes)
    }
  }
}
