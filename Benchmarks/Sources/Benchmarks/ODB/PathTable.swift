import ORDA

/// What a program writes itself that keeps values in SQLite: one table, with a path for a key.
@MainActor
struct PathTable {
  let db: any Governor
  private let insert: any Statement
  private let find: any Statement

  /// Makes the file, with the floor's pragmas.
  ///
  /// - Parameter isSafe: True where a commit has to reach the disk before it returns.
  init(_ path: String, isSafe: Bool = false) throws {
    db = try isSafe ? ORDA.open("sqlite:\(path)?synchronous=full&pragma.cache_size=-65536") : ORDASide.open(path)
    try db.execute("CREATE TABLE setting (path TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID")
    insert = try db.prepare("INSERT OR REPLACE INTO setting VALUES (?, ?)")
    find = try db.prepare("SELECT value FROM setting WHERE path = ?")
  }

  /// Puts values by their paths, in one transaction.
  func put(_ rows: some Sequence<(String, String)>) throws {
    try insert.executeMany(rows) { row, parameters in try parameters.bind(row.0, row.1) }
  }

  /// Puts one value, in a transaction of its own.
  func put(_ path: String, _ value: String) throws { try insert.execute(path, value) }

  func value(_ path: String) throws -> String? { try find.first(String.self, path) }

  func empty() throws { try db.execute("DELETE FROM setting") }

  /// How many values there are, and their lengths.
  func checksum() throws -> UInt64 {
    UInt64(try db.first(Int.self, "SELECT SUM(LENGTH(value)) + COUNT(*) FROM setting") ?? 0)
  }
}
