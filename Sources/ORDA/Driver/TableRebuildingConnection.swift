/// A connection that changes tables by writing them anew, where its database has no statement for a change.
///
/// A driver's connection conforms to it beside ``DriverConnection`` where its ``SchemaDialect/clause(for:of:)`` is nil for some
/// changes. It is what `alter` asks, always inside a transaction.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol TableRebuildingConnection: DriverConnection {
  /// What makes changes of a table, all of them such that the dialect has no clause for them.
  ///
  /// - Throws: `misuse` where writing the table anew would harm others now: where dropping it would take along the rows that refer
  ///   to it.
  func rebuild(_ table: TableDescription, by changes: [TableChange]) throws(DatabaseError) -> TableRebuild
}
