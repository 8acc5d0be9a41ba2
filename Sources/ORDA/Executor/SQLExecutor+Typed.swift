extension SQLExecutor {
  /// All rows, each read by its type.
  @inlinable @inline(__always)
  public func query<T: RowDecodable>(
    _ type: T.Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) throws -> [T] {
    try StatementExecution.all(type) {
      try withExecution(of: sql, Parameters(values: parameters), timeout: timeout, $0)
    }
  }

  /// The first row, read by its type; nil if there is none.
  @inlinable @inline(__always)
  public func first<T: RowDecodable>(
    _ type: T.Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) throws -> T? {
    try StatementExecution.first(type) {
      try withExecution(of: sql, Parameters(values: parameters), timeout: timeout, $0)
    }
  }

  /// All rows, each read by its type; parameters by name or as a list.
  @inlinable @inline(__always)
  public func query<T: RowDecodable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil
  ) throws -> [T] {
    try StatementExecution.all(type) { try withExecution(of: sql, parameters, timeout: timeout, $0) }
  }

  /// The first row, read by its type; nil if there is none; parameters by name or as a list.
  @inlinable @inline(__always)
  public func first<T: RowDecodable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil
  ) throws -> T? {
    try StatementExecution.first(type) { try withExecution(of: sql, parameters, timeout: timeout, $0) }
  }

  /// All rows as tuples, which may have fewer elements than there are columns.
  @inlinable @inline(__always)
  public func query<each T: ColumnValue>(
    _ type: (repeat each T).Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) throws -> [(repeat each T)] {
    try StatementExecution.allTuples(type) {
      try withExecution(of: sql, Parameters(values: parameters), timeout: timeout, $0)
    }
  }

  /// The first row as a tuple; nil if there is none.
  @inlinable @inline(__always)
  public func first<each T: ColumnValue>(
    _ type: (repeat each T).Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) throws -> ((repeat each T))? {
    try StatementExecution.firstTuple(type) {
      try withExecution(of: sql, Parameters(values: parameters), timeout: timeout, $0)
    }
  }

  /// All rows as tuples, which may have fewer elements than there are columns; parameters by name or as a list.
  @inlinable @inline(__always)
  public func query<each T: ColumnValue>(
    _ type: (repeat each T).Type, _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil
  ) throws -> [(repeat each T)] {
    try StatementExecution.allTuples(type) { try withExecution(of: sql, parameters, timeout: timeout, $0) }
  }

  /// The first row as a tuple; nil if there is none; parameters by name or as a list.
  @inlinable @inline(__always)
  public func first<each T: ColumnValue>(
    _ type: (repeat each T).Type, _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil
  ) throws -> ((repeat each T))? {
    try StatementExecution.firstTuple(type) { try withExecution(of: sql, parameters, timeout: timeout, $0) }
  }

  /// The first column of all rows.
  @inlinable @inline(__always)
  public func query<T: ColumnValue>(
    _ type: T.Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) throws -> [T] {
    try StatementExecution.allValues(type) {
      try withExecution(of: sql, Parameters(values: parameters), timeout: timeout, $0)
    }
  }

  /// The first column of the first row; nil if there is no row.
  @inlinable @inline(__always)
  public func first<T: ColumnValue>(
    _ type: T.Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., timeout: Duration? = nil
  ) throws -> T? {
    try StatementExecution.firstValue(type) {
      try withExecution(of: sql, Parameters(values: parameters), timeout: timeout, $0)
    }
  }

  /// The first column of all rows; parameters by name or as a list.
  @inlinable @inline(__always)
  public func query<T: ColumnValue>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil
  ) throws -> [T] {
    try StatementExecution.allValues(type) { try withExecution(of: sql, parameters, timeout: timeout, $0) }
  }

  /// The first column of the first row; nil if there is no row; parameters by name or as a list.
  @inlinable @inline(__always)
  public func first<T: ColumnValue>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters, timeout: Duration? = nil
  ) throws -> T? {
    try StatementExecution.firstValue(type) { try withExecution(of: sql, parameters, timeout: timeout, $0) }
  }

  /// All rows as Codable values, whose keys are column names.
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func query<T: Decodable>(
    _ type: T.Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., strategy: RowCodingStrategy = .exact,
    timeout: Duration? = nil
  ) throws -> [T] {
    try StatementExecution.allDecoded(type, strategy) {
      try withExecution(of: sql, Parameters(values: parameters), timeout: timeout, $0)
    }
  }

  /// The first row as a Codable value, whose keys are column names; nil if there is none.
  @_disfavoredOverload
  public func first<T: Decodable>(
    _ type: T.Type, _ sql: SQL, _ parameters: (any ValueConvertible)?..., strategy: RowCodingStrategy = .exact,
    timeout: Duration? = nil
  ) throws -> T? {
    try firstDecoded(type, of: sql, Parameters(values: parameters), strategy, timeout: timeout)
  }

  /// All rows as Codable values, whose keys are column names; parameters by name or as a list.
  @_disfavoredOverload
  @inlinable @inline(__always)
  public func query<T: Decodable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters, strategy: RowCodingStrategy = .exact, timeout: Duration? = nil
  ) throws -> [T] {
    try StatementExecution.allDecoded(type, strategy) { try withExecution(of: sql, parameters, timeout: timeout, $0) }
  }

  /// The first row as a Codable value, whose keys are column names; nil if there is none; parameters by name or as a list.
  @_disfavoredOverload
  public func first<T: Decodable>(
    _ type: T.Type, _ sql: SQL, _ parameters: Parameters, strategy: RowCodingStrategy = .exact, timeout: Duration? = nil
  ) throws -> T? {
    try firstDecoded(type, of: sql, parameters, strategy, timeout: timeout)
  }

  @inlinable
  func firstRow<T>(
    of sql: SQL, _ parameters: Parameters, timeout: Duration?, _ read: (borrowing Row) throws -> T
  ) throws -> T? {
    var first: T?
    try withExecution(of: sql, parameters, timeout: timeout) { execution in
      if try execution.step() { first = try read(execution.row()) }
    }
    return first
  }

  func firstDecoded<T: Decodable>(
    _ type: T.Type, of sql: SQL, _ parameters: Parameters, _ strategy: RowCodingStrategy, timeout: Duration?
  ) throws -> T? {
    var first: T?
    try withExecution(of: sql, parameters, timeout: timeout) { first = try $0.firstDecoded(type, strategy) }
    return first
  }
}
