internal import Logging
internal import ORDAThreads

/// The logging of statements.
extension ConnectionGovernor {
  func warnOfSlow(_ statement: BoundStatement, _ taken: Duration) {
    var metadata = self.metadata(of: statement)
    metadata["milliseconds"] = "\(taken.clampedNanoseconds / 1_000_000)"
    settings.logger.warning("slow statement", metadata: metadata)
  }

  func trace(_ statement: BoundStatement) {
    settings.logger.trace("statement", metadata: metadata(of: statement))
  }

  private func metadata(of statement: BoundStatement) -> Logger.Metadata {
    var metadata: Logger.Metadata = ["sql": "\(statement.slot.parsed.text)"]
    if settings.logsValues { metadata["values"] = "\(statement.values)" }
    return metadata
  }
}
