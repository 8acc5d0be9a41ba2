internal import CSQLite
internal import ORDA
internal import Synchronization

/// What SQLite calls, on whichever thread uses the connection.
extension SQLiteChangeRecorder {
  /// Sets the three hooks, or removes them.
  func setHooks(_ isOn: Bool) {
    let context = isOn ? Unmanaged.passUnretained(self).toOpaque() : nil
    if SQLiteChangeSource.tellsRows {
      orda_sqlite3_preupdate_hook(database, isOn ? preupdateCallback : nil, context)
    }
    if isOn {
      // Statements compiled before would empty a table without looking at its rows. Changing any such setting makes
      // SQLite compile all statements again; this one is restored at once.
      var value: Int32 = 1
      _ = orda_sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, -1, &value)
      _ = orda_sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 1 - value, nil)
      _ = orda_sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, value, nil)
    }
    sqlite3_commit_hook(database, isOn ? commitCallback : nil, context)
    sqlite3_rollback_hook(database, isOn ? rollbackCallback : nil, context)
  }

  /// A row is about to change.
  fileprivate func rowChanges(
    _ operation: Int32, _ schema: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ oldRowID: Int64,
    _ newRowID: Int64
  ) {
    guard let table = table(schema, name) else { return }
    if transaction.isVague(table) { return }
    guard tables[table].isWanted else { return transaction.addVague(table: table) }
    let count = Int(orda_sqlite3_preupdate_count(database))
    if operation == SQLITE_DELETE, case let column = Int(orda_sqlite3_preupdate_blobwrite(database)), column >= 0 {
      return blobChanges(table, column: column, count: count, oldRowID)
    }
    let kind: RowChange.Kind = operation == SQLITE_INSERT ? .insert : operation == SQLITE_DELETE ? .delete : .update
    guard let layout = tables[table].layout else {
      return add(raw(kind, count, oldRowID, newRowID), table)
    }
    guard layout.names.columns.count == count else { return transaction.addVague(table: table) }
    guard let change = change(kind, layout, oldRowID, newRowID) else { return transaction.addVague(table: table) }
    if !change.changesNothing { transaction.add(change, table: table, size: change.size) }
  }

  private func add(_ row: RawRow, _ table: Int) {
    rawRows.append(row)
    transaction.add(RawRow.placeholder(at: rawRows.count - 1), table: table, size: row.size)
  }

  private func change(
    _ kind: RowChange.Kind, _ layout: SQLiteTableLayout, _ oldRowID: Int64, _ newRowID: Int64
  ) -> RowChange? {
    var cells = ChangedCells.none
    if layout.tellsValues {
      let count = layout.names.columns.count
      if kind != .update { cells.reserveCapacity(count) }
      for column in 0..<count {
        // SQLite has already reported the row's number.
        if column == layout.rowIDColumn, kind == .update, oldRowID == newRowID { continue }
        let isReal = layout.isReal[column]
        let place = Int32(truncatingIfNeeded: column)
        let old = kind == .insert ? nil : orda_sqlite3_preupdate_old(database, place)
        let new = kind == .delete ? nil : orda_sqlite3_preupdate_new(database, place)
        if kind == .update, isSameValue(old, new, isReal: isReal) { continue }
        cells.append(
          ChangedCell(column: column, old: Value(told: old, isReal: isReal), new: Value(told: new, isReal: isReal)))
      }
    }
    guard
      let key = kind == .insert
        ? key(layout, newRowID, orda_sqlite3_preupdate_new)
        : key(layout, oldRowID, orda_sqlite3_preupdate_old)
    else { return nil }
    var newKey: RowKey?
    if kind == .update, layout.keyColumns.isEmpty ? oldRowID != newRowID : cells.areInKey(of: layout) {
      newKey = self.key(layout, newRowID, orda_sqlite3_preupdate_new)
      if newKey == nil { return nil }
    }
    return RowChange(
      kind: kind, layout: layout.names, key: key, newKey: newKey, changed: layout.tellsValues ? cells : .unknown)
  }

  private func key(
    _ layout: SQLiteTableLayout, _ rowID: Int64, _ value: (OpaquePointer?, Int32) -> OpaquePointer?
  ) -> RowKey? {
    if layout.keyColumns.isEmpty { return RowKey(rowID) }
    guard layout.tellsValues else { return nil }
    var values: [Value] = []
    for column in layout.keyColumns {
      // A key is carried whatever its length: without it nobody knows which row it is.
      guard let lent = value(database, Int32(truncatingIfNeeded: column)) else { return nil }
      let stored = Value(sqlite: lent)
      if layout.isReal[column], case .int(let number) = stored {
        values.append(.double(Double(number)))
      } else {
        values.append(stored)
      }
    }
    return RowKey(values)
  }

  private func raw(_ kind: RowChange.Kind, _ count: Int, _ oldRowID: Int64, _ newRowID: Int64) -> RawRow {
    var row = RawRow(kind: kind, oldRowID: oldRowID, newRowID: newRowID, old: [], new: [], changed: [])
    for column in 0..<max(count, 0) {
      let place = Int32(truncatingIfNeeded: column)
      let old = kind == .insert ? nil : orda_sqlite3_preupdate_old(database, place)
      let new = kind == .delete ? nil : orda_sqlite3_preupdate_new(database, place)
      if kind != .insert { row.old.append(Value(told: old, isReal: false)) }
      if kind != .delete { row.new.append(Value(told: new, isReal: false)) }
      if kind != .update || !isSameValue(old, new, isReal: false) { row.changed.append(column) }
    }
    return row
  }

  /// A part of one value is about to be overwritten: SQLite reports it as a deletion, without the new value.
  private func blobChanges(_ table: Int, column: Int, count: Int, _ rowID: Int64) {
    guard let layout = tables[table].layout else {
      var row = raw(.delete, count, rowID, rowID)
      row.kind = .update
      row.changed = [column]
      return add(row, table)
    }
    guard layout.names.columns.count == count, layout.tellsValues, column < count,
      let key = key(layout, rowID, orda_sqlite3_preupdate_old)
    else { return transaction.addVague(table: table) }
    let change = RowChange(
      kind: .update, layout: layout.names, key: key, cells: [ChangedCell(column: column)])
    transaction.add(change, table: table, size: change.size)
  }

  /// The transaction is about to be committed; this connection holds the lock of every file it writes to.
  fileprivate func commitBegins() {
    for index in schemas.indices where orda_sqlite3_is_writing(database, schemas[index].name) != 0 {
      if let open = schemas[index].ticket {
        // The raw handle made an earlier commit that nobody saw return: its changes are reported with this one.
        schemas[index].file.cancel(open)
        isPartial = true
      }
      let (ticket, mayFollowStranger) = schemas[index].file.takeTicket(base: commitCount(of: schemas[index]))
      schemas[index].ticket = ticket
      if mayFollowStranger { doubtsLayouts = true }
      if transaction.changesSchema {
        schemas[index].file.schemaVersion.add(1, ordering: .sequentiallyConsistent)
        SQLiteFiles.version.add(1, ordering: .sequentiallyConsistent)
      }
    }
    pagesBefore = orda_sqlite3_pages_written(database)
  }

  private func commitCount(of schema: Schema) -> UInt32? {
    guard schema.file.isCounting.load(ordering: .acquiring) else { return nil }
    var count: UInt32 = 0
    return orda_sqlite3_commit_count(database, schema.name, schema.isWriteAheadLogged ? 1 : 0, &count) != 0
      ? count : nil
  }

  /// The whole transaction is undone.
  fileprivate func rolledBack() {
    cancelTickets()
    let changedSchema = transaction.changesSchema
    forgetTransaction()
    if changedSchema { for index in tables.indices { tables[index].layout = nil } }
  }

  /// Returns the tickets of a commit that failed.
  func cancelTickets() {
    for index in schemas.indices {
      guard let ticket = schemas[index].ticket else { continue }
      schemas[index].ticket = nil
      schemas[index].file.cancel(ticket)
    }
  }
}

extension ChangedCells {
  /// True if any are columns of the key.
  fileprivate func areInKey(of layout: SQLiteTableLayout) -> Bool {
    var isInKey = false
    forEach { if layout.keyColumns.contains($0.column) { isInKey = true } }
    return isInKey
  }
}

// Declared nonisolated, as every callback from C must be: SQLite calls them on whichever thread is running.

private func preupdateCallback(
  _ context: UnsafeMutableRawPointer?, _ database: OpaquePointer?, _ operation: Int32,
  _ schema: UnsafePointer<CChar>?, _ table: UnsafePointer<CChar>?, _ oldRowID: Int64, _ newRowID: Int64
) {
  guard let context, let schema, let table else { return }
  Unmanaged<SQLiteChangeRecorder>.fromOpaque(context)._withUnsafeGuaranteedRef {
    $0.rowChanges(operation, schema, table, oldRowID, newRowID)
  }
}

private func commitCallback(_ context: UnsafeMutableRawPointer?) -> Int32 {
  if let context {
    Unmanaged<SQLiteChangeRecorder>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.commitBegins() }
  }
  return 0
}

private func rollbackCallback(_ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<SQLiteChangeRecorder>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.rolledBack() }
}
