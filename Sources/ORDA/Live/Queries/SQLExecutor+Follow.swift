/// Following queries over any tables.
extension SQLExecutor {
  /// The rows of a query over any tables, as a list that follows the database.
  ///
  /// ```swift
  /// let albums = try db.follow(
  ///   "SELECT a.id, a.title, COUNT(t.id) AS tracks FROM album a LEFT JOIN track t ON t.album_id = a.id GROUP BY a.id",
  ///   key: "id")
  /// print(albums.count, try albums.row(at: 0)["title"] as String)
  /// ```
  ///
  /// The query is run again after commits that touch a table it reads, and announces what differs: see ``LiveQuery``.
  /// The database says which tables these are, if the driver has the capability ``Capability/tablesRead``. It may not
  /// know what functions of a program or of the database read by themselves; `reading` names the tables instead.
  ///
  /// - Parameters:
  ///   - sql: A query that only reads.
  ///   - parameters: The values of its parameters, which stay the same.
  ///   - key: The columns whose values identify a row: a row that keeps them has changed or moved, and is not another
  ///     one. Without them rows are the same if all their values are.
  ///   - tables: The tables whose changes have the query run again, instead of those that the database would name.
  ///   - timeout: How long each run may take; nil for the governor's limits.
  /// - Throws: ``DatabaseError``; of kind `unsupported` if the driver reports no changes, or does not say which tables
  ///   are read and `reading` names none; `misuse` for a statement that may write, for one that reads no table, and in
  ///   a transaction, whose state nobody else may see; `noSuchColumn` for a key that is not among the columns.
  public func follow(
    _ sql: SQL, _ parameters: Parameters = .none, key: String..., reading tables: [TableName]? = nil,
    timeout: Duration? = nil
  ) throws -> LiveQuery<FetchedRow> {
    try follow(sql, parameters, .columns(key), tables, timeout) { $0 }
  }

  /// The rows of a query, each read by its type, as a list that follows the database.
  public func follow<T: RowDecodable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters = .none, key: String..., reading tables: [TableName]? = nil,
    timeout: Duration? = nil
  ) throws -> LiveQuery<T> {
    try follow(sql, parameters, .columns(key), tables, timeout) { try $0.decode(T.self) }
  }

  /// The rows of a query, each read by its type, as a list that follows the database.
  ///
  /// The key is what identifies a row, such as `\.id`.
  public func follow<T: RowDecodable & Sendable, Key: Hashable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters = .none, key: @escaping @Sendable (T) -> Key,
    reading tables: [TableName]? = nil, timeout: Duration? = nil
  ) throws -> LiveQuery<T> {
    try follow(sql, parameters, .value { key($0) }, tables, timeout) { try $0.decode(T.self) }
  }

  /// The rows of a query as tuples, as a list that follows the database.
  public func follow<each T: ColumnValue>(
    _ type: (repeat each T).Type, _ sql: SQL, _ parameters: Parameters = .none, key: String...,
    reading tables: [TableName]? = nil, timeout: Duration? = nil
  ) throws -> LiveQuery<(repeat each T)> {
    try follow(sql, parameters, .columns(key), tables, timeout) { try $0.tuple(type) }
  }

  /// The first column of a query, as a list that follows the database.
  public func follow<T: ColumnValue>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters = .none, key: String..., reading tables: [TableName]? = nil,
    timeout: Duration? = nil
  ) throws -> LiveQuery<T> {
    try follow(sql, parameters, .columns(key), tables, timeout) { try $0.get(0) }
  }

  /// The rows of a query as Codable values, whose keys are column names, as a list that follows the database.
  @_disfavoredOverload
  public func follow<T: Decodable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters = .none, key: String..., reading tables: [TableName]? = nil,
    strategy: RowCodingStrategy = .exact, timeout: Duration? = nil
  ) throws -> LiveQuery<T> {
    try follow(sql, parameters, .columns(key), tables, timeout) { try $0.decode(T.self, strategy: strategy) }
  }

  /// The rows of a query as Codable values, whose keys are column names, as a list that follows the database.
  ///
  /// The key is what identifies a row, such as `\.id`.
  @_disfavoredOverload
  public func follow<T: Decodable & Sendable, Key: Hashable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters = .none, key: @escaping @Sendable (T) -> Key,
    reading tables: [TableName]? = nil, strategy: RowCodingStrategy = .exact, timeout: Duration? = nil
  ) throws -> LiveQuery<T> {
    try follow(sql, parameters, .value { key($0) }, tables, timeout) { try $0.decode(T.self, strategy: strategy) }
  }

  func follow<Element>(
    _ sql: SQL, _ parameters: Parameters, _ key: LiveKey<Element>, _ tables: [TableName]?, _ timeout: Duration?,
    _ read: @escaping @Sendable (FetchedRow) throws -> Element
  ) throws -> LiveQuery<Element> {
    guard let governor = try (self as? any QueryFollowing)?.queryGovernor else {
      throw DatabaseError(.unsupported, "queries are followed by governors that ORDA makes")
    }
    if let scope = ThreadScopes.current(of: governor), scope.depth > 0 {
      throw DatabaseError(
        .misuse, "a live query shows what is committed, and can't be made in a transaction; make it before or after")
    }
    try governor.checkOnlyReads(sql)
    let question = LiveQuestion(
      sql: sql, parameters: parameters, key: key, tables: tables, timeout: timeout, read: read)
    return try LiveQuery(question, on: governor)
  }
}

/// An executor whose governor's queries can be followed.
protocol QueryFollowing {
  /// - Throws: `misuse` if the executor can no longer be used.
  var queryGovernor: ConnectionGovernor? { get throws }
}

extension ConnectionGovernor: QueryFollowing {
  var queryGovernor: ConnectionGovernor? { self }
}

extension BlockingSQLExecutor: QueryFollowing {
  var queryGovernor: ConnectionGovernor? { governor as? ConnectionGovernor }
}

extension Connection: QueryFollowing {
  var queryGovernor: ConnectionGovernor? {
    get throws {
      try checkUsable()
      return scope.governor
    }
  }
}

extension Transaction: QueryFollowing {
  var queryGovernor: ConnectionGovernor? { get throws { try connection.queryGovernor } }
}
