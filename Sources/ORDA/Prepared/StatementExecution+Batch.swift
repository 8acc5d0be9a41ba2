/// The transaction around a batch, as seen by its statement.
protocol BatchScope: AnyObject {
  /// Refuses the next element if the database has ended the transaction during the one before.
  ///
  /// - Parameter parsed: The statement, which says how it has ended the transaction, if it did.
  func checkElement(of parsed: ParsedStatement) throws(DatabaseError)
}

/// What is asked after each element. It is made once for a batch: read from the execution, the transaction would be
/// retained and released for each of them.
@usableFromInline
struct BatchCheck {
  let scope: (any BatchScope)?
  let parsed: ParsedStatement

  /// Refuses the next element if the database has ended the transaction during the one before.
  @usableFromInline
  func callAsFunction() throws { try scope?.checkElement(of: parsed) }
}

/// How a batch is run: the statement once for each element.
extension StatementExecution {
  @inlinable
  func runBatch<Elements: Sequence>(
    _ elements: Elements, bind: (Elements.Element, borrowing ParameterBinder) throws -> Void
  ) throws -> Int {
    try checkBatchable()
    let binder = ParameterBinder(driver: driver, count: driver.parameterCount)
    return try runEach(elements) { try bind($0, binder) }
  }

  /// Binds, runs and resets once for each element, and adds up the changed rows; together if the driver can.
  @inlinable
  func runEach<Elements: Sequence>(_ elements: Elements, _ bind: (Elements.Element) throws -> Void) throws -> Int {
    // Read from the execution each time, it would be retained for each call.
    let driver = driver
    // The limit is that of the whole, which the database does not know.
    driver.setTimeLimit(nil)
    if let together = driver as? any ArrayBindingStatement, together.beginBatch() {
      return try runTogether(elements, together, bind)
    }
    var changed = 0
    var index = 0
    let check = batchCheck()
    try elements.lendEach { element in
      do {
        try bind(copy element)
        while try driver.step() {}
        changed &+= driver.outcome().changed ?? 0
        if driver.warningCount > 0 { collectWarnings() }
        driver.reset()
      } catch {
        throw failed(error, at: index)
      }
      try check()
      index &+= 1
    }
    return changed
  }

  /// Binds each element, and lets the driver decide when to send it to the database.
  @inlinable
  func runTogether<Elements: Sequence>(
    _ elements: Elements, _ driver: any ArrayBindingStatement, _ bind: (Elements.Element) throws -> Void
  ) throws -> Int {
    var index = 0
    try elements.lendEach { element in
      do {
        try bind(copy element)
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

  @inlinable
  func runBatch<Elements: Sequence>(encoding elements: Elements, strategy: RowCodingStrategy) throws -> Int
  where Elements.Element: Encodable {
    let binder = try rowBinder(strategy)
    return try runEach(elements) { element in
      if hasInterpolated { try bindInterpolated() }
      try binder.bind(element)
    }
  }

  @usableFromInline
  var hasInterpolated: Bool { !interpolated.isEmpty }

  @usableFromInline
  func rowBinder(_ strategy: RowCodingStrategy) throws -> RowBinder {
    let layout = parsed.parameters
    guard !layout.sources.isEmpty, layout.names.allSatisfy({ $0 != nil }) else {
      throw DatabaseError(
        .misuse, "a batch of Codable values needs parameters named as their keys are, as in VALUES (:id, :name)")
    }
    let named = layout.sources.enumerated().compactMap { index, source -> (name: String, index: Int)? in
      guard case .parameter(let place) = source, let name = layout.names[place] else { return nil }
      return (name, index)
    }
    return RowBinder(parameters: named, of: driver, strategy: strategy)
  }

  /// The binder takes parameters by their place in the text: names that occur twice, numbers and interpolated values
  /// have no place of their own.
  @usableFromInline
  func checkBatchable() throws {
    guard parsed.parameters.isIdentity else {
      throw DatabaseError(
        .misuse, "a batch that binds by index needs a statement whose parameters each stand once and in order")
    }
  }

  @usableFromInline
  func batchCheck() -> BatchCheck { BatchCheck(scope: batchScope, parsed: parsed) }

  @usableFromInline
  func failed(_ error: any Error, at index: Int) -> any Error {
    guard var error = error as? DatabaseError, error.batchIndex == nil else { return error }
    error.batchIndex = index
    return error
  }
}
