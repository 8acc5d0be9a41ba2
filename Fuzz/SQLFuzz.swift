/// The dialects that every input is read in: the standard, one like SQLite's, two like MariaDB's, two like PostgreSQL's.
let dialects: [Dialect] = [
  .standard,
  Dialect(backtickIdentifiers: true, bracketIdentifiers: true),
  Dialect(
    identifierQuote: "`", doubleQuotesIdentifiers: false, backtickIdentifiers: true, backslashEscapes: true,
    hashComments: true, dashCommentsNeedSpace: true, executableComments: true, parameterSigils: .colon),
  Dialect(
    backtickIdentifiers: true, hashComments: true, dashCommentsNeedSpace: true, executableComments: true,
    nestedComments: true, compoundTriggers: false, parameterSigils: .colon),
  Dialect(
    nestedComments: true, dollarQuotes: true, escapeStrings: true, arraySlices: true, parameterSigils: .colon,
    parameterNamesBeginWithDigits: false, doubledQuestionMarks: true),
  Dialect(dollarQuotes: true, arraySlices: true, parameterSigils: .colon, parameterStyle: .dollarNumbers),
]

/// What must hold for any bytes: nothing traps, and what is parsed agrees with itself.
func fuzzSQL(_ bytes: UnsafeBufferPointer<UInt8>) {
  let text = String(decoding: bytes, as: UTF8.self)
  let markers = text.utf8.count { $0 == SQL.marker }
  for dialect in dialects {
    checkTokens(bytes, dialect)
    for interpolations in Set([0, markers]) {
      checkStatement(text, interpolations, dialect)
      checkScript(text, interpolations, dialect)
    }
  }
}

/// Tokens lie within the text, in order, and none is empty; the tokenizer comes to an end.
private func checkTokens(_ bytes: UnsafeBufferPointer<UInt8>, _ dialect: Dialect) {
  var tokenizer = Tokenizer(bytes, dialect: dialect)
  var end = 0
  do throws(DatabaseError) {
    while let token = try tokenizer.next() {
      precondition(token.start >= end && token.end > token.start && token.end <= bytes.count, "token out of order")
      end = token.end
    }
  } catch {
    precondition(error.kind == .syntax, "not a syntax error")
  }
}

private func checkStatement(_ text: String, _ interpolations: Int, _ dialect: Dialect) {
  guard
    let parsed = attempt({ () throws(DatabaseError) in
      try ParsedStatement.parse(text, interpolations: interpolations, dialect: dialect)
    })
  else { return }
  let layout = parsed.parameters
  precondition(layout.interpolations == interpolations || interpolations == 0, "interpolated values lost")
  checkLayout(layout)
  checkAgain(parsed, dialect)
  if layout.nativeCount == 0 { precondition(contains(text, parsed.text), "text without parameters was changed") }
  _ = attempt { () throws(DatabaseError) in try Parameters.none.resolve(layout) }
  _ = attempt { () throws(DatabaseError) in try Parameters(pairs: [("a", nil), (text, nil)]).resolve(layout) }
  let values = attempt { () throws(DatabaseError) in
    try Parameters(values: Array(repeating: nil, count: layout.count)).resolve(layout)
  }
  precondition(values?.count == layout.count, "the right number of values was refused")
}

private func checkScript(_ text: String, _ interpolations: Int, _ dialect: Dialect) {
  guard
    let statements = attempt({ () throws(DatabaseError) in
      try ParsedStatement.script(text, interpolations: interpolations, dialect: dialect)
    })
  else { return }
  var next = 0
  var line = 1
  for statement in statements {
    precondition(statement.line >= line, "lines run backwards")
    line = statement.line
    checkLayout(statement.parameters)
    checkAgain(statement, dialect)
    for case .interpolated(let index) in statement.parameters.sources {
      precondition(index == next, "interpolated values out of order")
      next += 1
    }
  }
  precondition(next == interpolations || interpolations == 0, "interpolated values lost")
}

/// The layout's numbers fit each other.
private func checkLayout(_ layout: ParameterLayout) {
  precondition(layout.nativeCount == layout.sources.count)
  for source in layout.sources {
    if case .parameter(let index) = source { precondition(index >= 0 && index < layout.count, "no such parameter") }
  }
  for name in layout.names.compactMap({ $0 }) {
    precondition(!layout.indexes(ofName: name).isEmpty, "a name without a place")
  }
}

/// The text for the driver, parsed again, has the same plain parameters and is the same statement.
private func checkAgain(_ statement: ParsedStatement, _ dialect: Dialect) {
  let again: ParsedStatement
  do throws(DatabaseError) {
    again = try ParsedStatement.parse(statement.text, interpolations: 0, dialect: dialect)
  } catch {
    // Two dashes that a semicolon kept from being a comment; cut off, they are one.
    if dialect.dashCommentsNeedSpace, statement.text.hasSuffix("--"), error.code == .nilStatementSQL { return }
    preconditionFailure("the driver's text can't be parsed: \(error)")
  }
  precondition(again.parameters.nativeCount == statement.parameters.nativeCount, "another number of parameters")
  precondition(again.parameters.isIdentity && again.parameters.interpolations == 0, "a parameter is no plain ?")
  precondition(again.text == statement.text && again.keyword == statement.keyword, "another statement")
}

private func contains(_ text: String, _ part: String) -> Bool {
  let text = Array(text.utf8)
  let part = Array(part.utf8)
  return text == part || (0...max(0, text.count - part.count)).contains { text[$0...].starts(with: part) }
}

private func attempt<R>(_ body: () throws(DatabaseError) -> R) -> R? {
  do throws(DatabaseError) { return try body() } catch {
    precondition(!error.description.isEmpty)
    return nil
  }
}
