/// What a database remembers of a step: a row of its table of migrations.
struct MigrationRecord: Sendable, Hashable {
  enum State: String, Sendable, ValueConvertible, ColumnValue {
    /// It is running, or its program died: what it has done itself stays.
    case running
    /// One of its statements failed, and what came before stays.
    case failed
    case applied
    /// It is being undone, or was not completely undone.
    case undoing
  }

  var name: String
  /// Its place among those that the database remembers, from 1 on.
  var place: Int
  var checksum: String
  var isRepeatable: Bool
  var state: State
  /// The part begun last, from 1 on; 0 before the first, and for a step in Swift.
  var part = 0
  /// Why it failed.
  var message: String?
  /// When it began.
  var began: Instant
  var milliseconds: Int
  /// The program's version that ran it.
  var program: String
}

/// The table in which a database remembers its steps.
struct MigrationTable: Sendable {
  static let longestName = 250
  private static let longestMessage = 1_000

  let name: TableName

  /// A definition in which each name differs from all others, like files.
  func definition(in dialect: any SchemaDialect) -> TableDefinition {
    let exact = dialect.collation(for: .exact)
    func text(_ name: String, _ maximum: Int, isNullable: Bool = false) -> ColumnDefinition {
      ColumnDefinition(name, .text(maximum: maximum), isNullable: isNullable, collation: exact)
    }
    return TableDefinition(
      name: name,
      columns: [
        text("name", Self.longestName), ColumnDefinition("place", .int, isNullable: false), text("checksum", 250),
        ColumnDefinition("is_repeatable", .boolean, isNullable: false), text("state", 20),
        ColumnDefinition("part", .int, isNullable: false), text("message", Self.longestMessage, isNullable: true),
        ColumnDefinition("began", .instant, isNullable: false),
        ColumnDefinition("milliseconds", .int, isNullable: false),
        text("program", 250),
      ],
      primaryKey: ["name"])
  }

  /// All records, in order of execution; nil if there is no such table.
  func read(_ db: some SQLExecutor) throws -> [MigrationRecord]? {
    var records: [MigrationRecord] = []
    do {
      try db.forEach(
        """
        SELECT name, place, checksum, is_repeatable, state, part, message, began, milliseconds, program FROM \(name.sql)
        ORDER BY place
        """
      ) { row in
        records.append(
          MigrationRecord(
            name: try row.get(0), place: try row.get(1), checksum: try row.get(2), isRepeatable: try row.get(3),
            state: try row.get(4), part: try row.get(5), message: try row.get(6), began: try row.get(7),
            milliseconds: try row.get(8), program: try row.get(9)))
      }
    } catch let error as DatabaseError where error.kind == .noSuchTable {
      return nil
    }
    return records
  }

  func insert(_ record: MigrationRecord, _ db: some SQLExecutor) throws {
    try db.execute(
      """
      INSERT INTO \(name.sql)
      (name, place, checksum, is_repeatable, state, part, message, began, milliseconds, program)
      VALUES (\(record.name), \(record.place), \(record.checksum), \(record.isRepeatable), \(record.state), \
      \(record.part), \(message(record)), \(record.began), \(record.milliseconds), \(record.program))
      """)
  }

  func update(_ record: MigrationRecord, _ db: some SQLExecutor) throws {
    try db.execute(
      """
      UPDATE \(name.sql) SET place = \(record.place), checksum = \(record.checksum), state = \(record.state), \
      part = \(record.part), message = \(message(record)), began = \(record.began), \
      milliseconds = \(record.milliseconds), program = \(record.program) WHERE name = \(record.name)
      """)
  }

  func delete(_ step: String, _ db: some SQLExecutor) throws {
    try db.execute("DELETE FROM \(name.sql) WHERE name = \(step)")
  }

  private func message(_ record: MigrationRecord) -> String? {
    record.message.map { String($0.unicodeScalars.prefix(Self.longestMessage)) }
  }
}
