import ORDA

/// All tables of a database: a value, whose copies share their memory until one of them changes. So a transaction begins
/// and a savepoint is set with a copy, and going back to it is one assignment.
struct Tables: Sendable {
  private var byName: [String: Table] = [:]
  /// Another object after each change of the schema, by which a statement knows that it has to be planned anew.
  private(set) var version = SchemaVersion()

  subscript(name: String) -> Table? { byName[name] }
  /// The names of all tables, in order.
  var names: [String] { byName.keys.sorted() }

  /// A table that must be there.
  func table(_ name: String) throws -> Table {
    if let table = self[name] { return table }
    let hint = nearestName(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
    throw DatabaseError(.noSuchTable, "there is no table \(name)\(hint)", table: name)
  }

  /// Puts a table in the place of the one that it was made from.
  mutating func replace(with table: Table) { byName[table.name] = table }

  /// Inserts rows in place, and all or none of them.
  ///
  /// - Returns: The key that was made for the last one, if one was.
  mutating func insert(_ rows: [[Value]], into name: String) throws -> Int64? {
    var (rows, lastID) = (rows, Int64?.none)
    for index in rows.indices { lastID = byName[name]?.makeKey(in: &rows[index]) }
    try byName[name]?.insert(rows)
    return lastID
  }

  mutating func create(_ table: Table) throws -> StatementOutcome {
    if self[table.name] != nil {
      throw DatabaseError(.alreadyExists, "there is a table \(table.name) already", table: table.name)
    }
    byName[table.name] = table
    version = SchemaVersion()
    return StatementOutcome(changed: 0, lastID: nil)
  }

  mutating func drop(_ name: String) -> StatementOutcome {
    byName[name] = nil
    version = SchemaVersion()
    return StatementOutcome(changed: 0, lastID: nil)
  }
}

/// Differs from every other one.
final class SchemaVersion: Sendable {}
