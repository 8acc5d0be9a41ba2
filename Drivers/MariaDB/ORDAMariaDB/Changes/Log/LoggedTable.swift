internal import ORDA

/// What the server says of a table's columns, beside what its log does.
struct LoggedTable: Sendable {
  struct Column: Sendable, Equatable {
    var name: String
    /// What the driver reads it as.
    var kind: ColumnKind
    /// SQL's word for its type, in lower case: `varchar`.
    var type: String
    var isUnsigned = false
    /// The character set of a text; nil for all else.
    var charset: String?
    /// The number of its collation.
    var collation: UInt32?
    /// The digits of a second's fraction.
    var fraction = 0
    /// The words of an ENUM or SET.
    var labels: [String] = []
  }

  /// All that the table has, in its order, hidden ones included.
  var columns: [Column]
  /// Whether dates that no calendar has are read as NULL.
  var readsZeroDatesAsNull = false
  /// The server's version, as 101119.
  var serverVersion = 0

  /// Asks the server, by two statements.
  ///
  /// - Throws: `noSuchTable`, and what asking can throw.
  static func read(
    schema: String, table: String, on connection: MariaDBConnection
  ) throws(DatabaseError) -> LoggedTable {
    throw DatabaseError(.unsupported, "not there yet")
  }
}
