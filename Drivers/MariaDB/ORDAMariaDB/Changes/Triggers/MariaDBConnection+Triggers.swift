internal import ORDA

/// Installs, finds and removes the triggers that note changes.
extension MariaDBConnection {
  /// Installs them on a table, or again if they are not as they should be.
  func installTriggers(on name: TableName) throws(DatabaseError) {
    let triggers = try changeTriggers(of: try existing(name))
    try run(triggers.logDefinition)
    do throws(DatabaseError) {
      for event in ChangeTriggers.events { try run(triggers.definition(event)) }
    } catch {
      for event in ChangeTriggers.events { try? run("DROP TRIGGER IF EXISTS \(triggers.quotedName(event))") }
      try? dropLogIfUnused(in: triggers.table.schema ?? "")
      throw error
    }
  }

  private func existing(_ name: TableName) throws(DatabaseError) -> TableDescription {
    guard let table = try describe(name) else {
      throw DatabaseError(.noSuchTable, "there is no table \(name)", table: name.name)
    }
    guard table.kind == .table, table.name.name != ChangeTriggers.logName else {
      throw DatabaseError(.unsupported, "\(name) is no table that can have triggers", table: name.name)
    }
    return table
  }

  func changeTriggers(of table: TableDescription) throws(DatabaseError) -> ChangeTriggers {
    let key = table.identifyingColumns.compactMap { name in table.columns.first { $0.name == name } }
    return ChangeTriggers(table.name, key, dialect: dialect)
  }

  /// The tables of a schema with such triggers, and the triggers' names.
  func triggeredTables(in schema: String) throws(DatabaseError) -> [(table: TableName, triggers: [String])] {
    let rows = try rows(
      of: """
        SELECT EVENT_OBJECT_TABLE, TRIGGER_NAME FROM information_schema.TRIGGERS
        WHERE TRIGGER_SCHEMA = ? AND LOCATE(?, ACTION_STATEMENT) = 1 ORDER BY EVENT_OBJECT_TABLE, TRIGGER_NAME
        """,
      [.text(schema), .text(ChangeTriggers.beginning(ChangeTriggers.log(in: schema, dialect)))])
    var tables: [(table: TableName, triggers: [String])] = []
    for row in rows where row.count == 2 {
      let table = TableName(schema: schema, name: row[0].name)
      if tables.last?.table != table { tables.append((table, [])) }
      tables[tables.count - 1].triggers.append(row[1].name)
    }
    return tables
  }

  /// Removes them from a table, and the log with the last ones; false if there were none.
  func removeTriggers(from name: TableName, in schema: String) throws(DatabaseError) -> Bool {
    let wanted = name.name
    guard let found = try triggeredTables(in: schema).first(where: { $0.table.name == wanted }) else { return false }
    for trigger in found.triggers {
      try run("DROP TRIGGER \(dialect.quoted(identifier: schema)).\(dialect.quoted(identifier: trigger))")
    }
    try dropLogIfUnused(in: schema)
    return true
  }

  func dropLogIfUnused(in schema: String) throws(DatabaseError) {
    guard try triggeredTables(in: schema).isEmpty else { return }
    try run("DROP TABLE IF EXISTS \(ChangeTriggers.log(in: schema, dialect))")
  }

  /// True if a table has all of its triggers, as they should be.
  func hasTriggers(_ triggers: ChangeTriggers) throws(DatabaseError) -> Bool {
    let rows = try rows(
      of: """
        SELECT ACTION_STATEMENT FROM information_schema.TRIGGERS
        WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ? AND ACTION_TIMING = 'AFTER'
        """, [.text(triggers.table.schema ?? ""), .text(triggers.table.name)])
    let bodies = Set(rows.compactMap { $0.first?.name })
    return ChangeTriggers.events.allSatisfy { bodies.contains(triggers.body($0)) }
  }
}
