/// A connection that can leave foreign keys aside while tables are written anew, and check them afterwards.
///
/// A driver's connection conforms to it beside ``DriverConnection`` where dropping a table would otherwise take along the rows that
/// refer to it. It is what ``Migrator`` asks.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol ForeignKeySuspendingConnection: DriverConnection {
  /// From now on foreign keys are not enforced. Called outside of transactions.
  ///
  /// - Returns: False where they were not enforced anyway.
  func suspendForeignKeys() throws(DatabaseError) -> Bool
  /// Enforces them again. Called outside of transactions.
  func resumeForeignKeys() throws(DatabaseError)
  /// Looks at all rows, inside the transaction in which they were changed.
  ///
  /// - Throws: `constraint.foreignKey`, naming table and row, where one refers to a row that is not there, and did not when
  ///   foreign keys were suspended.
  func checkForeignKeys() throws(DatabaseError)
}
