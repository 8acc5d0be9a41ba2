/// A table's or view's name, and its schema.
///
/// A schema in the sense of SQL: on SQLite an open database (`main`, `temp` or an attached one), on MariaDB a database.
/// Two names are equal if they consist of the same bytes; a description has the spelling that the database keeps, so compare names
/// from descriptions, not names typed by a user.
public struct TableName: Sendable, Hashable {
  /// The schema, or nil for the default one.
  public var schema: String?
  /// The name within the schema, unquoted.
  public var name: String

  /// A name, by default in the default schema.
  public init(schema: String? = nil, name: String) {
    self.schema = schema
    self.name = name
  }
}

extension TableName {
  /// Whether two names consist of the same bytes, as in ``SQLName``.
  public static func == (left: TableName, right: TableName) -> Bool {
    guard left.name.hasSameBytes(as: right.name) else { return false }
    guard let schema = left.schema, let other = right.schema else { return left.schema == nil && right.schema == nil }
    return schema.hasSameBytes(as: other)
  }

  /// Hashes the schema and the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(schema)
    hasher.combine(name)
  }
}

extension TableName: CustomStringConvertible {
  /// `schema.name`, unquoted: for people, not for SQL.
  public var description: String { schema.map { "\($0).\(name)" } ?? name }
}
