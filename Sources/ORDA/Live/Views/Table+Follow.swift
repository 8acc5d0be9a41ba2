extension Table {
  /// The rows for which a condition is true, in order, as a list that follows the database.
  ///
  /// ```swift
  /// let adults = try people.follow(where: "age >= \(18)", orderBy: "name DESC", limit: 100)
  /// ```
  ///
  /// Any SQL is allowed, since the database decides. Changes of other tables that the condition or the order reads are
  /// followed too: the tables that the text names, or every table if one of them is a view. The text does not show what
  /// a function of the database reads; name such tables by `dependingOn`. Nobody reports that time has passed: a
  /// condition on time holds as of the last reading.
  ///
  /// - Parameters:
  ///   - condition: The condition; nil for all rows.
  ///   - order: An order by names of columns or by expressions. Rows that it considers equal are ordered by their keys;
  ///     so are all rows without it.
  ///   - limit: The most rows, from 0.
  ///   - tables: Tables that the rows depend on, besides those named in the text.
  /// - Throws: ``DatabaseError``; of kind `misuse` for a table without a key, an order by the places of columns, a
  ///   limit below 0, and in a transaction, whose state nobody else may see.
  public func follow(
    where condition: SQL? = nil, orderBy order: SQL? = nil, limit: Int? = nil, dependingOn tables: [TableName] = []
  ) throws -> LiveResult {
    guard let table = self as? GovernedTable else {
      throw DatabaseError(.unsupported, "tables that the driver itself makes have no live results")
    }
    try table.plan.checkKey()
    guard table.transactionScope == nil else {
      throw DatabaseError(
        .misuse, "a live result shows what is committed, and can't be made in a transaction; make it before or after")
    }
    let query = try LiveResultQuery(table, where: condition, orderBy: order, limit: limit, dependingOn: tables)
    return try LiveResult(table, query)
  }

  /// The rows for which a condition is true, in order, as a list that follows the database; awaited.
  public func follow(
    where condition: SQL? = nil, orderBy order: SQL? = nil, limit: Int? = nil, dependingOn tables: [TableName] = []
  ) async throws -> LiveResult {
    try await leased(.reader) { try $0.follow(where: condition, orderBy: order, limit: limit, dependingOn: tables) }
  }
}
