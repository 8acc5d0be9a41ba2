internal import Logging

/// What a program sees of a table.
extension GovernedTable: Table {
  var governor: any Governor { owner }
  var definition: TableDescription { plan.definition }
  var columnNames: [String] { plan.names.names }
  var keyNames: [String] { plan.key.map { plan.names.names[$0] } }
  var liveCount: Int { map.count }
  var errors: TableFailures { TableFailures(failures) }

  /// A row for messages and logs, by its key if values may appear there.
  func rowName(_ key: RowKey) -> String {
    let row = "a row of \(plan.definition.name.name)"
    return owner.settings.logsValues ? "\(row) with the key \(key)" : row
  }

  /// Reports a failed write: to the entry, to those that follow the table's failures, and to the log.
  func report(_ error: any Error, of entry: TableEntry, columns: [String]) {
    let failure = error as? DatabaseError ?? DatabaseError(.other, "\(error)")
    entry.note(failure)
    failures.send(TableFailure(key: entry.key, columns: columns, error: failure))
    // That a row is not what was expected is an answer, and no trouble.
    let isAnswer = DatabaseError.Kind.changedMeanwhile.matches(failure.kind)
    owner.settings.logger.log(
      level: isAnswer ? .debug : .warning, "writing an entry failed",
      metadata: ["table": "\(plan.definition.name)", "row": "\(rowName(entry.key))", "error": "\(failure)"])
    map.news.postpone([EntryNotice(entry: entry, failed: true)], stale: [])
    announceSoon()
  }
}

extension TableEntry {
  /// The entry's table.
  public var table: any Table { home }
}
