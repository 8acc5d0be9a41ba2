extension Statement {
  /// Runs the statement with more than twelve values, or with some of types that are not known before it runs, or nil.
  ///
  /// - Returns: The changes, and its rows if it returns any.
  /// - Throws: ``DatabaseError``; of kind `misuse` if parameters are missing, extra or unknown, naming them.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @discardableResult
  public func execute(
    _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) throws -> any StatementResult {
    try execute(Parameters(values: parameters), timeout: timeout)
  }

  /// Runs the statement with parameters by name or as a list.
  ///
  /// - Returns: The changes, and its rows if it returns any.
  /// - Throws: ``DatabaseError``; of kind `misuse` if parameters are missing, extra or unknown, naming them.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @discardableResult
  public func execute(_ parameters: Parameters = .none, timeout: Duration? = nil) throws -> any StatementResult {
    var result: any StatementResult = StatementOutcome(changed: nil, lastID: nil)
    try withExecution(parameters, timeout: timeout) { result = try $0.run() }
    return result
  }

  /// Runs the query and keeps its rows.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  public func query(_ parameters: (any ValueConvertible)?..., timeout: Duration? = nil) throws -> any StatementResult {
    try execute(Parameters(values: parameters), timeout: timeout)
  }

  /// Runs the query with parameters by name or as a list, and keeps its rows.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  public func query(_ parameters: Parameters, timeout: Duration? = nil) throws -> any StatementResult {
    try execute(parameters, timeout: timeout)
  }

  /// The first row of the query; nil if there is none.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  public func first(_ parameters: (any ValueConvertible)?..., timeout: Duration? = nil) throws -> FetchedRow? {
    try first(Parameters(values: parameters), timeout: timeout)
  }

  /// The first row of the query with parameters by name or as a list; nil if there is none.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  public func first(_ parameters: Parameters, timeout: Duration? = nil) throws -> FetchedRow? {
    try firstRow(parameters, timeout: timeout) { try $0.fetched() }
  }

  /// Lends each row of the query in turn: the fast way through many rows, with the memory of one.
  ///
  /// Other statements may run in the body. Throwing ends the reading.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @inlinable
  public func forEach(
    _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil, body: (borrowing Row) throws -> Void
  ) throws {
    try withExecution(Parameters(values: parameters), timeout: timeout) { try $0.forEachRow(body) }
  }

  /// Lends each row of the query in turn; parameters by name or as a list.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @inlinable
  public func forEach(
    _ parameters: Parameters, timeout: Duration? = nil, body: (borrowing Row) throws -> Void
  ) throws {
    try withExecution(parameters, timeout: timeout) { try $0.forEachRow(body) }
  }

  /// Opens rows for reading one by one, in bounded memory.
  @available(*, noasync, message: "for try await row in rows(…) does not block the task's thread")
  public func rows(_ parameters: (any ValueConvertible)?..., timeout: Duration? = nil) throws -> Rows {
    try openRows(Parameters(values: parameters), timeout: timeout)
  }

  /// Opens rows for reading one by one, in bounded memory; parameters by name or as a list.
  @available(*, noasync, message: "for try await row in rows(…) does not block the task's thread")
  public func rows(_ parameters: Parameters, timeout: Duration? = nil) throws -> Rows {
    try openRows(parameters, timeout: timeout)
  }
}
