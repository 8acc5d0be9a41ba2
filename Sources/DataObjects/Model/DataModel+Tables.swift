public import ORDA

/// The tables that a model needs, made of it.
extension DataModel {
  /// Makes the tables that are not there yet. Those that are there stay as they are.
  ///
  /// - Throws: ``DatabaseError``.
  public func createTables(in governor: any Governor) async throws {
    for table in tables() { try await governor.create(table, ifMissing: true) }
  }

  /// The definitions of all tables: of each the columns of all entities that are made of it.
  ///
  /// Keys that are text are compared by their bytes; an attribute that is no optional may not be NULL. A lookup table's key is
  /// the parent and the place, with an index on the child.
  public func tables() -> [TableDefinition] {
    var tables: [TableDefinition] = []
    for entity in entities { entity.add(to: &tables) }
    for entity in entities { entity.addLookups(to: &tables) }
    return tables
  }
}

extension Entity {
  func add(to tables: inout [TableDefinition]) {
    let place: Int
    if let found = tables.firstIndex(where: { $0.name == table }) {
      place = found
    } else {
      place = tables.count
      let id = ColumnDefinition(key, Object.UniqueID.columnType, isNullable: false)
      tables.append(TableDefinition(name: table, columns: [id], primaryKey: [key]))
    }
    for attribute in attributes where !tables[place].columns.contains(where: { $0.name == attribute.name }) {
      tables[place].columns.append(
        ColumnDefinition(attribute.name, attribute.type, isNullable: attribute.isOptional))
    }
  }

  func addLookups(to tables: inout [TableDefinition]) {
    for related in relationships where !tables.contains(where: { $0.name == related.lookup.table }) {
      let lookup = related.lookup
      tables.append(
        TableDefinition(
          name: lookup.table,
          columns: [
            ColumnDefinition(lookup.parent, Object.UniqueID.columnType, isNullable: false),
            ColumnDefinition(lookup.order, .int, isNullable: false),
            ColumnDefinition(lookup.child, related.childKeyType, isNullable: false),
          ],
          primaryKey: [lookup.parent, lookup.order],
          indexes: [IndexDescription(name: "\(lookup.table.name)_\(lookup.child)", columns: [IndexDescription.Part(.column(lookup.child))])]))
    }
  }
}

extension Related {
  fileprivate var childKeyType: ColumnType {
    func type<Child: DataObject>(_ child: Child.Type) -> ColumnType { Child.UniqueID.columnType }
    return type(childType)
  }
}
