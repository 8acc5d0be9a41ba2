/// Detects that the tables of a prepared statement have changed since its preparation.
///
/// The server keeps the parameter types of a prepared statement after the types of columns change. If a `real` column becomes
/// `double precision`, the statement continues to round its parameter to 24 bits. A guard is a second prepared statement,
/// `SELECT * FROM` the same tables `WHERE false`. The server refuses to execute the guard after a column's type has changed. The guard
/// runs before the statement in the same round trip, reads no rows, and locks the tables against changes.
enum TypeGuard {
  /// Not made yet.
  case unknown
  /// The statement uses no table.
  case unneeded
  /// The guard's name.
  case named(String)
  /// The account may not read all columns. Then the statement has to be described before each execution.
  case unavailable
}
