internal import ORDA

/// Asks which rows a list has, and in which order: for their keys, and what divides them into sections.
struct ListQuery: Sendable {
  let table: TableName
  let key: String
  let condition: SQL?
  let order: SQL?
  let section: SQL?
  let limit: Int?

  /// The keys in their order, each with the value of its section where there are sections.
  ///
  /// - Parameter unsaved: Unsaved changes of objects; the query treats them as if they were written.
  func rows(_ unsaved: [UnsavedRow], on connection: Connection) throws -> FetchedRows {
    let source = unsaved.isEmpty ? table.sql : try overlay(of: unsaved, on: connection)
    var sql: SQL = "SELECT \(identifier: key)"
    if let section { sql += ", (\(sql: section))" }
    sql += " FROM \(sql: source)"
    if let condition { sql += " WHERE (\(sql: condition))" }
    sql += " ORDER BY "
    if let order { sql += "\(sql: order), " }
    // Rows that are otherwise equal keep their order.
    sql += "\(identifier: key)"
    if let limit { sql += " LIMIT \(limit)" }
    return try connection.query(sql).rows
  }

  /// The table, with other values in some of its rows, and with rows that are not there yet.
  private func overlay(of unsaved: [UnsavedRow], on connection: Connection) throws -> SQL {
    let names = try connection.describe(table)?.columns.map(\.name) ?? []
    let ids = unsaved.map(\.id)
    var sql: SQL = "(SELECT "
    sql += names.map { "\(identifier: $0)" as SQL }.joined(separator: ", ")
    sql += " FROM \(table.sql) WHERE \(identifier: key) NOT IN \(list: ids)"
    for row in unsaved {
      let cells = names.map { name -> SQL in
        if name.lowercased() == key.lowercased() { return "\(row.id)" }
        if let value = row.values[name.lowercased()] { return "\(value)" }
        return "(SELECT \(identifier: name) FROM \(table.sql) WHERE \(identifier: key) = \(row.id))"
      }
      sql += " UNION ALL SELECT \(sql: cells.joined(separator: ", "))"
    }
    // A condition may name the table.
    return sql + ") AS \(identifier: table.name)"
  }
}

/// An object's unsaved changes.
struct UnsavedRow: Sendable {
  /// How many one query may contain: each is a SELECT of its own in it.
  static let limit = 400

  let id: Value
  /// By the columns' names in lower case.
  var values: [String: Value] = [:]
}

extension TypedObjectTable {
  /// The unsaved changes of live objects: what could not be written, or waits to be saved by hand.
  func unsavedRows() -> [UnsavedRow] {
    var rows: [UnsavedRow] = []
    for object in liveObjects where object.record.isUnsaved && !object.record.isDeleted {
      guard rows.count < UnsavedRow.limit, let id = try? object.uniqueID.value() else { continue }
      var row = UnsavedRow(id: id)
      let columns = object.record.isNew ? attributeColumns : object.record.unsaved
      for (column, attribute) in entity.attributes.enumerated() where columns.contains(column) {
        row.values[attribute.name.lowercased()] = try? attribute.value(object)
      }
      rows.append(row)
    }
    return rows
  }
}
