extension Connection {
  /// Changes a table; see ``SQLExecutor/alter(_:_:)``.
  public func alter(_ table: TableName, _ changes: [TableChange]) throws {
    let run = TableChangeRun(table: table, changes: changes)
    let rebuilds = try run.check(on: self)
    guard capabilities.contains(.transactionalDDL) else { return try make(run) }
    // Inside a transaction this is a savepoint: there, too, what a failing call has done is undone.
    guard rebuilds, scope.depth == 0 else { return try transaction { try $0.connection.make(run) } }
    try withoutForeignKeys { try $0.connection.make(run) }
  }

  private func make(_ run: TableChangeRun) throws {
    try run.make(on: self) { table, changes in
      try scope.ask { (driver) throws(DatabaseError) in
        try (driver as? any TableRebuildingConnection)?.rebuild(table, by: changes)
      }
    }
  }

  /// Runs a closure in a transaction in which rows may refer to later ones.
  func withoutForeignKeys<R>(_ body: (Transaction) throws -> R) throws -> R {
    let suspends = try suspendForeignKeys()
    defer { if suspends { resumeForeignKeys() } }
    return try transaction { transaction in
      let result = try body(transaction)
      if suspends { try transaction.connection.checkForeignKeys() }
      return result
    }
  }
}
