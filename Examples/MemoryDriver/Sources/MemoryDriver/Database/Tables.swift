import ORDA

/// All tables of a database: a value, whose copies share their memory until one of them changes. So a transaction begins
/// and a savepoint is set with a copy, and going back to it is one assignment.
struct Tables: Sendable {
  private var byName: [String: Table] = [:]
  /// Another object after each change of the schema, by which a statement knows that it has to be planned anew.
  private(set) var version = SchemaVersion()
  /// What statements wrote since ``takeWritten()``.
  private var written: [Written] = []

  subscript(name: String) -> Table? { byName[name] }
  /// The names of all tables, in order.
  var names: [String] { byName.keys.sorted() }

  /// A table that must be there.
  func table(_ name: String) throws -> Table {
    if let table = self[name] { return table }
    let hint = nearestName(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
    throw DatabaseError(.noSuchTable, "there is no table \(name)\(hint)", table: name)
  }

  /// Puts a table in the place of the one that it was made from, of which some rows became others.
  mutating func replace(with table: Table, _ changes: [RowChange]?) {
    byName[table.name] = table
    written.append(Written(table: table.name, rows: changes))
  }

  /// What statements wrote, once.
  mutating func takeWritten() -> [Written] {
    defer { written = [] }
    return written
  }

  /// Inserts rows in place, and all or none of them.
  ///
  /// - Returns: The key that was made for the last one, if one was.
  mutating func insert(_ rows: [[Value]], into name: String) throws -> Int64? {
    var (rows, lastID) = (rows, Int64?.none)
    for index in rows.indices { lastID = byName[name]?.makeKey(in: &rows[index]) }
    try byName[name]?.insert(rows)
    written.append(Written(table: name, rows: byName[name]?.insertions(rows.count)))
    return lastID
  }

  mutating func create(_ table: Table) throws -> StatementOutcome {
    if self[table.name] != nil {
      throw DatabaseError(.alreadyExists, "there is a table \(table.name) already", table: table.name)
    }
    byName[table.name] = table
    alter(table.name)
    return StatementOutcome(changed: 0, lastID: nil)
  }

  mutating func drop(_ name: String) -> StatementOutcome {
    byName[name] = nil
    alter(name)
    return StatementOutcome(changed: 0, lastID: nil)
  }

  private mutating func alter(_ name: String) {
    version = SchemaVersion()
    written.append(Written(table: name, isSchema: true))
  }
}

/// What one statement wrote, for those who listen to changes.
struct Written: Sendable {
  var table: String
  /// The changes of its rows; nil where nothing tells its rows apart.
  var rows: [RowChange]?
  /// True where the table was made or dropped.
  var isSchema = false
}

/// Differs from every other one.
final class SchemaVersion: Sendable {}
