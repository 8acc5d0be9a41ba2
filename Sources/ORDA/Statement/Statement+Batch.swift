/// What a batch binds its parameters with; lent for one element at a time.
public struct ParameterBinder: ~Copyable {
  @usableFromInline let driver: any DriverStatement
  /// How many parameters the statement has.
  public let count: Int

  @inlinable
  init(driver: any DriverStatement, count: Int) {
    self.driver = driver
    self.count = count
  }

  /// Binds one parameter by its index, from 0. Those that are not bound are NULL.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` for an index that the statement does not have.
  @inlinable
  public func bind<T: ValueConvertible>(_ value: T, at index: Int) throws {
    guard UInt(bitPattern: index) < UInt(bitPattern: count) else { throw noParameter(index) }
    try value.bind(to: driver, at: index)
  }

  /// Binds all parameters, in order.
  ///
  /// - Throws: ``DatabaseError`` of kind `misuse` where there are more values than parameters.
  @inlinable
  public func bind<each T: ValueConvertible>(_ values: repeat each T) throws {
    var index = 0
    for value in repeat each values {
      guard index < count else { throw noParameter(index) }
      try value.bind(to: driver, at: index)
      index &+= 1
    }
  }

  @usableFromInline
  func noParameter(_ index: Int) -> DatabaseError {
    var error = DatabaseError(.misuse, "parameter \(index), counted from 0, of a statement that has \(count)")
    error.code = .badBindIndex
    return error
  }
}

extension Statement {
  /// Runs the statement once for each element, in one transaction: all or nothing.
  ///
  /// ```swift
  /// try insert.executeMany(tracks) { track, parameters in try parameters.bind(track.id, track.name) }
  /// ```
  ///
  /// Where the database takes arrays of parameters (``Capability/arrayBinding``), elements are bound some hundred ahead of
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

  /// Runs the statement once for each Codable element, in one transaction: all or nothing. The statement's parameters are
  /// named as the elements' keys are.
  ///
  /// - Returns: How many rows were changed in all.
  /// - Throws: The first error, which names the element that failed; nothing of the batch remains.
  @available(*, noasync, message: "await it, in a function; what is meant to block is run by db.blocking")
  @_disfavoredOverload
  @discardableResult
  public func executeMany<Elements: Sequence>(
    _ elements: Elements, strategy: RowCodingStrategy = .exact, timeout: Duration? = nil
  ) throws -> Int where Elements.Element: Encodable {
    var changed = 0
    try withBatch(timeout: timeout) { changed = try $0.runBatch(encoding: elements, strategy: strategy) }
    return changed
  }
}

extension StatementExecution {
  @inlinable
  func runBatch<Elements: Sequence>(
    _ elements: Elements, bind: (Elements.Element, borrowing ParameterBinder) throws -> Void
  ) throws -> Int {
    try checkBatchable()
    let binder = ParameterBinder(driver: driver, count: driver.parameterCount)
    return try runEach(elements) { try bind($0, binder) }
  }

  /// Binds, runs and resets once for each element, and adds up the rows that were changed; together where the driver can.
  @inlinable
  func runEach<Elements: Sequence>(_ elements: Elements, _ bind: (Elements.Element) throws -> Void) throws -> Int {
    // The limit is that of the whole, which the database is not told of.
    driver.setTimeLimit(nil)
    if let together = driver as? any ArrayBinding, together.beginBatch() {
      return try runTogether(elements, together, bind)
    }
    var changed = 0
    var index = 0
    for element in elements {
      do {
        try bind(element)
        while try driver.step() {}
        changed &+= driver.outcome().changed ?? 0
        if driver.warningCount > 0 { collectWarnings() }
        driver.reset()
      } catch {
        throw failed(error, at: index)
      }
      try checkTransaction()
      index &+= 1
    }
    return changed
  }

  /// Binds each element, and leaves it to the driver when the database is given it.
  @inlinable
  func runTogether<Elements: Sequence>(
    _ elements: Elements, _ driver: any ArrayBinding, _ bind: (Elements.Element) throws -> Void
  ) throws -> Int {
    var index = 0
    for element in elements {
      do {
        try bind(element)
      } catch {
        // The elements before it come first, and one of them may fail.
        _ = try driver.endBatch()
        throw failed(error, at: index)
      }
      try driver.addElement()
      index &+= 1
    }
    return try driver.endBatch()
  }

  func runBatch(_ elements: some Sequence<Parameters>) throws -> Int {
    try runEach(elements) { try bind(interpolated, $0) }
  }

  func runBatch<Elements: Sequence>(encoding elements: Elements, strategy: RowCodingStrategy) throws -> Int
  where Elements.Element: Encodable {
    let layout = parsed.parameters
    let sink = RowSink(
      strategy: strategy,
      parameters: layout.sources.enumerated().compactMap { index, source in
        guard case .parameter(let place) = source, let name = layout.names[place] else { return nil }
        return (name, index)
      })
    guard !layout.sources.isEmpty, layout.names.allSatisfy({ $0 != nil }) else {
      throw DatabaseError(
        .misuse, "a batch of Codable values needs parameters named as their keys are, as in VALUES (:id, :name)")
    }
    let encoder = RowEncoder(sink)
    // A type may keep its encoder, which is to come by no statement then.
    defer { sink.target = nil }
    return try runEach(elements) { element in
      sink.begin(driver)
      if !interpolated.isEmpty { try bindInterpolated() }
      try encoder.encode(element)
      try sink.end(absentIsNull: true)
    }
  }

  /// The binder takes parameters by their place in the text: names that stand twice, numbers and interpolated values have
  /// none of their own.
  @usableFromInline
  func checkBatchable() throws {
    guard parsed.parameters.isIdentity else {
      throw DatabaseError(
        .misuse, "a batch that binds by index needs a statement whose parameters each stand once and in order")
    }
  }

  /// Refuses the next element where the database has ended the transaction under the one before.
  @usableFromInline
  func checkTransaction() throws {
    guard let scope else { return }
    scope.checkTransaction(mayCommit: parsed.mayCommit, nil)
    if scope.ending != nil { try scope.checkUsable() }
  }

  @usableFromInline
  func failed(_ error: any Error, at index: Int) -> any Error {
    guard var error = error as? DatabaseError, error.batchIndex == nil else { return error }
    error.batchIndex = index
    return error
  }
}
