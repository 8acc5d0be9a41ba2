extension Statement {
  /// Runs the statement with more than twelve values, or with some of types that are not known before it runs, or nil.
  ///
  /// - Returns: The changes, and its rows if it returns any.
  /// - Throws: ``DatabaseError``; of kind `cancelled` if the task is cancelled, which stops the statement.
  @discardableResult
  public func execute(
    _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) async throws -> any StatementResult {
    try await execute(Parameters(values: parameters), timeout: timeout)
  }

  /// Runs the statement with parameters by name or as a list.
  ///
  /// - Returns: The changes, and its rows if it returns any.
  /// - Throws: ``DatabaseError``; of kind `cancelled` if the task is cancelled, which stops the statement.
  @discardableResult
  public func execute(_ parameters: Parameters, timeout: Duration? = nil) async throws -> any StatementResult {
    let result = Handover<any StatementResult>(StatementOutcome(changed: nil, lastID: nil))
    try await withExecution(parameters, timeout: timeout) { result.value = try $0.run() }
    return result.value
  }

  /// Runs the query and keeps its rows.
  public func query(
    _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) async throws -> any StatementResult {
    try await execute(Parameters(values: parameters), timeout: timeout)
  }

  /// Runs the query with parameters by name or as a list, and keeps its rows.
  public func query(_ parameters: Parameters, timeout: Duration? = nil) async throws -> any StatementResult {
    try await execute(parameters, timeout: timeout)
  }

  /// The first row of the query; nil if there is none.
  public func first(
    _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) async throws -> FetchedRow? {
    try await first(Parameters(values: parameters), timeout: timeout)
  }

  /// The first row of the query with parameters by name or as a list; nil if there is none.
  public func first(_ parameters: Parameters, timeout: Duration? = nil) async throws -> FetchedRow? {
    let first = Handover<FetchedRow?>(nil)
    try await withExecution(parameters, timeout: timeout) { execution in
      if try execution.step() { first.value = try execution.row().fetched() }
    }
    return first.value
  }

  /// Lends each row of the query in turn, on the connection's own thread: the fast way through many rows, with the
  /// memory of one. Throwing ends the reading.
  @inlinable
  public func forEach(
    _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil,
    body: @escaping @Sendable (borrowing Row) throws -> Void
  ) async throws {
    try await withExecution(Parameters(values: parameters), timeout: timeout) { try $0.forEachRow(body) }
  }

  /// Lends each row of the query in turn, on the connection's own thread; parameters by name or as a list.
  @inlinable
  public func forEach(
    _ parameters: Parameters, timeout: Duration? = nil, body: @escaping @Sendable (borrowing Row) throws -> Void
  ) async throws {
    try await withExecution(parameters, timeout: timeout) { try $0.forEachRow(body) }
  }

  /// Runs the statement once for each list of parameters, in one transaction: all or nothing.
  ///
  /// - Returns: How many rows were changed in all.
  /// - Throws: The first error, which names the element that failed; nothing of the batch remains.
  @discardableResult
  public func executeMany(
    _ elements: some Sequence<Parameters> & Sendable, timeout: Duration? = nil
  ) async throws -> Int {
    let changed = Handover(0)
    try await withBatch(timeout: timeout) { changed.value = try $0.runBatch(elements) }
    return changed.value
  }

  /// Runs the statement once for each Codable element, in one transaction: all or nothing. The statement's parameters
  /// are named like the elements' keys.
  ///
  /// - Returns: How many rows were changed in all.
  /// - Throws: The first error, which names the element that failed; nothing of the batch remains.
  @_disfavoredOverload
  @discardableResult
  public func executeMany<Elements: Sequence & Sendable>(
    _ elements: Elements, strategy: RowCodingStrategy = .exact, timeout: Duration? = nil
  ) async throws -> Int where Elements.Element: Encodable {
    let changed = Handover(0)
    try await withBatch(timeout: timeout) { changed.value = try $0.runBatch(encoding: elements, strategy: strategy) }
    return changed.value
  }

  /// Runs the statement once for each element, in one transaction: all or nothing.
  ///
  /// - Returns: How many rows were changed in all.
  /// - Throws: The first error, which names the element that failed; nothing of the batch remains.
  @discardableResult
  public func executeMany<Elements: Sequence & Sendable>(
    _ elements: Elements, timeout: Duration? = nil,
    bind: @escaping @Sendable (Elements.Element, borrowing ParameterBinder) throws -> Void
  ) async throws -> Int {
    let changed = Handover(0)
    try await withBatch(timeout: timeout) { changed.value = try $0.runBatch(elements, bind: bind) }
    return changed.value
  }

  /// Rows as an asynchronous sequence, in bounded memory.
  @_disfavoredOverload
  public func rows(_ parameters: (any ValueConvertible)?..., timeout: Duration? = nil) -> AsyncRows {
    rowStream(Parameters(values: parameters), timeout: timeout)
  }

  /// Rows as an asynchronous sequence, in bounded memory; parameters by name or as a list.
  @_disfavoredOverload
  public func rows(_ parameters: Parameters, timeout: Duration? = nil) -> AsyncRows {
    rowStream(parameters, timeout: timeout)
  }
}
