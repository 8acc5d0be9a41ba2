internal import ORDA

/// Makes of the rows in a log the values that a SELECT of the same cells gives.
struct RowDecoder: Sendable {
  /// The names of the columns, in the order of the cells.
  let names: [String]

  /// - Throws: `outOfDate` as ``DatabaseError`` of kind `protocolViolation` where the map is of the table as it was before,
  ///   or after, it was described; or where it is damaged.
  init(_ map: TableMap, _ table: LoggedTable) throws(DatabaseError) {
    throw DatabaseError(.unsupported, "not there yet")
  }

  /// The rows of an event, in their order; each has a cell for every name.
  ///
  /// - Throws: `protocolViolation` where the event is damaged or is of another table.
  func rows(of event: RowsEvent) throws(DatabaseError) -> [LoggedRow] {
    throw DatabaseError(.unsupported, "not there yet")
  }
}
