/// Following queries over any tables; awaited.
extension Governor {
  /// Runs a query over any tables and returns its rows as a list that follows the database.
  ///
  /// - Throws: As the blocking function of this name; of kind `cancelled` in a cancelled task.
  public func follow(
    _ sql: SQL, _ parameters: Parameters = .none, key: String..., reading tables: [TableName]? = nil,
    timeout: Duration? = nil
  ) async throws -> LiveQuery<FetchedRow> {
    try await follow(sql, parameters, .columns(key), tables, timeout) { $0 }
  }

  /// The rows of a query, each read by its type, as a list that follows the database; awaited.
  public func follow<T: RowDecodable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters = .none, key: String..., reading tables: [TableName]? = nil,
    timeout: Duration? = nil
  ) async throws -> LiveQuery<T> {
    try await follow(sql, parameters, .columns(key), tables, timeout) { try $0.decode(T.self) }
  }

  /// The rows of a query, each read by its type, as a list that follows the database; awaited.
  ///
  /// The key is what identifies a row, such as `\.id`.
  public func follow<T: RowDecodable & Sendable, Key: Hashable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters = .none, key: @escaping @Sendable (T) -> Key,
    reading tables: [TableName]? = nil, timeout: Duration? = nil
  ) async throws -> LiveQuery<T> {
    try await follow(sql, parameters, .value { key($0) }, tables, timeout) { try $0.decode(T.self) }
  }

  /// The rows of a query as tuples, as a list that follows the database; awaited.
  public func follow<each T: ColumnValue>(
    _ type: (repeat each T).Type, _ sql: SQL, _ parameters: Parameters = .none, key: String...,
    reading tables: [TableName]? = nil, timeout: Duration? = nil
  ) async throws -> LiveQuery<(repeat each T)> {
    try await follow(sql, parameters, .columns(key), tables, timeout) { try $0.tuple(type) }
  }

  /// The first column of a query, as a list that follows the database; awaited.
  public func follow<T: ColumnValue>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters = .none, key: String..., reading tables: [TableName]? = nil,
    timeout: Duration? = nil
  ) async throws -> LiveQuery<T> {
    try await follow(sql, parameters, .columns(key), tables, timeout) { try $0.get(0) }
  }

  /// The rows of a query as Codable values, whose keys are column names, as a list that follows the database; awaited.
  @_disfavoredOverload
  public func follow<T: Decodable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters = .none, key: String..., reading tables: [TableName]? = nil,
    strategy: RowCodingStrategy = .exact, timeout: Duration? = nil
  ) async throws -> LiveQuery<T> {
    try await follow(sql, parameters, .columns(key), tables, timeout) { try $0.decode(T.self, strategy: strategy) }
  }

  /// The rows of a query as Codable values, whose keys are column names, as a list that follows the database; awaited.
  ///
  /// The key is what identifies a row, such as `\.id`.
  @_disfavoredOverload
  public func follow<T: Decodable & Sendable, Key: Hashable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters = .none, key: @escaping @Sendable (T) -> Key,
    reading tables: [TableName]? = nil, strategy: RowCodingStrategy = .exact, timeout: Duration? = nil
  ) async throws -> LiveQuery<T> {
    try await follow(sql, parameters, .value { key($0) }, tables, timeout) { try $0.decode(T.self, strategy: strategy) }
  }

  private func follow<Element>(
    _ sql: SQL, _ parameters: Parameters, _ key: LiveKey<Element>, _ tables: [TableName]?, _ timeout: Duration?,
    _ read: @escaping @Sendable (FetchedRow) throws -> Element
  ) async throws -> LiveQuery<Element> {
    try await leased(.reader) {
      try (self as any SQLExecutor).follow(sql, parameters, key, tables, timeout, read)
    }
  }
}
