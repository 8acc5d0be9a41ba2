/// The same, awaited: each call runs as a whole on a connection's own thread and blocks no other.
extension Table {
  /// The entry of a row by the values of its key's columns; nil if there is no such row.
  public func entry(_ key: (any ValueConvertible)?...) async throws -> TableEntry? {
    let values = try key.map { try $0?.value() ?? .null }
    return try await leased(.reader) { try $0.entry(key: values) }
  }

  /// The entries of rows by their keys, in the order of the keys; nil for a key without a row.
  public func entries(keys: [[Value]]) async throws -> [TableEntry?] {
    try await leased(.reader) { try $0.entries(keys: keys) }
  }

  /// The entries of rows by their keys of one column, in the order of the keys; nil for a key without a row.
  public func entries<Key: ValueConvertible>(keys: some Sequence<Key>) async throws -> [TableEntry?] {
    let keys = try keys.map { [try $0.value()] }
    return try await leased(.reader) { try $0.entries(keys: keys) }
  }

  /// The entries of the rows for which a condition is true, or of all.
  public func select(where condition: SQL? = nil) async throws -> TableResult {
    try await leased(.reader) { try $0.select(where: condition, orderBy: nil, limit: nil) }
  }

  /// The entries of the rows for which a condition is true, or of all, in order; at most `limit`.
  public func select(where condition: SQL? = nil, orderBy order: SQL, limit: Int? = nil) async throws -> TableResult {
    try await leased(.reader) { try $0.select(where: condition, orderBy: order, limit: limit) }
  }

  /// The entry of the first row for which a condition is true, or of the first of all; nil if there is none.
  public func first(where condition: SQL? = nil) async throws -> TableEntry? {
    try await leased(.reader) { try $0.select(where: condition, orderBy: nil, limit: 1).first }
  }

  /// The entry of the first row for which a condition is true, in an order such as `"name, id DESC"`; nil if there is
  /// none.
  public func first(where condition: SQL? = nil, orderBy order: SQL) async throws -> TableEntry? {
    try await leased(.reader) { try $0.select(where: condition, orderBy: order, limit: 1).first }
  }

  /// How many rows there are for which a condition is true, or of all.
  public func count(where condition: SQL? = nil) async throws -> Int {
    try await leased(.reader) { try $0.count(where: condition) }
  }

  /// Inserts a row and returns its entry, with the key and the defaults that the database made.
  @discardableResult
  public func insert(_ values: Parameters, ignoringCase: Bool = false) async throws -> TableEntry {
    try await leased(.writer) { try $0.insert(values, ignoringCase: ignoringCase) }
  }

  /// Inserts what a Codable value encodes, whose keys are columns, and returns the row's entry.
  @_disfavoredOverload @discardableResult
  public func insert(_ value: some Encodable, strategy: RowCodingStrategy = .exact) async throws -> TableEntry {
    let values = try Parameters(encoding: value, strategy: strategy)
    return try await leased(.writer) { try $0.insert(values, ignoringCase: true) }
  }

  /// Updates the row that has the key among the values, or inserts one if there is none.
  @discardableResult
  public func upsert(_ values: Parameters, ignoringCase: Bool = false) async throws -> TableEntry {
    try await leased(.writer) { try $0.upsert(values, ignoringCase: ignoringCase) }
  }

  /// Updates the row that has the key of a Codable value, or inserts one if there is none.
  @_disfavoredOverload @discardableResult
  public func upsert(_ value: some Encodable, strategy: RowCodingStrategy = .exact) async throws -> TableEntry {
    let values = try Parameters(encoding: value, strategy: strategy)
    return try await leased(.writer) { try $0.upsert(values, ignoringCase: true) }
  }

  /// Sets columns of all rows for which a condition is true, and returns their entries.
  @discardableResult
  public func update(set values: Parameters, where condition: SQL?) async throws -> TableResult {
    try await leased(.writer) { try $0.update(set: values, where: condition) }
  }

  /// Deletes all rows for which a condition is true, and returns their entries.
  @discardableResult
  public func delete(where condition: SQL?) async throws -> TableResult {
    try await leased(.writer) { try $0.delete(where: condition) }
  }

  /// Runs work on a connection for a role, on its own thread.
  func leased<R: Sendable>(
    _ role: ConnectionRole, _ work: @escaping @Sendable (Self) throws -> R
  ) async throws -> R { try await governor.leased(role) { [self] in try work(self) } }
}

extension Governor {
  /// A table and its live rows.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchTable` if there is none of that name.
  public func table(_ name: TableName) async throws -> any Table {
    try await leased(.reader) { [self] in try table(name) }
  }

  /// Runs synchronous work on a connection for a role, on its own thread.
  func leased<R: Sendable>(
    _ role: ConnectionRole, _ work: @escaping @Sendable () throws -> R
  ) async throws -> R {
    if role == .writer, let governor = self as? ConnectionGovernor, try governor.transactionOfThisTask() == nil {
      try governor.checkTaskMayWriteEntries()
    }
    let result = Handover<R?>(nil)
    try await lease(LeaseRequest(role: role)) { _ in result.value = try work() }
    guard let value = result.value else { throw DatabaseError(.misuse, "the work was not done") }
    return value
  }
}
