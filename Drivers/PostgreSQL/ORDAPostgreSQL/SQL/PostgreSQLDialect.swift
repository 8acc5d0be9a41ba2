internal import ORDA

/// How PostgreSQL quotes and comments.
enum PostgreSQLDialect {
  static let dialect = Dialect(
    nestedComments: true, compoundTriggers: false, emptyList: "(NULL) IS TRUE", emptyNotInList: "(NULL) IS NOT FALSE",
    dollarQuotes: true, escapeStrings: true, arraySlices: true, parameterSigils: .colon,
    parameterNamesBeginWithDigits: false, doubledQuestionMarks: true, parameterStyle: .dollarNumbers,
    atomicBodies: true,
    keyToBeMade: "DEFAULT")

  /// How many parameters a text has, in the form that the server gets.
  static func parameterCount(of sql: String) throws(DatabaseError) -> Int {
    var reader = SQLTokens(sql, dialect: dialect)
    var count = 0
    while let token = try reader.next() {
      guard token.kind == .parameter, let number = Int(token.text.dropFirst()) else { continue }
      count = max(count, number)
    }
    return min(count, 65_535)
  }
}
