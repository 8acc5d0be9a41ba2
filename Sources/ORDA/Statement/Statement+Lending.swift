/// How a statement is run by the calls that take any number of values of any types: begun, bound, run and ended by calls, and
/// not by a closure, which could not carry them.
extension Statement {
  // Casts would retain the statement, and ask the runtime for its type, with each call.
  @inline(__always)
  private var leased: LeasedStatement? {
    type(of: self) == LeasedStatement.self ? unsafeDowncast(self, to: LeasedStatement.self) : nil
  }

  @inline(__always)
  private var governed: GovernedStatement? {
    type(of: self) == GovernedStatement.self ? unsafeDowncast(self, to: GovernedStatement.self) : nil
  }

  /// Begins an execution, which must be ended by ``end(_:_:)``.
  @usableFromInline
  func lend(timeout: Duration?) throws -> StatementExecution {
    if let leased { return try leased.begin(within: timeout) }
    if let governed { return try governed.begin(within: timeout) }
    throw DatabaseError.awaitedStatement
  }

  /// Ends an execution.
  ///
  /// - Parameter failure: What was thrown, if anything.
  /// - Returns: What is to be told by ``tell(_:of:)``; usually nothing.
  @usableFromInline
  func end(_ execution: StatementExecution, _ failure: (any Error)?) -> ExecutionReport? {
    if let leased { return leased.finish(execution, failure) }
    return governed?.finish(execution, failure)
  }

  /// Logs what is to be logged of an execution, with its values, and throws what is to be thrown.
  @usableFromInline
  func tell(_ report: ExecutionReport, of values: [(any ValueConvertible)?]) throws {
    let parameters = Parameters(values: values)
    if let error = leased?.told(report, parameters) ?? governed?.told(report, parameters) { throw error }
  }
}

extension StatementExecution {
  /// Where so many values are bound in order; nil if they first have to be matched with the statement's parameters.
  @usableFromInline
  func target(of count: Int) -> (any BindTarget)? { takesPlainPositions && count == parameterCount ? driver : nil }

  /// Binds values that have to be matched with the statement's parameters.
  @usableFromInline
  func bind(resolving values: [(any ValueConvertible)?]) throws { try bind(interpolated, Parameters(values: values)) }
}

extension DatabaseError {
  /// Why a statement can't be run by a call that blocks.
  static var awaitedStatement: DatabaseError {
    DatabaseError(.misuse, "a statement made by an awaited transaction is awaited too")
  }
}
