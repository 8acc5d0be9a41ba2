internal import CSQLite
internal import ORDA

/// Whether the columns of the main database's tables can be NULL, as far as that was asked since the last commit there.
///
/// Asking is expensive, since SQLite tells which column is a table's row number only by compiling a statement. An
/// answer holds while the version of the database's content stays the same for this connection; it changes with each
/// commit that the connection sees, its own and others'. Nothing is kept of what this connection itself has defined and
/// not committed yet.
struct SQLiteNullability {
  private struct Place: Hashable {
    let table: String
    let column: String
  }

  private var known: [Place: Bool] = [:]
  private var version: UInt32 = 0
  /// True from a definition on this connection until its transaction is over.
  private var isBeingDefined = false
  /// How many answers are kept: a program that reads from thousands of tables gains nothing here.
  private static let limit = 1024

  /// Something is or may be defined here.
  mutating func definitionBegins() { isBeingDefined = true }

  /// The answer for a column; asks if there is none.
  ///
  /// Only for a statement that has run since it was compiled: until then SQLite's knowledge of the schema may be older
  /// than the version of its content.
  mutating func isNullable(
    _ column: String, of table: String, on connection: SQLiteConnection, _ ask: () -> Bool?
  ) -> Bool? {
    guard isCurrent(on: connection) else { return ask() }
    let place = Place(table: table, column: column)
    if let known = known[place] { return known }
    guard let answer = ask() else { return nil }
    if known.count < Self.limit { known[place] = answer }
    return answer
  }

  private mutating func isCurrent(on connection: SQLiteConnection) -> Bool {
    if isBeingDefined {
      known = [:]
      if sqlite3_get_autocommit(connection.database) == 0 { return false }
      isBeingDefined = false
    }
    var current: UInt32 = 0
    guard sqlite3_file_control(connection.database, "main", SQLITE_FCNTL_DATA_VERSION, &current) == SQLITE_OK else {
      return false
    }
    if current != version {
      known = [:]
      version = current
    }
    return true
  }
}
