/// A connection whose database knows which tables a query reads.
///
/// A driver's connection may conform to it beside ``DriverConnection``, and the driver declares
/// ``Capability/tablesRead``. `governor.follow(…)` asks it, and again when a view may have changed; without it the
/// program names the tables.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol TableReadingConnection: DriverConnection {
  /// The tables that a query reads: those whose rows it may depend on, and the views through which it does.
  ///
  /// One too many costs an unnecessary run of the query; with one too few its rows would be outdated. So if a table can
  /// only be guessed, it is included, and if it may be any table, this is ``ChangeInterest/everything``. What reports
  /// no changes, such as a function that makes rows, is not included.
  ///
  /// - Parameter request: The query, as ``DriverConnection/prepare(_:)`` gets it.
  /// - Throws: What is wrong with the query, and `unsupported`, with the reason, if the database does not tell.
  func tablesRead(by request: PrepareRequest) throws(DatabaseError) -> ChangeInterest
}
