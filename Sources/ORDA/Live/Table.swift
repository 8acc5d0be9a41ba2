/// A table of a database, and its rows as live objects.
///
/// ```swift
/// let genres = try db.table("genre")
/// let jazz = try genres.select(where: "name = \("Jazz")")[0]
/// jazz["name"] = "Swing"                          // UPDATE genre SET name = ? WHERE id = ?
/// try genres.entry(1) === jazz                    // true: one entry for each row, as long as somebody holds it
/// ```
///
/// A governor has one object for each table, as long as anybody holds it or one of its entries. Entries need a primary key,
/// or columns that are UNIQUE and NOT NULL; other tables can be read as plain rows, with `query`.
///
/// Whatever is called on the thread of a transaction's closure is part of that transaction.
///
/// Don't implement this protocol: only ORDA can make its entries, and it may get new requirements at any time. For test
/// doubles use a scripted driver: see <doc:TestingWithoutADatabase>.
public protocol Table: AnyObject, Sendable {
  /// The governor that the table belongs to.
  var governor: any Governor { get }
  /// Everything that the database said about the table when it was opened.
  var definition: TableDescription { get }
  /// The names of the columns of entries, in order.
  var columnNames: [String] { get }
  /// The names of the columns that identify a row, in the key's order; empty if there are none.
  var keyNames: [String] { get }
  /// How many entries somebody holds.
  var liveCount: Int { get }

  /// The entry of a row; nil if there is no such row.
  ///
  /// The key is a hint: if no entry has exactly that key, the row is looked for in the database, and its stored key
  /// counts. So 1 and "1" are the same row if the column considers them equal.
  ///
  /// - Parameter key: The values of the key's columns, in order.
  /// - Throws: ``DatabaseError`` of kind `misuse` for a table without a key, or a wrong number of values.
  func entry(key: [Value]) throws -> TableEntry?

  /// The entries of rows by their keys, in the order of the keys; nil for a key without a row.
  ///
  /// Rows that nobody holds yet are read in one statement, if the driver has ``Capability/lists``; each key that is
  /// stored in another spelling, `"ABC"` for `abc`, takes one more.
  ///
  /// - Parameter keys: For each row the values of the key's columns, in order.
  /// - Throws: ``DatabaseError`` of kind `misuse` for a table without a key, or a wrong number of values.
  func entries(keys: [[Value]]) throws -> [TableEntry?]

  /// The entries of the rows for which a condition is true, or of all.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` for a table without a key.
  func select(where condition: SQL?, orderBy order: SQL?, limit: Int?) throws -> TableResult

  /// How many rows there are for which a condition is true, or of all.
  func count(where condition: SQL?) throws -> Int

  /// Inserts a row and returns its entry, with the key and the defaults that the database made.
  ///
  /// - Parameters:
  ///   - values: Values by the names of their columns.
  ///   - ignoringCase: True if the case of ASCII letters in the names does not count.
  /// - Throws: ``DatabaseError``; of kind `noSuchColumn` for a name that the table lacks, `misuse` for one given twice.
  func insert(_ values: Parameters, ignoringCase: Bool) throws -> TableEntry

  /// Updates the row that has the key among the values, or inserts one if there is none.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` if a part of the key is missing.
  func upsert(_ values: Parameters, ignoringCase: Bool) throws -> TableEntry

  /// Sets columns of all rows for which a condition is true, in one transaction.
  ///
  /// - Returns: The entries of the rows for which it was true before.
  func update(set values: Parameters, where condition: SQL?) throws -> TableResult

  /// Deletes all rows for which a condition is true, in one transaction.
  ///
  /// - Returns: Their entries, which are deleted and keep their last values.
  func delete(where condition: SQL?) throws -> TableResult

  /// Writes of this table's entries that fail from now on, as an asynchronous sequence. A reader that falls behind
  /// misses the oldest failures, and keeps the newest 64.
  var errors: TableFailures { get }
}

extension Table {
  /// The table's name, with its schema if the database has one.
  public var name: TableName { definition.name }

  /// The entry of a row by the values of its key's columns; nil if there is no such row.
  public func entry(_ key: (any ValueConvertible)?...) throws -> TableEntry? {
    try entry(key: try key.map { try $0?.value() ?? .null })
  }

  /// The entries of rows by their keys of one column, in the order of the keys; nil for a key without a row.
  public func entries<Key: ValueConvertible>(keys: some Sequence<Key>) throws -> [TableEntry?] {
    try entries(keys: try keys.map { [try $0.value()] })
  }

  /// The entries of the rows for which a condition is true, or of all.
  public func select(where condition: SQL? = nil) throws -> TableResult {
    try select(where: condition, orderBy: nil, limit: nil)
  }

  /// The entries of the rows for which a condition is true, or of all, in an order such as `"name, id DESC"`.
  public func select(where condition: SQL? = nil, orderBy order: SQL) throws -> TableResult {
    try select(where: condition, orderBy: order, limit: nil)
  }

  /// The entry of the first row for which a condition is true, or of the first of all; nil if there is none.
  public func first(where condition: SQL? = nil) throws -> TableEntry? {
    try select(where: condition, orderBy: nil, limit: 1).first
  }

  /// The entry of the first row for which a condition is true, in an order such as `"name, id DESC"`; nil if there is
  /// none.
  public func first(where condition: SQL? = nil, orderBy order: SQL) throws -> TableEntry? {
    try select(where: condition, orderBy: order, limit: 1).first
  }

  /// How many rows there are.
  public func count() throws -> Int { try count(where: nil) }

  /// Inserts a row and returns its entry, with the key and the defaults that the database made.
  @discardableResult
  public func insert(_ values: Parameters) throws -> TableEntry { try insert(values, ignoringCase: false) }

  /// Inserts what a Codable value encodes, whose keys are columns, and returns the row's entry.
  @_disfavoredOverload @discardableResult
  public func insert(_ value: some Encodable, strategy: RowCodingStrategy = .exact) throws -> TableEntry {
    try insert(try Parameters(encoding: value, strategy: strategy), ignoringCase: true)
  }

  /// Updates the row that has the key among the values, or inserts one if there is none.
  @discardableResult
  public func upsert(_ values: Parameters) throws -> TableEntry { try upsert(values, ignoringCase: false) }

  /// Updates the row that has the key of a Codable value, or inserts one if there is none.
  @_disfavoredOverload @discardableResult
  public func upsert(_ value: some Encodable, strategy: RowCodingStrategy = .exact) throws -> TableEntry {
    try upsert(try Parameters(encoding: value, strategy: strategy), ignoringCase: true)
  }
}
