/// What notices that the tables of a prepared statement have changed since it was prepared.
///
/// The server keeps the parameter types of a prepared statement, whatever becomes of the columns. If a column of type `real`
/// becomes `double precision`, the statement goes on to round its parameter to 24 bits. A guard is another prepared
/// statement, `SELECT * FROM` the same tables `WHERE false`. The server refuses to execute the guard once its columns have other
/// types. The guard runs before the statement in the same round trip, and reads no rows; its locks keep the tables as they are.
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
