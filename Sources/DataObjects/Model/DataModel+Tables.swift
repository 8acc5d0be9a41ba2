public import ORDA

/// Creating the tables that a model needs.
extension DataModel {
  /// Creates the missing tables. Existing ones stay as they are.
  ///
  /// - Throws: `DatabaseError`.
  public func createTables(in governor: any Governor) async throws {
    for table in tables(in: governor.schemaDialect) { try await governor.create(table, ifMissing: true) }
  }

  /// The definitions of all tables, each with the columns of all its entities.
  ///
  /// Text keys are compared by their bytes. An attribute that isn't optional can't be NULL. A lookup table's key is
  /// the parent and the place, with an index on the child.
  public func tables(in dialect: any SchemaDialect) -> [TableDefinition] {
    var tables: [TableDefinition] = []
    for entity in entities { entity.add(to: &tables, in: dialect) }
    for entity in entities { entity.addLookups(to: &tables, in: dialect) }
    return tables
  }
}

extension Entity {
  func add(to tables: inout [TableDefinition], in dialect: any SchemaDialect) {
    let place: Int
    if let found = tables.firstIndex(where: { $0.name == table }) {
      place = found
    } else {
      place = tables.count
      let id = Object.UniqueID.column(key, in: dialect)
      tables.append(TableDefinition(name: table, columns: [id], primaryKey: [key]))
    }
    for attribute in attributes where !tables[place].columns.contains(where: { $0.name == attribute.name }) {
      tables[place].columns.append(
        ColumnDefinition(attribute.name, attribute.type, isNullable: attribute.isOptional))
    }
  }

  func addLookups(to tables: inout [TableDefinition], in dialect: any SchemaDialect) {
    for related in relationships where !tables.contains(where: { $0.name == related.lookup.table }) {
      let lookup = related.lookup
      tables.append(
        TableDefinition(
          name: lookup.table,
          columns: [
            Object.UniqueID.column(lookup.parent, in: dialect),
            ColumnDefinition(lookup.order, .int, isNullable: false),
            related.childColumn(in: dialect),
          ],
          primaryKey: [lookup.parent, lookup.order],
          indexes: [
            IndexDescription(
              name: "\(lookup.table.name)_\(lookup.child)", columns: [IndexDescription.Part(.column(lookup.child))])
          ]))
    }
  }
}

extension Related {
  fileprivate func childColumn(in dialect: any SchemaDialect) -> ColumnDefinition {
    func column<Child: DataObject>(_ child: Child.Type) -> ColumnDefinition {
      Child.UniqueID.column(lookup.child, in: dialect)
    }
    return column(childType)
  }
}

extension DataObjectID {
  /// A column for keys of a type; for strings, one that compares them as the type does.
  fileprivate static func column(_ name: String, in dialect: any SchemaDialect) -> ColumnDefinition {
    let collation = comparison.flatMap { dialect.collation(for: $0) }
    return ColumnDefinition(name, columnType, isNullable: false, collation: collation)
  }
}
