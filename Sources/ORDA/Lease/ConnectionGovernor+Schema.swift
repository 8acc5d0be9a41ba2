/// How the database is asked about its schema.
extension ConnectionGovernor {
  /// The names of tables and views in a schema, or in the default one.
  public func tables(schema: String? = nil) throws -> [TableName] {
    var names: [TableName] = []
    try lease(LeaseRequest(role: .reader)) { names = try $0.tables(schema: schema) }
    return names
  }

  /// The database's description of a table; nil if there is none of that name.
  public func describe(_ table: TableName) throws -> TableDescription? {
    var description: TableDescription?
    // It takes several queries, and the answers must be consistent.
    let request = LeaseRequest(role: .reader, transaction: TransactionOptions(isReadOnly: true))
    try lease(request) { description = try $0.describe(table) }
    return description
  }

  /// The description of all tables and views in a schema, or in the default one, as one value.
  public func schema(named schema: String? = nil) throws -> DatabaseDescription {
    var description = DatabaseDescription(tables: [])
    let request = LeaseRequest(role: .reader, transaction: TransactionOptions(isReadOnly: true))
    try lease(request) { description = try $0.schema(named: schema) }
    return description
  }
}
