internal import Logging

/// How entries are read again that may be old.
extension GovernedTable: StaleEntryReader {
  func readAgain(_ entries: [TableEntry]) throws -> [TableEntry] {
    let start = map.tick()
    let keys = entries.map { entry in entry.state.withLock { $0.key } }
    var rows: [RowKey: FetchedRow] = [:]
    for chunk in plan.chunks(of: keys) {
      for row in try read(try plan.condition(for: chunk)) { rows[try plan.key(of: row.values)] = row }
    }
    var missing: [(TableEntry, RowKey)] = []
    for (entry, key) in zip(entries, keys) {
      if let row = rows.removeValue(forKey: key) {
        try set(row, readAt: start, in: entry, knownBy: key)
      } else {
        missing.append((entry, key))
      }
    }
    // Other keys may be reported as soon as the source goes on.
    if !missing.isEmpty, !owner.changeHub.catchUp() { return missing.map(\.0) }
    for (entry, key) in missing {
      if rows.isEmpty {
        // If a batch came meanwhile, it has arranged that the entry is read again.
        try set(nil, readAt: start, in: entry, knownBy: key)
      } else {
        // The key may now be stored in another spelling, which the database considers equal.
        try refresh(entry)
      }
    }
    return []
  }

  func noteUnread(_ error: any Error) {
    owner.settings.logger.warning(
      "reading entries again failed", metadata: ["table": "\(plan.definition.name)", "error": "\(error)"])
  }
}
