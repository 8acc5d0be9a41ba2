/// The description of all tables and views of a schema, as one value that can be stored and compared.
///
/// ```swift
/// let schema = try db.schema()
/// try JSONEncoder().encode(schema).write(to: file)
/// for difference in schema.differences(from: wanted, in: db.language) { print(difference) }
/// ```
///
/// Names omit the requested schema, and texts what depends on rows: the descriptions of two databases made by the same
/// statements are equal, whatever the databases' names.
///
/// Its JSON has the names of the properties, and omits what is empty, false or unknown. So later versions, which know
/// more, can read a stored description.
public struct DatabaseDescription: Sendable, Hashable, Codable {
  /// The tables and views in the order of their names, without those of the database itself.
  public var tables: [TableDescription]

  /// A description; sorts the tables by name.
  public init(tables: [TableDescription]) {
    self.tables = tables.sorted { ($0.name.name, $0.name.schema ?? "") < ($1.name.name, $1.name.schema ?? "") }
  }

  /// The table or view with that name, or nil; an exact spelling takes precedence over one that differs in the case of
  /// ASCII letters.
  public func table(named name: String) -> TableDescription? {
    if let exact = tables.first(where: { $0.name.name.hasSameBytes(as: name) }) { return exact }
    let folded = name.foldedASCII
    return tables.first { $0.name.name.foldedASCII == folded }
  }

  /// A driver's descriptions of one schema's tables.
  init(of tables: [TableDescription]) {
    self.init(tables: tables.filter { $0.kind != .system }.map(\.withoutOwnSchema))
  }
}

extension TableDescription {
  /// The same, without its schema in its name and in those of other tables of the schema.
  fileprivate var withoutOwnSchema: TableDescription {
    var table = self
    table.name.schema = nil
    for index in table.foreignKeys.indices where table.foreignKeys[index].referencedTable.schema == name.schema {
      table.foreignKeys[index].referencedTable.schema = nil
    }
    return table
  }
}
