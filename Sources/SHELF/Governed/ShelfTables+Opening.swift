internal import ORDA

extension ShelfTables {
  /// Examines the tables, and makes them if there is nothing.
  ///
  /// If it is killed at any moment, whoever opens the database next completes the work: the row of the state comes
  /// last.
  ///
  /// - Throws: ``ShelfError/newerVersion(_:)``, ``ShelfError/damaged(_:)`` if something else made tables of these
  ///   names, and errors of the database.
  func open(_ db: any Governor) async throws {
    let layout = try await db.withConnection(.reader) { connection in
      let layout = try findLayout(connection)
      if let layout, layout > Self.layout {
        throw ShelfError.newerVersion(
          "the tables \(prefix)_* have layout \(layout), and this version knows \(Self.layout)")
      }
      try check(connection, mayBeMissing: layout == nil)
      return layout
    }
    if layout != nil { return }
    try await db.withConnection { connection in
      for table in definitions(in: db.schemaDialect) { try connection.create(table, ifMissing: true) }
    }
    try await db.transaction(retrying: 10) { transaction in
      try transaction.insertOrIgnore(into: name("state"), ["id": 1, "layout": Self.layout], key: ["id"])
    }
  }

  private func findLayout(_ connection: Connection) throws -> Int? {
    do {
      return try connection.first(Int.self, "SELECT layout FROM \(state) WHERE id = 1")
    } catch .noSuchTable {
      return nil
    } catch .noSuchColumn {
      throw foreign(name("state"))
    }
  }

  /// Refuses tables that lack columns.
  private func check(_ connection: Connection, mayBeMissing: Bool) throws {
    for table in definitions(in: connection.schemaDialect) {
      let columns = table.columns.map { "\(identifier: $0.name)" as SQL }.reduce("0") { "\($0), \($1)" as SQL }
      do {
        try connection.execute("SELECT \(columns) FROM \(table.name.sql) WHERE 1 = 0")
      } catch .noSuchTable {
        if !mayBeMissing { throw ShelfError.damaged("the table \(table.name) of the shelf is missing") }
      } catch .noSuchColumn {
        throw foreign(table.name)
      }
    }
  }

  private func foreign(_ table: TableName) -> ShelfError {
    .damaged("the table \(table) was not made by a shelf: give the shelf's tables another name")
  }
}
