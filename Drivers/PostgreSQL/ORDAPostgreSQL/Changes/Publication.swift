internal import ORDA

/// The publications by which the server's log is read: what the server sends are the changes of their tables.
///
/// All programs share one, `orda_changes`, which stays, and to which each adds the tables that it follows. Where it
/// belongs to somebody else, an account has one of its own, named after the account's number. Others may make more, of
/// the tables that they own, and give them such a name: `orda_changes_shop`.
struct Publication: Sendable {
  static let name = "orda_changes"

  /// The one that tables are added to; nil if this account may make none.
  private(set) var own: String?
  /// All of them.
  private(set) var all: [String] = []
  /// Why this account may make none, in the server's words.
  private(set) var refusal: DatabaseError?

  /// How many tables are added by one statement, which locks them.
  private static let portion = 50

  /// Finds them, and makes one if there is none of this account's.
  init(on connection: PostgreSQLConnection) throws(DatabaseError) {
    try read(connection)
    if own == nil {
      do throws(DatabaseError) { try make(connection) } catch {
        guard error.kind == .permission || error.kind == .readOnly else { throw error }
        refusal = error
      }
      try read(connection)
    }
    try removeUnidentified(connection)
  }

  private mutating func read(_ connection: PostgreSQLConnection) throws(DatabaseError) {
    let rows = try connection.texts(
      """
      SELECT pubname, pubname IN ($1, $2 || (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = current_user))
          AND NOT puballtables AND pg_catalog.pg_has_role(pubowner, 'USAGE')
      FROM pg_catalog.pg_publication
      WHERE (pubname = $1 OR pg_catalog.starts_with(pubname::text, $2))
        AND pubinsert AND pubupdate AND pubdelete AND pubtruncate
      ORDER BY pubname
      """, [Self.name, Self.name + "_"])
    all = rows.compactMap { $0.first.flatMap { $0 } }
    own = rows.first { $0.count > 1 && $0[1] == "t" }?.first.flatMap { $0 }
  }

  private func make(_ connection: PostgreSQLConnection) throws(DatabaseError) {
    var name = Self.name
    if all.contains(name) {
      let number = try connection.texts("SELECT oid FROM pg_catalog.pg_roles WHERE rolname = current_user")
      name += "_" + ((number.first?.first ?? nil) ?? "0")
    }
    do throws(DatabaseError) {
      try connection.runAlone("CREATE PUBLICATION \(name) WITH (publish_via_partition_root = true)")
    } catch {
      // Somebody else has made it at the same moment.
      guard error.kind == .alreadyExists else { throw error }
    }
  }

  /// A table that has lost its primary key since it was added could not be updated any more by anybody.
  private func removeUnidentified(_ connection: PostgreSQLConnection) throws(DatabaseError) {
    guard let own else { return }
    let rows = try connection.texts(
      """
      SELECT n.nspname, c.relname FROM pg_catalog.pg_publication_rel r
      JOIN pg_catalog.pg_publication p ON p.oid = r.prpubid
      JOIN pg_catalog.pg_class c ON c.oid = r.prrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE p.pubname = $1 AND (c.relreplident = 'n' OR c.relreplident = 'd' AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND i.indimmediate))
      """, [own])
    for row in rows where row.count == 2 {
      remove(TableName(schema: row[0], name: row[1] ?? ""), on: connection)
    }
  }

  /// Removes a table; leaves it if it can't.
  func remove(_ table: TableName, on connection: PostgreSQLConnection) {
    guard let own else { return }
    let publication = connection.dialect.quoted(identifier: own)
    try? connection.runAlone("ALTER PUBLICATION \(publication) DROP TABLE ONLY \(connection.quoted(table))")
  }

  /// Adds tables.
  ///
  /// - Returns: Those that could not be added, and why.
  func add(_ tables: [TableName], on connection: PostgreSQLConnection) throws(DatabaseError) -> [TableName: String] {
    guard let own else { return [:] }
    var failed: [TableName: String] = [:]
    var start = 0
    while start < tables.count {
      let portion = tables[start..<min(start + Self.portion, tables.count)]
      start += Self.portion
      // One that can't be added now must not hold up the others.
      if try add(portion, to: own, connection) != nil {
        for table in portion { failed[table] = try add([table], to: own, connection) }
      }
    }
    return failed
  }

  /// Returns why it can't be; nil if it could.
  private func add(
    _ tables: ArraySlice<TableName>, to own: String, _ connection: PostgreSQLConnection
  ) throws(DatabaseError) -> String? {
    let names = tables.map { "ONLY " + connection.quoted($0) }.joined(separator: ", ")
    do throws(DatabaseError) {
      try connection.runAlone("ALTER PUBLICATION \(connection.dialect.quoted(identifier: own)) ADD TABLE \(names)")
      return nil
    } catch {
      if error.kind == .connectionLost { throw error }
      // Somebody else has added it at the same moment.
      if error.kind == .alreadyExists, tables.count == 1 { return nil }
      return error.message
    }
  }
}
