/// What an execution that has ended leaves to be said: an error to throw, or something to log. Its values belong to that, and
/// only whoever began it has them.
@usableFromInline
struct ExecutionReport {
  /// What is to be thrown.
  let failure: (any Error)?
  /// How long it took, if that was too long.
  let slowNanoseconds: Int64?
  /// True if it is to be run again, where it may write.
  @usableFromInline var isToBeRepeated = false
}

extension ConnectionGovernor {
  /// Logs what is to be logged of an execution.
  ///
  /// - Returns: The error to throw.
  @inline(never)
  func tell(_ report: ExecutionReport, of statement: BoundStatement) -> (any Error)? {
    if let taken = report.slowNanoseconds { warnOfSlow(statement, .nanoseconds(taken)) }
    if settings.tracesStatements { trace(statement) }
    guard settings.errorsCarryParameters, var error = report.failure as? DatabaseError, error.parameters == nil else {
      return report.failure
    }
    error.parameters = statement.values
    return error
  }
}
