/// An executor that has live tables, or knows another one that has.
///
/// This protocol is open: an executor that wraps another may conform to it if that one does.
public protocol TableHolding {
  /// A table and its live rows; what ``SQLExecutor/table(_:)->Table`` calls.
  func table(_ name: TableName) throws -> any Table
}

extension SQLExecutor {
  /// A table and its live rows: one object for each table of a governor, as long as anybody holds it or one of its
  /// entries.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchTable` if there is none of that name, and `unsupported` if the driver
  ///   has no live tables.
  public func table(_ name: TableName) throws -> any Table {
    guard let holder = self as? any TableHolding else {
      throw DatabaseError(.unsupported, "the driver has no live tables")
    }
    return try holder.table(name)
  }
}

extension Connection: TableHolding {
  /// A table and its live rows, those of the governor.
  public func table(_ name: TableName) throws -> any Table {
    try checkUsable()
    return try scope.governor.table(name)
  }
}

extension Transaction: TableHolding {
  /// A table and its live rows; what is written to them here is part of the transaction.
  public func table(_ name: TableName) throws -> any Table { try connection.table(name) }
}

extension BlockingSQLExecutor: TableHolding {
  /// A table and its live rows.
  public func table(_ name: TableName) throws -> any Table { try governor.table(name) }
}

extension AsyncTransaction {
  /// A table and its live rows, those of the governor.
  public func table(_ name: TableName) async throws -> any Table { try await leased { try $0.table(name) } }
}
