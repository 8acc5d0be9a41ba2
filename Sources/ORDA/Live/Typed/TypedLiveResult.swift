/// A live result seen through a schema: the same list, with columns that the compiler knows.
///
/// ```swift
/// let adults = try people.follow(where: { $0.age >= 18 }, orderBy: { [$0.name.ascending, $0.age.descending] })
/// for entry in adults.entries { print(entry.name) }
/// ```
///
/// Observe it as you would its ``result``.
public struct TypedLiveResult<Schema: TableSchema>: Sendable {
  /// The live result.
  public let result: LiveResult

  init(_ result: LiveResult) { self.result = result }

  /// The entries now, in order.
  public var entries: [TypedEntry<Schema>] { result.entries.map { TypedEntry($0) } }

  /// How many there are now.
  public var count: Int { result.count }

  /// An entry by its place, from 0.
  ///
  /// - Precondition: There is one at this place; see ``LiveResult``'s.
  public subscript(place: Int) -> TypedEntry<Schema> { TypedEntry(result[place]) }

  /// An entry by its place, from 0.
  ///
  /// - Throws: ``DatabaseError`` of kind `outOfRange` if there is none.
  public func entry(at place: Int) throws -> TypedEntry<Schema> { TypedEntry(try result.entry(at: place)) }

  /// Why the last reading failed; nil if it succeeded.
  public var lastError: DatabaseError? { result.lastError }

  /// How the list changes from now on.
  public var differences: LiveDifferences<TypedEntry<Schema>> { converted(result.differences) }

  /// How a list that is already shown changes; from an empty one, the first difference brings everything.
  public func differences(from shown: [TypedEntry<Schema>]) -> LiveDifferences<TypedEntry<Schema>> {
    converted(result.differences(from: shown.map(\.entry)))
  }

  private func converted(_ differences: LiveDifferences<TableEntry>) -> LiveDifferences<TypedEntry<Schema>> {
    differences.mapped { $0.mapped { TypedEntry($0) } }
  }

  /// Reads the rows again, with all their values, and waits for it.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` if this thread holds a connection of the governor.
  public func refresh() throws { try result.refresh() }

  /// Reads the rows again, with all their values.
  ///
  /// - Throws: ``DatabaseError``.
  public func refresh() async throws { try await result.refresh() }

  /// Stops following the rows, and ends the differences.
  public func close() { result.close() }
}

/// A column that rows are ordered by, and its direction.
public struct TableOrder<Schema: TableSchema>: Sendable {
  /// The column as SQL, with its direction.
  public let sql: SQL

  /// An order in SQL, such as `"lower(name) DESC"`.
  public init(_ sql: SQL) { self.sql = sql }
}

extension TableColumn {
  /// From the lowest to the highest.
  public var ascending: TableOrder<Schema> { TableOrder(sql) }
  /// From the highest to the lowest.
  public var descending: TableOrder<Schema> { TableOrder("\(sql: sql) DESC") }
}

extension TypedTable {
  /// The rows for which a condition is true, in order, as a list that follows the database.
  ///
  /// ```swift
  /// try people.follow { $0.age >= 18 }
  /// try people.follow(limit: 10, where: { $0.age >= 18 }, orderBy: { [$0.name.ascending] })
  /// ```
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` for a table without a key, a limit below 0, and in a transaction.
  public func follow(
    limit: Int? = nil, where condition: (Schema) -> TableCondition<Schema>,
    orderBy order: (Schema) -> [TableOrder<Schema>] = { _ in [] }
  ) throws -> TypedLiveResult<Schema> {
    TypedLiveResult(try table.follow(where: condition(Schema()).sql, orderBy: Self.sql(order), limit: limit))
  }

  /// All rows, in order, as a list that follows the database.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` for a table without a key, a limit below 0, and in a transaction.
  public func follow(
    limit: Int? = nil, orderBy order: (Schema) -> [TableOrder<Schema>] = { _ in [] }
  ) throws -> TypedLiveResult<Schema> {
    TypedLiveResult(try table.follow(orderBy: Self.sql(order), limit: limit))
  }

  /// The rows for which a condition is true, in order, as a list that follows the database; awaited.
  public func follow(
    limit: Int? = nil, where condition: (Schema) -> TableCondition<Schema>,
    orderBy order: (Schema) -> [TableOrder<Schema>] = { _ in [] }
  ) async throws -> TypedLiveResult<Schema> {
    TypedLiveResult(try await table.follow(where: condition(Schema()).sql, orderBy: Self.sql(order), limit: limit))
  }

  /// All rows, in order, as a list that follows the database; awaited.
  public func follow(
    limit: Int? = nil, orderBy order: (Schema) -> [TableOrder<Schema>] = { _ in [] }
  ) async throws -> TypedLiveResult<Schema> {
    TypedLiveResult(try await table.follow(orderBy: Self.sql(order), limit: limit))
  }

  private static func sql(_ order: (Schema) -> [TableOrder<Schema>]) -> SQL? {
    let terms = order(Schema()).map(\.sql)
    return terms.isEmpty ? nil : terms.joined(separator: ", ")
  }
}
