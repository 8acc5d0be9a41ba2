internal import ORDA

/// The tables of an ODB.
///
/// One table has all objects: tables and values alike, each with the number of the table that contains it. Another has
/// one row: the layout, the version, which goes up with each perform that writes, and the number of the next object.
/// Both are the same on every database.
enum Layout {
  /// The number of the layout that this version makes and reads.
  static let number = 2

  /// What a database has.
  enum State {
    /// Nothing of an ODB.
    case empty
    /// The current layout.
    case current
    /// The first ODB's layout.
    case original
  }

  /// Finds out what there is, and makes the tables if there is nothing.
  ///
  /// If it is killed at any moment, whoever opens the database next completes the work: the row of the state comes
  /// last.
  static func prepare(_ db: any Governor, _ names: TableNames) throws -> State {
    switch try look(db, names) {
    case .current: return .current
    case .original: return .original
    case .empty:
      try create(db, names)
      return .current
    }
  }

  /// Finds out what there is.
  static func look(_ db: any Governor, _ names: TableNames) throws -> State {
    guard let state = try db.describe(TableName(name: names.state)) else {
      let hasOriginal = try db.describe(TableName(name: "odb_tables")) != nil
      let hasNodes = try db.describe(TableName(name: names.nodes)) != nil
      return hasOriginal && !hasNodes && names == OriginalLayout.names ? .original : .empty
    }
    guard state.columns.contains(where: { $0.name == "layout" }) else { throw ODBError.notAnODB(names.state) }
    let layout = try db.first(Int.self, "SELECT layout FROM \(identifier: names.state) WHERE id = 1")
    switch layout {
    case nil: return .empty
    case .some(let layout) where layout > number: throw ODBError.newerLayout(layout)
    default: return .current
    }
  }

  private static func create(_ db: any Governor, _ names: TableNames) throws {
    try db.create(nodes(names), ifMissing: true)
    guard let made = try db.describe(TableName(name: names.nodes)),
      made.columns.contains(where: { $0.name == "name_key" })
    else { throw ODBError.notAnODB(names.nodes) }
    if names == OriginalLayout.names { try completeMigration(db, names) }
    try db.create(state(names), ifMissing: true)
    // If several make it at once, the database may have one of them start again. Inside a transaction that is
    // impossible.
    if try db.isInTransactionHere() { return try db.transaction { _ in try fill(db, names) } }
    try db.transaction(retrying: 10) { _ in try fill(db, names) }
  }

  /// Drops the first ODB's tables after a migration: then the root has its row before there is a state. In a new ODB
  /// the root gets its row after the state.
  private static func completeMigration(_ db: any Governor, _ names: TableNames) throws {
    guard try db.first(Int64.self, "SELECT id FROM \(identifier: names.nodes) WHERE id = \(Node.root)") != nil,
      try db.describe(TableName(name: names.state)) == nil
    else { return }
    for table in OriginalLayout.tables { try db.drop(table: table, ifExists: true) }
  }

  /// Inserts the rows that each ODB has, unless they exist.
  ///
  /// The state's row comes first, because a perform locks this row before it writes nodes. In the other order, an opening and a
  /// perform can deadlock.
  private static func fill(_ db: any Governor, _ names: TableNames) throws {
    let highest = try db.first(Int64?.self, "SELECT MAX(id) FROM \(identifier: names.nodes)") ?? nil
    try db.insertOrIgnore(
      into: TableName(name: names.state),
      [
        "id": 1, "layout": number, "version": 1, "next_id": (highest ?? 1) + 1,
        "unicode": LowercaseTable.unicodeVersion,
      ],
      key: ["id"])
    try insertRoot(db, names)
  }

  /// Makes the root's row if it is missing.
  static func insertRoot(_ db: any Governor, _ names: TableNames) throws {
    // The root is in itself, since no column of a key that keeps names apart may be NULL. Its name is the only empty
    // one.
    try db.insertOrIgnore(
      into: TableName(name: names.nodes),
      ["id": 1, "parent": 1, "name": "root", "name_key": [UInt8](), "kind": 0, "size": 0], key: ["id"])
  }

  /// The table of all objects.
  static func nodes(_ names: TableNames) -> TableDefinition {
    TableDefinition(
      name: TableName(name: names.nodes),
      columns: [
        .generatedKey("id"),
        ColumnDefinition("parent", .int, isNullable: false),
        ColumnDefinition("name", .text, isNullable: false),
        ColumnDefinition("name_key", .bytes(maximum: NodeName.longestKey), isNullable: false),
        ColumnDefinition("kind", .int, isNullable: false),
        ColumnDefinition("application_type", .text),
        ColumnDefinition("int_value", .int),
        ColumnDefinition("double_value", .double),
        ColumnDefinition("text_value", .text),
        ColumnDefinition("blob_value", .bytes),
        ColumnDefinition("size", .int, isNullable: false),
      ],
      uniqueConstraints: [UniqueConstraint(columns: ["parent", "name_key"])],
      foreignKeys: [
        ForeignKey(columns: ["parent"], referencedTable: TableName(name: names.nodes), referencedColumns: ["id"])
      ])
  }

  private static func state(_ names: TableNames) -> TableDefinition {
    TableDefinition(
      name: TableName(name: names.state),
      columns: [
        ColumnDefinition("id", .int, isNullable: false), ColumnDefinition("layout", .int, isNullable: false),
        ColumnDefinition("version", .int, isNullable: false), ColumnDefinition("next_id", .int, isNullable: false),
        ColumnDefinition("unicode", .text(maximum: 20), isNullable: false),
      ], primaryKey: ["id"])
  }
}
