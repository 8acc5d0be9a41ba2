/// What a database tells of all tables and views of a schema, as one value that can be stored and compared.
///
/// ```swift
/// let schema = try db.schema()
/// try JSONEncoder().encode(schema).write(to: file)
/// for difference in schema.differences(from: wanted, in: db.language) { print(difference) }
/// ```
///
/// Names stand without the schema that was asked for, and texts without what rows leave in them: the descriptions of two
/// databases that were made by the same statements are equal, whatever the databases are called.
///
/// As JSON it has the names of the properties, and leaves out what is empty, false or unknown. So a description that was
/// stored can be read by later versions, which know more.
public struct DatabaseDescription: Sendable, Hashable, Codable {
  /// The tables and views in the order of their names, those left out that belong to the database itself.
  public var tables: [TableDescription]

  /// A description; the tables are put in the order of their names.
  public init(tables: [TableDescription]) {
    self.tables = tables.sorted { ($0.name.name, $0.name.schema ?? "") < ($1.name.name, $1.name.schema ?? "") }
  }

  /// The table or view of that name, or nil; an exact spelling wins over one that differs in the case of ASCII letters.
  public func table(named name: String) -> TableDescription? {
    if let exact = tables.first(where: { $0.name.name == name }) { return exact }
    let folded = name.foldedASCII
    return tables.first { $0.name.name.foldedASCII == folded }
  }

  /// What a driver tells of one schema's tables.
  init(of tables: [TableDescription]) {
    self.init(tables: tables.filter { $0.kind != .system }.map(\.withoutOwnSchema))
  }
}

extension TableDescription {
  /// The same, its schema left out of its name and of those of the tables in it.
  fileprivate var withoutOwnSchema: TableDescription {
    var table = self
    table.name.schema = nil
    for index in table.foreignKeys.indices where table.foreignKeys[index].referencedTable.schema == name.schema {
      table.foreignKeys[index].referencedTable.schema = nil
    }
    return table
  }
}
