/// What may have been done if the connection is lost before the answer to a call arrives.
enum Effect {
  /// Nothing: the call begins or prepares something, or the database confirms that it only reads.
  case nothing
  /// Nothing that lasts: the transaction is not committed.
  case transaction
  /// Everything or nothing: the call's changes are permanent as soon as they are made.
  case permanent
  /// It is a query, for which the database does not confirm that it changes nothing.
  case question
}

extension StatementKeyword {
  /// What such a statement may have done outside of transactions.
  var effect: Effect {
    switch self {
    case .select, .values, .with, .table, .explain, .show, .describe, .set, .use, .pragma, .setTransaction,
      .setAutocommit,
      .lockTables, .unlockTables:
      .question
    case .begin, .rollback, .savepoint: .nothing
    default: .permanent
    }
  }
}

extension DatabaseError {
  /// Nobody knows whether what was sent before the connection was lost has been done.
  private static let unknown =
    "the connection was lost before the answer came, and whether it was done is not known; look at the data before repeating it"

  /// States what a lost connection means for a call.
  ///
  /// - Parameter reason: Why the work was stopped, if it was; the connection may have been cut for that.
  mutating func tellLoss(_ effect: Effect, stoppedFor reason: DatabaseError?) {
    // A driver marks an error as retryable if the statement was certainly not sent to the database, or that has
    // answered.
    let isCertain = isRetryable
    if effect == .permanent, !isCertain {
      var underlying = reason ?? self
      if reason != nil { underlying.underlying = self }
      self.underlying = underlying
      kind = .commitUnknown
      message = "\(underlying.message): \(Self.unknown)"
    } else if var reason {
      reason.underlying = self
      become(reason)
      underlying = reason.underlying
    } else if effect == .transaction {
      message += "; the transaction was not committed, and may be repeated as a whole"
      isRetryable = true
    } else if isCertain || effect == .nothing {
      message += "; nothing was done"
      isRetryable = true
    }
  }
}
