/// Tables of which it is only known that something in them may have changed.
///
/// A listener to certain tables finds them under the names that it gave; other names are as
/// ``ChangeSource/identity(of:)`` makes them.
public struct UnknownTables: Sendable, Hashable {
  /// The tables by name.
  public var tables: Set<TableName>
  /// Schemas of which every table may have changed.
  public var schemas: Set<String>
  /// True if every table there is may have changed.
  public var isEverything: Bool

  /// Some tables, all of some schemas, or everything; by default nothing.
  public init(tables: Set<TableName> = [], schemas: Set<String> = [], isEverything: Bool = false) {
    self.tables = tables
    self.schemas = schemas
    self.isEverything = isEverything
  }

  /// Every table there is.
  public static let everything = UnknownTables(isEverything: true)

  /// True if there are no tables at all.
  public var isEmpty: Bool { !isEverything && tables.isEmpty && schemas.isEmpty }

  /// True if a table of this name is among them.
  public func contains(_ table: TableName) -> Bool {
    isEverything || tables.contains(table) || table.schema.map(schemas.contains) ?? false
  }

  /// Adds others.
  public mutating func formUnion(_ other: UnknownTables) {
    tables.formUnion(other.tables)
    schemas.formUnion(other.schemas)
    isEverything = isEverything || other.isEverything
  }
}
