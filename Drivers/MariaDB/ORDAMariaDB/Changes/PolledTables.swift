internal import ORDA

/// What a server says about its tables, apart from its log, look by look, and what two looks reveal: which tables may
/// have changed in between.
///
/// InnoDB notes when a transaction last changed each table; in whole seconds, and only until a restart. So a look
/// within that second, or so soon afterwards that the commit may not have been visible yet, is not trusted: the table
/// counts as changed once more. A table without a note counts as changed if the server's log has grown, and always if
/// there is no log.
struct PolledTables: Sendable {
  /// What is known of one table. If it is equal and old enough, the table is unchanged.
  struct Stamp: Sendable, Equatable {
    /// When it was made or altered.
    var created: Int64?
    /// When a transaction last changed it, in seconds; nil if the server does not know.
    var updated: Int64?
    /// About how many rows it has, and its next key: TRUNCATE shows in nothing else.
    var size: [Value] = []
  }

  /// What one look saw.
  struct Look: Sendable {
    /// The server's time, in seconds, before the other questions.
    var time: Int64
    /// How far its log goes; nil if it has none.
    var position: String?
    /// The tables that exist; nil if they can't be told apart.
    var stamps: [TableName: Stamp]?
  }

  /// What may have changed.
  struct News: Sendable, Equatable {
    var isEverything = false
    var tables: Set<TableName> = []
    /// Those of them that were created, altered or dropped.
    var altered: Set<TableName> = []
    /// Those of them that have no rows any more, by the server's estimate.
    var emptied: Set<TableName> = []

    /// What no trigger fires for.
    var besideRows: News { News(tables: altered.union(emptied), altered: altered) }
  }

  private var last: Look?
  /// When the log was first seen to end where it does.
  private var positionSince: Int64 = 0

  /// For how many seconds an event can't be told from an earlier one.
  private static let freshness: Int64 = 2

  /// Takes a look, and returns what may have changed since the last one.
  ///
  /// - Parameter isOther: True if other tables are looked at than before: new ones are not reported.
  mutating func take(_ look: Look, isOther: Bool) -> News {
    defer { last = look }
    guard let last else {
      positionSince = look.time
      return News()
    }
    let hasGrown = look.position != last.position
    // Without a log it may always have grown.
    let mayHaveGrown = look.position == nil || hasGrown || last.time &- positionSince < Self.freshness
    if hasGrown { positionSince = look.time }
    guard let stamps = look.stamps, let known = last.stamps else {
      return News(isEverything: mayHaveGrown && !isOther)
    }
    var news = News()
    for (table, stamp) in stamps {
      guard let old = known[table] else {
        if !isOther { news.note(table, isAltered: true) }
        continue
      }
      let isUnclear = stamp.updated.map { last.time &- $0 < Self.freshness } ?? mayHaveGrown
      if let rows = stamp.size.first, rows == .int(0), rows != old.size.first { news.emptied.insert(table) }
      if stamp != old || isUnclear { news.note(table, isAltered: stamp.created != old.created) }
    }
    if !isOther { for table in known.keys where stamps[table] == nil { news.note(table, isAltered: true) } }
    return news
  }
}

extension PolledTables.News {
  fileprivate mutating func note(_ table: TableName, isAltered: Bool) {
    tables.insert(table)
    if isAltered { altered.insert(table) }
  }

  /// The batch that reports it.
  var batch: ChangeBatch {
    var batch = ChangeBatch(origin: .unknown, unknown: isEverything ? .everything : UnknownTables(tables: tables))
    for table in altered.sorted(by: { "\($0)" < "\($1)" }) {
      batch.schemaChanges.append(SchemaChange(schema: table.schema, table: table))
      if let schema = table.schema { batch.unknown.schemas.insert(schema) }
    }
    return batch
  }
}

extension PolledTables.Look {
  /// Looks.
  ///
  /// - Parameter named: Tables to look at besides those of the URL's database, if all are wanted.
  init(
    at interest: ChangeInterest, named: Set<TableName>, naming: MariaDBNaming, on connection: MariaDBConnection
  ) throws(DatabaseError) {
    // MySQL's times of its tables may be up to a day old.
    guard connection.isMariaDB else {
      self.init(time: 0)
      return
    }
    let answer = try connection.texts(
      "SELECT UNIX_TIMESTAMP(), IF(@@global.log_bin, @@global.gtid_binlog_pos, NULL)")
    let cells = answer.first ?? []
    self.init(
      time: cells.first.flatMap { $0.flatMap { Int64($0) } } ?? 0, position: cells.count > 1 ? cells[1] : nil)
    switch interest {
    case .tables(let tables): stamps = try Self.stamps(of: tables, naming, connection)
    case .everything:
      // If the URL names no database, all tables are those of the whole server.
      guard let schema = naming.schema else { return }
      var found = try Self.stamps(of: named, naming, connection)
      try Self.add("TABLE_SCHEMA = ?", [.text(schema)], to: &found, naming, connection)
      stamps = found
    }
  }

  private static func stamps(
    of tables: Set<TableName>, _ naming: MariaDBNaming, _ connection: MariaDBConnection
  ) throws(DatabaseError) -> [TableName: PolledTables.Stamp] {
    var found: [TableName: PolledTables.Stamp] = [:]
    // One by one: for several at once the server would open all tables of the schema.
    for table in tables {
      guard let schema = table.schema else { continue }
      try add(
        "TABLE_SCHEMA = ? AND TABLE_NAME = ?", [.text(schema), .text(table.name)], to: &found, naming, connection)
    }
    return found
  }

  private static func add(
    _ condition: String, _ values: [Value], to stamps: inout [TableName: PolledTables.Stamp], _ naming: MariaDBNaming,
    _ connection: MariaDBConnection
  ) throws(DatabaseError) {
    let rows = try connection.rows(
      of: """
        SELECT TABLE_SCHEMA, TABLE_NAME, UNIX_TIMESTAMP(CREATE_TIME), UNIX_TIMESTAMP(UPDATE_TIME), TABLE_ROWS,
          AUTO_INCREMENT
        FROM information_schema.TABLES WHERE \(condition)
        """, values)
    for row in rows where row.count == 6 {
      let table = naming.identity(of: TableName(schema: row[0].name, name: row[1].name))
      stamps[table] = PolledTables.Stamp(created: row[2].number, updated: row[3].number, size: Array(row[4...]))
    }
  }
}

extension Value {
  /// A whole number, as a function returns it; nil for NULL.
  fileprivate var number: Int64? {
    switch self {
    case .int(let number): number
    case .uint, .decimal, .text: Int64(description)
    default: nil
    }
  }
}
