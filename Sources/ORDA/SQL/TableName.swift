/// A table's or view's name, and the schema that it lies in.
///
/// A schema is what SQL calls one: on SQLite an open database (`main`, `temp` or an attached one), on MariaDB a
/// database. Two names are equal where their spelling is; a description carries the spelling that the database keeps,
/// so compare names that came from descriptions, not names that a user typed.
public struct TableName: Sendable, Hashable {
  /// The schema, or nil for the one that an unqualified name is looked up in.
  public var schema: String?
  /// The name within the schema, unquoted.
  public var name: String

  /// A name, by default in the schema that unqualified names are looked up in.
  public init(schema: String? = nil, name: String) {
    self.schema = schema
    self.name = name
  }
}

extension TableName: CustomStringConvertible {
  /// `schema.name`, unquoted: for people, not for SQL.
  public var description: String { schema.map { "\($0).\(name)" } ?? name }
}
