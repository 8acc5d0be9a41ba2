internal import ORDA

/// How PostgreSQL quotes and comments.
enum PostgreSQLDialect {
  static let dialect = Dialect(
    nestedComments: true, compoundTriggers: false, emptyList: "(NULL) IS TRUE", emptyNotInList: "(NULL) IS NOT FALSE",
    dollarQuotes: true, escapeStrings: true, arraySlices: true, parameterSigils: .colon,
    parameterNamesBeginWithDigits: false, doubledQuestionMarks: true, parameterStyle: .dollarNumbers,
    atomicBodies: true,
    keyToBeMade: "DEFAULT", keysNeedReturning: true)

  /// The name of the trigger that notes changes of rows. It concerns each row by itself.
  static let changeTrigger = "orda_changes"

  /// The most parameters that the server takes: it counts them in 16 bits.
  static let mostParameters = 65_535

  /// The most parameters of a statement that the client library reads a description of: the message has at most 30,000 bytes.
  static let mostDescribedParameters = 7_498

  /// The number of parameters in a text, in the form that the server gets.
  static func parameterCount(of sql: String) throws(DatabaseError) -> Int {
    var reader = SQLTokens(sql, dialect: dialect)
    var count = 0
    var words: [String] = []
    while let token = try reader.next() {
      if token.kind == .word, words.count < 4 { words.append(token.text.lowercased()) }
      guard token.kind == .parameter, let number = Int(token.text.dropFirst()) else { continue }
      // Their parameters belong to the created object.
      if words.first == "prepare" { return 0 }
      if words.first == "create", words.contains("function") || words.contains("procedure") { return 0 }
      count = max(count, number)
    }
    return count
  }

  /// A text with a separate number for each occurrence of a parameter, and the parameter's index at each occurrence.
  static func withOccurrencesNumbered(_ sql: String) throws(DatabaseError) -> (text: String, parameters: [Int]) {
    var reader = SQLTokens(sql, dialect: dialect)
    var text = ""
    var parameters: [Int] = []
    var done: String.Index?
    var source = sql[...]
    while let token = try reader.next() {
      source = token.text.base[...]
      guard token.kind == .parameter, let number = Int(token.text.dropFirst()), number > 0 else { continue }
      parameters.append(number - 1)
      text += source[(done ?? source.startIndex)..<token.text.startIndex] + "$\(parameters.count)"
      done = token.text.endIndex
    }
    return (text + source[(done ?? source.startIndex)...], parameters)
  }

  /// Throws `unsupported` if a statement has more parameters than the server accepts.
  static func check(parameterCount count: Int, of sql: String) throws(DatabaseError) {
    guard count > mostParameters else { return }
    throw DatabaseError(
      .unsupported,
      "PostgreSQL takes at most \(mostParameters) parameters, and this statement has \(count); use executeMany or bulkLoad for "
        + "rows, and \\(list:) for lists", sql: sql)
  }
}
