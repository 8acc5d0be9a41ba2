internal import ORDAThreads

/// Where the columns of a schema lie among those of a table.
///
/// A column is told by its key path, and where in the schema's memory it lies is the quickest thing to ask a key path for:
/// that saves making a schema, and looking for a name, with each read.
@usableFromInline
final class SchemaPlaces: Sendable {
  /// The places by the order of the schema's columns, nil for one that the table lacks. Empty if the schema has more in
  /// it than columns.
  @usableFromInline let places: [Int?]

  init<Schema: TableSchema>(_ schema: Schema.Type, _ names: ColumnNames) {
    let children = Mirror(reflecting: Schema()).children
    let columns = children.compactMap { $0.value as? any AnyTableColumn }
    // Columns are one name each, and what a struct stores lies in the order in which it is declared.
    let isPlain = columns.count == children.count && MemoryLayout<Schema>.size == columns.count * Self.size
    places = isPlain ? columns.map { names.index(of: $0.name) } : []
  }

  /// The memory of a column in a schema.
  @inlinable static var size: Int { MemoryLayout<String>.stride }

  /// The place of a column; nil if it has to be looked for by its name.
  @inlinable @inline(__always)
  func place<Schema, T>(of column: KeyPath<Schema, TableColumn<Schema, T>>) -> Int? {
    guard let offset = MemoryLayout<Schema>.offset(of: column) else { return nil }
    let index = offset / Self.size
    return index < places.count ? places[index] : nil
  }
}

extension GovernedTable {
  /// The places of a schema's columns, worked out once for each schema.
  func places<Schema: TableSchema>(of schema: Schema.Type) -> SchemaPlaces {
    schemas.withLock { schemas in
      if let known = schemas[ObjectIdentifier(schema)] as? SchemaPlaces { return known }
      let made = SchemaPlaces(schema, plan.names)
      schemas[ObjectIdentifier(schema)] = made
      return made
    }
  }
}
