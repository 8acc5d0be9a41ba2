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
  /// - Throws: ``NoColumns`` and ``NoSuchKey``.
  func create(on driver: String) throws -> SQL {
    if inference.names.isEmpty { throw NoColumns() }
    if let missing = primaryKey.first(where: { !inference.names.contains($0) }) { throw NoSuchKey(name: missing) }
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

  /// A file that names no column.
  struct NoColumns: Error, CustomStringConvertible {
    var description: String { "there is no record in it, so nothing tells which columns the table should have" }
  }

  /// A primary key that is not in the file.
  struct NoSuchKey: Error, CustomStringConvertible {
    let name: String
    var description: String { "it has no column \(name) that could be the primary key" }
  }
}
