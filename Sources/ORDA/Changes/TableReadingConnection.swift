/// A connection whose database can tell which tables a query reads.
///
/// A driver's connection may conform to it beside ``DriverConnection``, and the driver declares ``Capability/tablesRead``.
/// `governor.follow(…)` asks it, and again when a view may have become another one; without it the program names the tables.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol TableReadingConnection: DriverConnection {
  /// The tables that a query reads: those whose rows it may depend on, and the views by which it does.
  ///
  /// One too many costs a run of the query that was not needed; one too few would leave its rows old. So where a table can only
  /// be guessed at, it is among them, and where it may be any, this is ``ChangeInterest/everything``. What tells of no changes,
  /// such as a function that makes rows, is not among them.
  ///
  /// - Parameter request: The query, as ``DriverConnection/prepare(_:)`` is given it.
  /// - Throws: What is wrong with the query, and `unsupported`, with the reason, if the database does not tell.
  func tablesRead(by request: PrepareRequest) throws(DatabaseError) -> ChangeInterest
}
