extension ParsedStatement {
  /// Parses a text that is one statement; white space, comments and semicolons around it are fine.
  ///
  /// If the only parameters are plain `?`, the text is passed on unchanged, byte for byte. Semicolons before it, and
  /// more than one after it, are cut off with what is beyond them, since MariaDB refuses empty statements. On MariaDB a
  /// routine's body is not searched for the end of the statement.
  ///
  /// - Parameters:
  ///   - text: The rendered text, in which the character U+0001 stands for each interpolated value.
  ///   - interpolations: How many values were interpolated.
  ///   - lists: The lists among them, by their places.
  ///   - dialect: How the database quotes and comments.
  /// - Throws: ``DatabaseError`` of kind `syntax` if quotes or a comment are not closed; of kind `misuse` if the text
  ///   is empty or more than one statement, if an interpolated value is in quotes or in a comment, and if the number of
  ///   a `?NNN` is out of range.
  package static func parse(
    _ text: String, interpolations: Int, dialect: Dialect
  ) throws(DatabaseError) -> ParsedStatement {
    try parse(text, interpolations: interpolations, lists: [:], dialect: dialect)
  }

  static func parse(
    _ text: String, interpolations: Int, lists: [Int: SQL.InterpolatedList], dialect: Dialect
  ) throws(DatabaseError) -> ParsedStatement {
    do throws(DatabaseError) {
      for list in lists.values { try list.checkColumn() }
      return try text.readingUTF8 { (bytes) throws(DatabaseError) in
        var scanner = StatementScanner(bytes, dialect: dialect, isSingle: true, lists: lists)
        let (first, leading) = try scanner.firstToken()
        guard let first else {
          try scanner.tokenizer.checkMarkers(interpolations)
          throw empty
        }
        let found = try scanner.statement(from: first)
        let (second, trailing) = found.isTerminated ? try scanner.firstToken() : (nil, 0)
        if let second {
          let place = TextPosition(of: second.start, in: bytes)
          throw DatabaseError(
            .misuse, "more than one statement: the second begins at \(place); use executeScript for several")
        }
        try scanner.tokenizer.checkMarkers(interpolations)
        let range = leading + trailing > 0 ? found.range : bytes.indices
        let line = TextPosition(of: first.start, in: bytes).line
        let (native, places) = rewrite(text, bytes, range, found.rewrites, dialect.parameterStyle)
        return ParsedStatement(
          text: native, found: found,
          lists: found.lists.map {
            ListParameter(
              index: $0.index, shape: $0.list.shape, column: $0.list.column, range: places[$0.rewrite])
          },
          line: line)
      }
    } catch {
      var error = error
      error.sql = SQL.readable(text)
      throw error
    }
  }

  /// Splits a text into its statements, in order; empty ones are left out.
  ///
  /// A statement's text goes from its first token to its last: semicolons are left out, and so are white space and
  /// comments between statements. Parameters are numbered for each statement separately, interpolated values through
  /// all of them. If the dialect has it, `CREATE TRIGGER … BEGIN … END` stays in one piece. `DELIMITER` is a command of
  /// MySQL's client and not SQL: it is not understood.
  ///
  /// - Throws: ``DatabaseError`` like ``parse(_:interpolations:dialect:)``, except that any number of statements is
  ///   fine.
  package static func script(
    _ text: String, interpolations: Int = 0, dialect: Dialect
  ) throws(DatabaseError) -> [ParsedStatement] {
    try text.readingUTF8 { (bytes) throws(DatabaseError) in
      var scanner = StatementScanner(bytes, dialect: dialect, isSingle: false)
      var statements: [ParsedStatement] = []
      var line = 1
      var counted = 0
      while let first = try scanner.firstToken().token {
        for byte in bytes[counted..<first.start] where byte == 0x0A { line += 1 }
        counted = first.start
        let found = try scanner.statement(from: first)
        let text = rewrite(text, bytes, found.range, found.rewrites, dialect.parameterStyle).text
        statements.append(ParsedStatement(text: text, found: found, lists: [], line: line))
      }
      try scanner.tokenizer.checkMarkers(interpolations)
      return statements
    }
  }

  private static var empty: DatabaseError {
    var error = DatabaseError(.misuse, "an empty statement: there is no SQL in the text")
    error.code = .nilStatementSQL
    return error
  }

  /// A range of the text with each parameter as the database wants it, and where these are now; the text itself if
  /// nothing changes.
  private static func rewrite(
    _ text: String, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ rewrites: [StatementScanner.Rewrite],
    _ style: ParameterStyle
  ) -> (text: String, places: [Range<Int>]) {
    if rewrites.isEmpty {
      return (range == bytes.indices ? text : String(decoding: bytes[range], as: UTF8.self), [])
    }
    var result: [UInt8] = []
    var places: [Range<Int>] = []
    result.reserveCapacity(range.count)
    var done = range.lowerBound
    for rewrite in rewrites {
      result += bytes[done..<rewrite.range.lowerBound]
      let start = result.count
      style.append(rewrite.number, to: &result)
      // The separating space before it is not part of it.
      places.append((result[start] == UInt8(ascii: " ") ? start + 1 : start)..<result.count)
      done = rewrite.range.upperBound
      // A digit directly after an interpolated value must not turn it into `?1`.
      if rewrite.number > 0, done < range.upperBound, style.continues(with: bytes[done]) {
        result.append(UInt8(ascii: " "))
      }
    }
    result += bytes[done..<range.upperBound]
    return (String(decoding: result, as: UTF8.self), places)
  }
}

extension Tokenizer {
  /// Checks, at the end of the text, that each interpolated value has its place in it.
  ///
  /// The text may contain U+0001 of its own, but only in quotes, and only if nothing is interpolated: otherwise nobody
  /// could tell which is which, and a value could be bound in another's place.
  func checkMarkers(_ interpolations: Int) throws(DatabaseError) {
    guard visibleMarkers + hiddenMarkers == interpolations else {
      if interpolations == 0, visibleMarkers == 0 { return }
      throw DatabaseError(
        .misuse, "the text holds the character U+0001, which ORDA keeps for interpolated values; bind it as a value")
    }
    guard let firstHidden else { return }
    let place = TextPosition(of: firstHidden.offset, in: bytes)
    throw DatabaseError(
      .misuse,
      "a value interpolated inside \(firstHidden.place) is not bound; write name = \\(name) without quotes"
        + " (value \(firstHidden.number) of \(interpolations), at \(place))")
  }
}
