extension Statement {
  /// Runs the statement once for each element, in one transaction: all or nothing.
  ///
  /// ```swift
  /// try insert.executeMany(tracks) { track, parameters in try parameters.bind(track.id, track.name) }
  /// ```
  ///
  /// If the database takes arrays of parameters (``Capability/arrayBinding``), elements are bound some hundred ahead of
  /// those that have run.
  ///
  /// - Returns: How many rows were changed in all.
  /// - Throws: The first error, which names the element that failed (``DatabaseError/batchIndex``); nothing of the batch
  ///   remains.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @inlinable @inline(__always)
  @discardableResult
  public func executeMany<Elements: Sequence>(
    _ elements: Elements, timeout: Duration? = nil,
    bind: (Elements.Element, borrowing ParameterBinder) throws -> Void
  ) throws -> Int {
    try StatementExecution.batch(elements, bind) { try withBatch(timeout: timeout, $0) }
  }

  /// Runs the statement once for each list of parameters, in one transaction: all or nothing.
  ///
  /// - Returns: How many rows were changed in all.
  /// - Throws: The first error, which names the element that failed; nothing of the batch remains.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @discardableResult
  public func executeMany(_ elements: some Sequence<Parameters>, timeout: Duration? = nil) throws -> Int {
    var changed = 0
    try withBatch(timeout: timeout) { changed = try $0.runBatch(elements) }
    return changed
  }

  /// Runs the statement once for each Codable element, in one transaction: all or nothing. The statement's parameters
  /// are named like the elements' keys.
  ///
  /// - Returns: How many rows were changed in all.
  /// - Throws: The first error, which names the element that failed; nothing of the batch remains.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @discardableResult
  @inlinable @inline(__always)
  public func executeMany<Elements: Sequence>(
    _ elements: Elements, strategy: RowCodingStrategy = .exact, timeout: Duration? = nil
  ) throws -> Int where Elements.Element: Encodable {
    try StatementExecution.batch(encoding: elements, strategy) { try withBatch(timeout: timeout, $0) }
  }
}
