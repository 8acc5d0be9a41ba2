internal import ORDA
internal import ORDAThreads

/// Which of a log's tables somebody wants to hear of, and what else changes with them.
final class LogInterest: @unchecked Sendable {
  // Proof: what changes is touched only under the condition's lock.
  private let condition = Condition()
  private let naming: MariaDBNaming
  private let server: MariaDBQuestions
  /// Tables of other databases that somebody has named.
  private let named: Lock<Set<TableName>>
  private var interest: ChangeInterest
  private var cascades = Cascades()
  /// The wanted tables, and those whose changes make the server change them.
  private var tables: Set<TableName> = []
  /// True if tables were altered since the cascades were read.
  private var isOld = false

  init(
    _ interest: ChangeInterest, naming: MariaDBNaming, named: Lock<Set<TableName>>, server: MariaDBQuestions
  ) throws(DatabaseError) {
    self.naming = naming
    self.named = named
    self.server = server
    self.interest = interest
    try follow(interest)
  }

  /// Other tables are wanted from now on.
  func follow(_ interest: ChangeInterest) throws(DatabaseError) {
    condition.withLock {
      self.interest = interest
      if case .tables(let wanted) = interest { tables.formUnion(wanted) }
    }
    try readCascades()
  }

  private func readCascades() throws(DatabaseError) {
    let (interest, naming) = (condition.withLock { self.interest }, naming)
    let cascades = try server.ask { (connection) throws(DatabaseError) -> Cascades in
      switch interest {
      case .tables(let tables): return try Cascades(of: tables, naming: naming, on: connection)
      case .everything: return try Cascades(schema: naming.schema, naming: naming, on: connection)
      }
    }
    condition.withLock {
      self.cascades = cascades
      if case .tables(let wanted) = self.interest { tables = cascades.withAncestors(of: wanted) }
    }
  }

  // MARK: What is wanted

  /// True if a table's rows have to be read.
  func contains(_ identity: TableName) -> Bool {
    condition.withLock {
      switch interest {
      case .tables: tables.contains(identity)
      case .everything: isOurs(schema: identity.schema) || named.withLock { $0.contains(identity) }
      }
    }
  }

  /// If all tables are wanted, these are those of the URL's database; the server's own never are.
  private func isOurs(schema: String?) -> Bool {
    if let ours = naming.foldedSchema { return schema == ours }
    return schema != "mysql" && schema != "sys"
  }

  private func contains(schema: String) -> Bool {
    switch interest {
    case .tables: tables.contains { $0.schema == schema }
    case .everything: isOurs(schema: schema) || named.withLock { $0.contains { $0.schema == schema } }
    }
  }

  /// The wanted part of a batch, and what the server itself may have changed in consequence.
  func part(of batch: ChangeBatch) -> ChangeBatch {
    var part = batch
    if !part.unknown.isEmpty || !part.schemaChanges.isEmpty {
      let tables = part.unknown.tables.filter(contains)
      condition.withLock {
        part.unknown.tables = tables
        part.unknown.schemas = part.unknown.schemas.filter(contains(schema:))
        part.schemaChanges = part.schemaChanges.filter { $0.schema.map(contains(schema:)) ?? true }
        if part.unknown.isEverything || !part.schemaChanges.isEmpty { isOld = true }
      }
    }
    if part.isEmpty || part.unknown.isEverything { return part }
    // If they can't be read now, the next batch tries again.
    if condition.withLock({ self.isOld }), (try? readCascades()) != nil { condition.withLock { isOld = false } }
    condition.withLock { self.cascades }.extend(&part)
    return part
  }
}
