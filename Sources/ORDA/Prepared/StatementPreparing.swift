/// How a connection's driver gets statements to prepare.
struct StatementPreparing {
  let connection: any DriverConnection
  /// The connection, if it prepares for values of certain kinds.
  private let typed: (any TypedPreparingConnection)?

  init(_ connection: any DriverConnection, typed: (any TypedPreparingConnection)?) {
    self.connection = connection
    self.typed = typed
  }

  /// Has a statement prepared.
  ///
  /// - Parameter toRun: True if it is run next, so that an error in the text may wait until then.
  /// - Throws: The database's errors about the text, and `syntax` if it finds a different number of parameters in it.
  func prepare(
    _ parsed: ParsedStatement, isKept: Bool, toRun: Bool
  ) throws(DatabaseError) -> any DriverStatement {
    let expected = parsed.parameters.nativeCount
    var request = PrepareRequest(
      sql: parsed.text, keyword: parsed.keyword, isPersistent: isKept, deferrableParameterCount: toRun ? expected : nil)
    request.lists = parsed.lists
    let driver: any DriverStatement
    if let typed {
      driver = TypedStatement(typed, request, parameterCount: expected)
      if !toRun { try driver.prepare() }
    } else {
      driver = try connection.prepare(request)
    }
    guard driver.parameterCount == expected else {
      let count = driver.parameterCount
      driver.close()
      throw .parameters(found: count, expected: expected, sql: parsed.text)
    }
    return driver
  }
}
