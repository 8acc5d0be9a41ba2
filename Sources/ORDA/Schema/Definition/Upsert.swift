/// Rows to be updated if their keys exist, and inserted otherwise: a ``SchemaDialect`` is asked to write this as one
/// statement.
public struct Upsert: Sendable, Hashable {
  /// The table.
  public let table: TableName
  /// The columns that get values, including the key's, in the order of the values.
  public let columns: [String]
  /// The columns of the primary key, or of another unique key of the table, which identify the row.
  public let key: [String]
  /// The columns that are set in an existing row; empty if it stays as it is.
  public let updating: [String]

  /// An upsert; `key` and `updating` name some of the columns.
  public init(table: TableName, columns: [String], key: [String], updating: [String]) {
    self.table = table
    self.columns = columns
    self.key = key
    self.updating = updating
  }

  /// `INSERT INTO genre (id, name) VALUES (?1, ?2)`: the beginning of what most databases want, with a number for each value.
  public var insertion: SQL {
    let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return "INSERT INTO \(table.sql) (\(SQL.names(columns))) VALUES (\(raw: places))"
  }

  private func assignments(_ names: [String], separator: SQL) -> SQL {
    names.map { name -> SQL in
      let place = (columns.firstIndex(ofName: name) ?? 0) + 1
      return "\(identifier: name) = ?\(raw: "\(place)")"
    }.joined(separator: separator)
  }

  private var condition: SQL { assignments(key, separator: " AND ") }

  /// The statements that do it.
  ///
  /// - Parameters:
  ///   - names: The names of the parameters, one for each column.
  ///   - whole: The single statement that does everything, if there is one for this table.
  ///   - locksRows: True if a query must take a lock to see what others have committed meanwhile.
  func texts(names: [String], whole: SQL?, locksRows: Bool) -> UpsertTexts {
    UpsertTexts(
      names: names, whole: whole,
      update: updating.isEmpty
        ? nil : "UPDATE \(table.sql) SET \(assignments(updating, separator: ", ")) WHERE \(condition)",
      insertion: insertion,
      search: "SELECT 1 FROM \(table.sql) WHERE \(condition)\(raw: locksRows ? " FOR UPDATE" : "")")
  }
}
