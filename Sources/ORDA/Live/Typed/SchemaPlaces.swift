internal import ORDAThreads

/// Where the columns of a schema lie among those of a table.
///
/// A key path names the column, and its offset in the schema's memory is the quickest thing to ask a key path for. So
/// no read has to make a schema or look up a name.
@usableFromInline
final class SchemaPlaces: Sendable {
  /// The places in the order of the schema's columns, nil for a column that the table lacks. Empty if the schema stores
  /// anything besides columns.
  @usableFromInline let places: [Int?]

  init<Schema: TableSchema>(_ schema: Schema.Type, _ names: ColumnNames) {
    let children = Mirror(reflecting: Schema()).children
    let columns = children.compactMap { $0.value as? any AnyTableColumn }
    // A column is one name, and a struct's properties are stored in the order of their declaration.
    let isPlain = columns.count == children.count && MemoryLayout<Schema>.size == columns.count * Self.size
    places = isPlain ? columns.map { names.index(of: $0.name) } : []
  }

  /// The size of a column in a schema's memory.
  @inlinable static var size: Int { MemoryLayout<String>.stride }

  /// The place of a column; nil if it has to be looked up by name.
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
