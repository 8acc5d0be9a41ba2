internal import Logging

/// A database's warnings that nobody has asked for.
extension ConnectionGovernor {
  /// Logs the warnings of an execution that has finished. Called before its statement is reset.
  func reportWarnings(of execution: StatementExecution, on connection: PooledConnection) {
    let warnings = execution.warnings()
    if let failure = execution.warningFailure, connection.driver.isBroken(by: failure) { connection.isBroken = true }
    if warnings.isEmpty { return }
    // Notes only interest those who look for something.
    let level: Logger.Level = warnings.contains { $0.level != .note } ? .warning : .debug
    guard settings.logger.logLevel <= level else { return }
    var metadata: Logger.Metadata = [
      "sql": "\(execution.parsed.text)", "count": "\(warnings.count)",
      "codes": "\(Set(warnings.map(\.code)).sorted().map(String.init).joined(separator: ", "))",
    ]
    // The words may quote values.
    if settings.logsValues {
      metadata["warnings"] = "\(warnings.prefix(10).map(\.description).joined(separator: "; "))"
    }
    settings.logger.log(level: level, "the database warns of a statement", metadata: metadata)
  }
}
