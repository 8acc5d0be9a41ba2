extension ConformanceSuite {
  /// What happens meanwhile: batches, streams, transactions, errors, time limits, connections.
  static let workCases: [ConformanceCase] = [
    batchCases, batchFailureCases, upsertCases, upsertBatchCases, rowStreamCases, lentRowCases, awaitedRowCases,
    transactionCases, nestingCases, savepointCases, awaitedTransactionCases, isolationCases, transactionEndCases,
    transactionFateCases, begunTransactionCases, repeatedTransactionCases, workQueueCases,
    constraintErrorCases, statementErrorCases, errorContentCases, stateErrorCases,
    outsideErrorCases,
    timeLimitCases, poolLimitCases, cancellationCases,
    statementCases, statementLifeCases, callCases,
    schemaTableCases, schemaConstraintCases, schemaTypeCases, schemaChangeCases, alterationCases, migrationCases,
    twinCases, awaitedWorkCases, concurrencyCases, lockCases,
    onConnectCases, sessionCases, closingCases, statisticsCases,
    liveTableCases, liveEntryCases, liveTransactionCases, liveChangeCases, liveQueryCases,
    toldChangeCases,
  ].flatMap { $0 }
}
