import ORDA

/// A table made for a file.
struct NewTable {
  let name: String
  /// The types of the file's values.
  let inference: TypeInference
  /// The columns of the primary key, in order; empty for none.
  let primaryKey: [String]

  /// The statement that makes it.
  ///
  /// - Parameter driver: The name of the driver of the database.
  /// - Throws: ``HeaderError`` for a file that names no columns, and for a primary key that it has not.
  func create(on driver: String) throws -> SQL {
    if inference.names.isEmpty {
      throw HeaderError(description: "there is no record in it, so nothing tells which columns the table should have")
    }
    if let missing = primaryKey.first(where: { !inference.names.contains($0) }) {
      throw HeaderError(description: "it has no column \(missing) that could be the primary key")
    }
    var parts: [SQL] = zip(inference.names, inference.columns).map { name, column in
      let isKey = primaryKey.contains(name)
      return "\(identifier: name) \(raw: column.sql(isKey: isKey, on: driver))\(raw: isKey ? " NOT NULL" : "")"
    }
    if !primaryKey.isEmpty {
      let key = primaryKey.map { "\(identifier: $0)" as SQL }.joined(separator: ", ")
      parts.append("PRIMARY KEY (\(sql: key))")
    }
    return "CREATE TABLE \(identifier: name) (\(sql: parts.joined(separator: ", ")))"
  }
}
