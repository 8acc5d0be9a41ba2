/// How a statement is run by the calls that take any number of values of any types: begun, bound, run and ended by calls, and
/// not by a closure, which could not carry them. `execute` takes closures all the same, since it is inlined into functions that
/// know the types.
extension Statement {
  // Casts would ask the runtime for the statement's type with each call, and their Optional would retain it.
  @inline(__always)
  private var isLeased: Bool { type(of: self) == LeasedStatement.self }
  @inline(__always)
  private var asLeased: LeasedStatement { unsafeDowncast(self, to: LeasedStatement.self) }

  @inline(__always)
  private var isGoverned: Bool { type(of: self) == GovernedStatement.self }
  @inline(__always)
  private var asGoverned: GovernedStatement { unsafeDowncast(self, to: GovernedStatement.self) }

  /// Begins an execution, which must be ended by ``end(_:_:)``.
  @usableFromInline
  func lend(timeout: Duration?) throws -> LentExecution {
    if isLeased { return try asLeased.begin(within: timeout) }
    if isGoverned { return try asGoverned.begin(within: timeout) }
    throw DatabaseError.awaitedStatement
  }

  /// Ends an execution.
  ///
  /// - Parameters:
  ///   - lent: What was begun; not consumed, since it would be copied for that.
  ///   - failure: What was thrown, if anything.
  /// - Returns: What is to be told by ``tell(_:of:)``; usually nothing.
  @usableFromInline
  func end(_ lent: inout LentExecution, _ failure: (any Error)?) -> ExecutionReport? {
    if isLeased { return asLeased.end(&lent, failure) }
    return isGoverned ? asGoverned.end(&lent, failure) : nil
  }

  /// Runs the statement with a few values, and keeps its rows.
  ///
  /// The compiler makes a version of this for each combination of types in a program, so it only binds; the rest is called.
  ///
  /// - Parameters:
  ///   - count: How many values there are.
  ///   - bind: Binds them, in order.
  ///   - list: The same as a list, which is asked for where they have to be matched with parameters, or told.
  @inlinable @inline(__always)
  func execute(
    _ count: Int, _ timeout: Duration?, _ bind: (borrowing ParameterBinder) throws -> Void,
    _ list: () -> [(any ValueConvertible)?]
  ) throws -> any StatementResult {
    var lent = try lend(timeout: timeout)
    var failure: (any Error)?
    do {
      if lent.handle.takesInOrder(count) {
        try bind(lent.handle.binder)
      } else {
        try self.bind(list(), resolvingFor: lent.handle)
      }
    } catch {
      failure = error
    }
    var report: ExecutionReport?
    let result = run(&lent, failure, &report)
    guard let report else { return result }
    return try finish(result, report, timeout, list())
  }

  /// Runs what was bound, and ends the execution.
  ///
  /// - Parameters:
  ///   - failure: What was thrown before, if anything; then nothing runs.
  ///   - report: Receives what is left to be done. It is not returned with the result, since a tuple of the two would be copied.
  @usableFromInline
  func run(
    _ lent: inout LentExecution, _ failure: (any Error)?, _ report: inout ExecutionReport?
  ) -> any StatementResult {
    var failure = failure
    if failure == nil {
      do {
        let result = try lent.handle.run()
        report = end(&lent, nil)
        return result
      } catch {
        failure = error
      }
    }
    report = end(&lent, failure)
    if report == nil, let failure { report = ExecutionReport(failure: failure, slowNanoseconds: nil) }
    return StatementOutcome(changed: nil, lastID: nil)
  }

  /// Does what an execution has left to be done: runs it again, or tells what is to be told of it.
  @usableFromInline
  func finish(
    _ result: any StatementResult, _ report: ExecutionReport, _ timeout: Duration?,
    _ values: [(any ValueConvertible)?]
  ) throws -> any StatementResult {
    if report.isToBeRepeated {
      var result = result
      try withExecution(Parameters(values: values), timeout: timeout) { result = try $0.run() }
      return result
    }
    try tell(report, of: values)
    return result
  }

  /// Binds values that have to be matched with the statement's parameters.
  @usableFromInline
  func bind(_ values: [(any ValueConvertible)?], resolvingFor execution: StatementExecution) throws {
    try execution.bind(interpolated, Parameters(values: values))
  }

  /// Logs what is to be logged of an execution, with its values, and throws what is to be thrown.
  @usableFromInline
  func tell(_ report: ExecutionReport, of values: [(any ValueConvertible)?]) throws {
    guard isLeased || isGoverned else { return }
    let (governor, slot) =
      isLeased ? (asLeased.governor, asLeased.slot) : (asGoverned.governor, asGoverned.slot)
    let statement = BoundStatement(slot, interpolated, Parameters(values: values), nil)
    if let error = governor.tell(report, of: statement) { throw error }
  }

  /// The values interpolated into the text.
  private var interpolated: [(any ValueConvertible)?] {
    isLeased ? asLeased.bindings : isGoverned ? asGoverned.bindings : []
  }
}

extension StatementExecution {
  /// True if so many values are bound in order; else they first have to be matched with the statement's parameters.
  @usableFromInline
  func takesInOrder(_ count: Int) -> Bool { takesPlainPositions && count == parameterCount }
}

extension DatabaseError {
  /// Why a statement can't be run by a call that blocks.
  static var awaitedStatement: DatabaseError {
    DatabaseError(.misuse, "a statement made by an awaited transaction is awaited too")
  }
}
