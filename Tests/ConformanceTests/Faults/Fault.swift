#if Conformance
  /// Something that is wrong with a driver.
  enum Fault: String, CaseIterable, Sendable {
    // Values.
    case wrapsIntegers
    case roundsDoubles
    case losesLastByte
    case trimsText
    case composesText
    case readsNullAsEmpty
    case readsNumbersAsText
    case forgetsMicroseconds
    case bindsEmptyLists
    // Rows and results.
    case givesNoRows
    case losesLastRow
    case repeatsFirstRow
    case mixesUpNames
    case tellsNoCounts
    case tellsStaleKeys
    // Errors.
    case swallowsErrors
    case tellsNoKinds
    case refusesEverything
    // Transactions.
    case ignoresRollback
    case ignoresCommit
    case ignoresSavepoints
    // Sessions.
    case keepsSessions
    // Time.
    case ignoresCancelling
  }
#endif
