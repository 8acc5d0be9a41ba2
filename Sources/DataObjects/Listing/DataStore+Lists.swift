public import ORDA

extension DataStore {
  /// The objects whose rows meet a condition, in an order, as a list that follows what the program sets and what others write.
  ///
  /// ```swift
  /// let list = try await store.list(
  ///   Note.self, where: "archived = \(false)", orderBy: "sortDate DESC", sectionBy: "strftime('%Y', sortDate)")
  /// ```
  ///
  /// - Parameters:
  ///   - type: The objects' type.
  ///   - condition: What follows WHERE; nil for all rows.
  ///   - order: What follows ORDER BY; equal rows are in the order of their keys.
  ///   - section: An expression: objects for which it gives the same are a section. Sections come in the order of their first
  ///     objects.
  ///   - limit: How many at most.
  /// - Throws: ``DataStoreError`` and `DatabaseError`.
  public func list<Object: DataObject>(
    _ type: Object.Type, where condition: SQL? = nil, orderBy order: SQL? = nil, sectionBy section: SQL? = nil,
    limit: Int? = nil
  ) async throws -> DataList<Object> {
    let table = try table(of: type)
    let query = ListQuery(
      table: table.table, key: table.key, condition: condition, order: order, section: section, limit: limit)
    let list = DataList(table, query)
    followers.add(list)
    try await list.refresh()
    return list
  }
}
