import ORDA

/// What a statement does, its names looked up in the tables of one moment.
struct Plan {
  enum Action {
    case query(Query)
    case change((Tables, Frame) throws(DatabaseError) -> Change)
    case control((MemoryConnection) throws(DatabaseError) -> Void)
  }
  let action: Action
  private(set) var columns: [Column] = []
  /// The tables that it was made for.
  private var schemas: [TableSchema] = []

  /// False where one of the tables is gone, or was made anew.
  func isCurrent(in tables: Tables) -> Bool { schemas.allSatisfy { tables[$0.name]?.schema === $0 } }

  init(_ syntax: Syntax, in tables: Tables) throws(DatabaseError) {
    switch syntax {
    case .select(let select):
      var scope = Scope()
      for source in select.sources { scope.sources.append((try tables.table(source.table).schema, source.alias)) }
      let query = try Query(select, in: scope)
      action = .query(query)
      columns = query.columns
      schemas = scope.sources.map(\.schema)
    case .insert(let insert):
      let insertion = try Insertion(insert, in: try tables.table(insert.table).schema)
      action = .change(insertion.change)
      columns = insertion.returning.columns
      schemas = [insertion.schema]
    case .update(let update):
      let replacement = try Replacement(update, in: try tables.table(update.table).schema)
      action = .change(replacement.change)
      columns = replacement.returning.columns
      schemas = [replacement.schema]
    case .delete(let delete):
      let replacement = try Replacement(delete, in: try tables.table(delete.table).schema)
      action = .change(replacement.change)
      columns = replacement.returning.columns
      schemas = [replacement.schema]
    case .createTable(let schema, let ifNotExists):
      // What its conditions and defaults name is looked up now, so that a wrong one is known now.
      _ = try RowRules(schema)
      action = .change { (tables, _) throws(DatabaseError) in
        if tables[schema.name] == nil { return Change(effect: .create(schema)) }
        if ifNotExists { return Change() }
        throw DatabaseError(.alreadyExists, "there is a table \(schema.name) already", table: schema.name)
      }
    case .dropTable(let name, let ifExists):
      action = .change { (tables, _) throws(DatabaseError) in
        if ifExists, tables[name] == nil { return Change() }
        return Change(effect: .drop(try tables.table(name).schema.name))
      }
    case .begin:
      action = .control { (connection) throws(DatabaseError) in _ = try connection.begin(TransactionOptions()) }
    case .commit: action = .control { (connection) throws(DatabaseError) in try connection.commit() }
    case .rollback: action = .control { (connection) throws(DatabaseError) in try connection.rollback() }
    case .savepoint(let name):
      action = .control { (connection) throws(DatabaseError) in try connection.savepoint(name) }
    case .release(let name):
      action = .control { (connection) throws(DatabaseError) in try connection.release(savepoint: name) }
    case .rollbackTo(let name):
      action = .control { (connection) throws(DatabaseError) in try connection.rollback(toSavepoint: name) }
    }
  }
}
