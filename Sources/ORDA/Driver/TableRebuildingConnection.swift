/// A connection that changes tables by rewriting them, if its database has no statement for a change.
///
/// A driver's connection conforms to it beside ``DriverConnection`` if its ``SchemaDialect/clause(for:of:)`` is nil for
/// some changes. `alter` calls it, always inside a transaction.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol TableRebuildingConnection: DriverConnection {
  /// Makes changes to a table, for all of which the dialect has no clause.
  ///
  /// - Throws: `misuse` if rewriting the table would harm others now: if dropping it would also delete the rows that
  ///   refer to it.
  func rebuild(_ table: TableDescription, by changes: [TableChange]) throws(DatabaseError) -> TableRebuild
}
