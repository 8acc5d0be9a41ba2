/// The typed view of a table: its columns, named once.
///
/// ```swift
/// struct Genres: TableSchema {
///   static let tableName = "genre"
///   let id = Column<Int64>("id")
///   let name = Column<String>("name")
///   let note = Column<String?>("note")
/// }
/// let genres = try db.table(Genres.self)
/// let jazz = try genres.select { $0.name.like("J%") && $0.id > 1 }[0]
/// jazz.name = "Swing"
/// ```
///
/// It does not affect what is stored, and no code is generated: a schema is a value that names columns. It is compared
/// with the database when the table is opened. A table may have more columns than its schema names, and several
/// schemas.
///
/// Inside a schema `Column<T>` is a ``TableColumn`` of it; elsewhere `Column` is a column of a result.
///
/// This protocol is open: your own types may implement it.
public protocol TableSchema: Sendable {
  /// The table's name.
  static var tableName: TableName { get }
  /// The name of a column that counts the changes of its row, for optimistic locking; nil, as by default, for none.
  ///
  /// ```swift
  /// static let versionColumn: String? = "version"
  /// ```
  ///
  /// The column holds whole numbers and is NOT NULL. Once the table was opened by the schema, every write through its
  /// entries, typed or not, checks that the column is what the program has seen, and counts it up; otherwise it throws
  /// `changedMeanwhile`, and the entry gets the new row. `update(set:where:)` and `upsert` count it up too.
  static var versionColumn: String? { get }
  /// The schema with its columns, as they are declared.
  init()
}

extension TableSchema {
  /// None.
  public static var versionColumn: String? { nil }

  /// A column of this schema.
  public typealias Column<T: SchemaValue> = TableColumn<Self, T>
}

/// A column of a schema: its name, and the type that it is read and written as.
public struct TableColumn<Schema: TableSchema, T: SchemaValue>: AnyTableColumn {
  /// The name.
  public let name: String

  /// A column by its name in the database.
  public init(_ name: String) { self.name = name }

  /// The column as SQL, quoted as the database wants it.
  public var sql: SQL { "\(identifier: name)" }

  func check(against column: ColumnDescription, _ type: ColumnType) -> String? { T.mismatch(with: column, type) }
}

/// What the check of a schema needs to know about a column.
protocol AnyTableColumn: Sendable {
  var name: String { get }
  /// Why values of the database's column can't be read; nil if they can.
  func check(against column: ColumnDescription, _ type: ColumnType) -> String?
}

extension TableSchema {
  /// Compares the schema with the table.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchColumn` or `typeMismatch`, naming the first column that does not fit.
  static func check(_ definition: TableDescription, _ dialect: any SchemaDialect) throws(DatabaseError) {
    for child in Mirror(reflecting: Self()).children {
      guard let column = child.value as? any AnyTableColumn else { continue }
      let table = definition.name.name
      guard let found = definition.column(named: column.name) else {
        let hint = nearestName(to: column.name, among: definition.columnNames).map { "; did you mean \($0)?" } ?? ""
        throw DatabaseError(
          .noSuchColumn, "\(Self.self): the table \(table) has no column \(column.name)\(hint)", table: table,
          column: column.name)
      }
      if let mismatch = column.check(against: found, dialect.type(of: found)) {
        throw DatabaseError(
          .typeMismatch, "\(Self.self): the column \(table).\(found.name) is \(mismatch)", table: table,
          column: found.name)
      }
    }
  }
}
