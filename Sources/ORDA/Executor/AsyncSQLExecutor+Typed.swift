extension AsyncSQLExecutor {
  /// All rows, each read by its type.
  public func query<T: RowDecodable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) async throws -> [T] {
    try await allRows(of: sql, Parameters(values: parameters), timeout: timeout) { row in try T(row: row) }
  }

  /// The first row, read by its type; nil if there is none.
  public func first<T: RowDecodable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) async throws -> T? {
    try await firstRow(of: sql, Parameters(values: parameters), timeout: timeout) { row in try T(row: row) }
  }

  /// All rows, each read by its type; parameters by name or as a list.
  public func query<T: RowDecodable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil
  ) async throws -> [T] {
    try await allRows(of: sql, parameters, timeout: timeout) { row in try T(row: row) }
  }

  /// The first row, read by its type; nil if there is none; parameters by name or as a list.
  public func first<T: RowDecodable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil
  ) async throws -> T? {
    try await firstRow(of: sql, parameters, timeout: timeout) { row in try T(row: row) }
  }

  /// All rows as tuples, which may have fewer elements than there are columns.
  public func query<each T: ColumnValue>(
    _ type: (repeat each T).Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) async throws -> [(repeat each T)] {
    try await allRows(of: sql, Parameters(values: parameters), timeout: timeout) { row in try row.tuple(type) }
  }

  /// The first row as a tuple; nil if there is none.
  public func first<each T: ColumnValue>(
    _ type: (repeat each T).Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) async throws -> ((repeat each T))? {
    try await firstRow(of: sql, Parameters(values: parameters), timeout: timeout) { row in try row.tuple(type) }
  }

  /// All rows as tuples, which may have fewer elements than there are columns; parameters by name or as a list.
  public func query<each T: ColumnValue>(
    _ type: (repeat each T).Type, _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil
  ) async throws -> [(repeat each T)] {
    try await allRows(of: sql, parameters, timeout: timeout) { row in try row.tuple(type) }
  }

  /// The first row as a tuple; nil if there is none; parameters by name or as a list.
  public func first<each T: ColumnValue>(
    _ type: (repeat each T).Type, _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil
  ) async throws -> ((repeat each T))? {
    try await firstRow(of: sql, parameters, timeout: timeout) { row in try row.tuple(type) }
  }

  /// The first column of all rows.
  public func query<T: ColumnValue>(
    _ type: T.Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) async throws -> [T] {
    try await allRows(of: sql, Parameters(values: parameters), timeout: timeout) { row in try row.get(0) }
  }

  /// The first column of the first row; nil if there is no row.
  public func first<T: ColumnValue>(
    _ type: T.Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) async throws -> T? {
    try await firstRow(of: sql, Parameters(values: parameters), timeout: timeout) { row in try row.get(0) }
  }

  /// The first column of all rows; parameters by name or as a list.
  public func query<T: ColumnValue>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil
  ) async throws -> [T] {
    try await allRows(of: sql, parameters, timeout: timeout) { row in try row.get(0) }
  }

  /// The first column of the first row; nil if there is no row; parameters by name or as a list.
  public func first<T: ColumnValue>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil
  ) async throws -> T? {
    try await firstRow(of: sql, parameters, timeout: timeout) { row in try row.get(0) }
  }

  /// All rows as Codable values, whose keys are column names.
  @_disfavoredOverload
  public func query<T: Decodable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., strategy: RowCodingStrategy = .exact,
    timeout: Duration? = nil
  ) async throws -> [T] {
    try await allDecoded(type, of: sql, Parameters(values: parameters), strategy, timeout: timeout)
  }

  /// The first row as a Codable value, whose keys are column names; nil if there is none.
  @_disfavoredOverload
  public func first<T: Decodable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., strategy: RowCodingStrategy = .exact,
    timeout: Duration? = nil
  ) async throws -> T? {
    try await firstDecoded(type, of: sql, Parameters(values: parameters), strategy, timeout: timeout)
  }

  /// All rows as Codable values, whose keys are column names; parameters by name or as a list.
  @_disfavoredOverload
  public func query<T: Decodable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters, strategy: RowCodingStrategy = .exact, timeout: Duration? = nil
  ) async throws -> [T] {
    try await allDecoded(type, of: sql, parameters, strategy, timeout: timeout)
  }

  /// The first row as a Codable value, whose keys are column names; nil if there is none; parameters by name or as a list.
  @_disfavoredOverload
  public func first<T: Decodable & Sendable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters, strategy: RowCodingStrategy = .exact, timeout: Duration? = nil
  ) async throws -> T? {
    try await firstDecoded(type, of: sql, parameters, strategy, timeout: timeout)
  }

  private func allRows<T>(
    of sql: SQL, _ parameters: Parameters, timeout: Duration?,
    _ read: @escaping @Sendable (borrowing Row) throws -> T
  ) async throws -> [T] {
    let all = Handover<[T]>([])
    try await withExecution(of: sql, parameters, timeout: timeout) { execution in
      var rows: [T] = []
      try execution.forEachRow { rows.append(try read($0)) }
      all.value = rows
    }
    return all.value
  }

  private func firstRow<T>(
    of sql: SQL, _ parameters: Parameters, timeout: Duration?,
    _ read: @escaping @Sendable (borrowing Row) throws -> T
  ) async throws -> T? {
    let first = Handover<T?>(nil)
    try await withExecution(of: sql, parameters, timeout: timeout) { execution in
      if try execution.step() { first.value = try read(execution.row()) }
    }
    return first.value
  }

  private func allDecoded<T: Decodable & Sendable>(
    _ type: T.Type, of sql: SQL, _ parameters: Parameters, _ strategy: RowCodingStrategy, timeout: Duration?
  ) async throws -> [T] {
    let all = Handover<[T]>([])
    try await withExecution(of: sql, parameters, timeout: timeout) { all.value = try $0.allDecoded(type, strategy) }
    return all.value
  }

  private func firstDecoded<T: Decodable & Sendable>(
    _ type: T.Type, of sql: SQL, _ parameters: Parameters, _ strategy: RowCodingStrategy, timeout: Duration?
  ) async throws -> T? {
    let first = Handover<T?>(nil)
    try await withExecution(of: sql, parameters, timeout: timeout) { first.value = try $0.firstDecoded(type, strategy) }
    return first.value
  }
}
