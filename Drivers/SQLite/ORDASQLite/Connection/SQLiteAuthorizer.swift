internal import CSQLite
internal import ORDA

/// What SQLite asks about each thing that a statement does, while it compiles the statement.
///
/// SQLite has one place for this, and two need it: who wants to know which tables a query reads, and the option `confined`, by which
/// statements only read.
final class SQLiteAuthorizer {
  private let database: OpaquePointer
  /// True if the file is opened to be read: what is compiled all the same can't write to it.
  private let isReadOnly: Bool
  private var isConfining = false
  /// The tables that are read, while somebody asks.
  private var names: Set<TableName>?

  init(database: OpaquePointer, isReadOnly: Bool) {
    self.database = database
    self.isReadOnly = isReadOnly
  }

  /// From now on statements only read.
  func confine() {
    isConfining = true
    install()
  }

  /// SQLite asks no more: it must not where the connection is gone, and statements keep the database open.
  func remove() { sqlite3_set_authorizer(database, nil, nil) }

  /// The tables that are read by what a closure compiles: after views were resolved, and before anything is optimized away.
  func tablesRead(by compiling: () throws(DatabaseError) -> Void) throws(DatabaseError) -> Set<TableName> {
    names = []
    // To set it has all statements compiled again, so that it stays where it is needed anyway.
    if !isConfining { install() }
    defer {
      names = nil
      if !isConfining { remove() }
    }
    try compiling()
    return names ?? []
  }

  private func install() { sqlite3_set_authorizer(database, callback, Unmanaged.passUnretained(self).toOpaque()) }

  fileprivate func note(_ table: TableName) { names?.insert(table) }

  /// Whether a statement may do this. What is not known to only read is not allowed.
  fileprivate func allows(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?, schema: UnsafePointer<CChar>?
  ) -> Bool {
    guard isConfining else { return true }
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE, SQLITE_TRANSACTION, SQLITE_SAVEPOINT: return true
    case SQLITE_FUNCTION:
      // They run code of a file, or at an address.
      return !["load_extension", "fts3_tokenizer"].contains(second.map { SQLiteName.folded(String(cString: $0)) })
    case SQLITE_PRAGMA:
      guard let first else { return false }
      return ReadingPragma.isOne(String(cString: first), hasArgument: second != nil)
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
      guard let first else { return false }
      let table = SQLiteName.folded(String(cString: first))
      // SQLite itself asks this when a virtual table is first read from, and changes nothing. Others can't change it without
      // `writable_schema`, which is a pragma that sets.
      if action == SQLITE_UPDATE, table == "sqlite_master" { return true }
      // An R-tree compiles what writes to its tables as soon as it is read from.
      return isReadOnly && schema.map { String(cString: $0) } == "main"
        && ["_node", "_rowid", "_parent"].contains(where: table.hasSuffix)
    default: return false
    }
  }
}

/// Declared nonisolated, as every callback from C must be.
private func callback(
  _ context: UnsafeMutableRawPointer?, _ action: Int32, _ first: UnsafePointer<CChar>?,
  _ second: UnsafePointer<CChar>?, _ schema: UnsafePointer<CChar>?, _ view: UnsafePointer<CChar>?
) -> Int32 {
  guard let context else { return SQLITE_DENY }
  let authorizer = Unmanaged<SQLiteAuthorizer>.fromOpaque(context).takeUnretainedValue()
  if action == SQLITE_READ, let first {
    authorizer.note(TableName(schema: schema.map { String(cString: $0) }, name: String(cString: first)))
  }
  return authorizer.allows(action, first, second, schema: schema) ? SQLITE_OK : SQLITE_DENY
}
