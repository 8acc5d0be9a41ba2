internal import Foundation
internal import ORDA
internal import ORDAThreads

extension GovernorShelfStore: SnapshotShelfStore {
  /// Calls a closure with the objects of this moment: one read-only transaction reads everything.
  ///
  /// Others go on writing, except on a database with one connection, such as one in memory: there they wait.
  public func withSnapshot<Output>(_ body: (any ShelfStore) async throws -> Output) async throws -> Output {
    let opened = try await opened()
    // Begun without a closure: the caller's writes to the store must not take part in the transaction.
    let transaction = try await db.begin(
      LeaseRequest(role: .reader, transaction: TransactionOptions(isolation: .repeatableRead, isReadOnly: true)))
    do {
      let output = try await body(try await GovernorSnapshot(transaction, tables, opened.statements))
      try await transaction.commit()
      return output
    } catch {
      await transaction.rollback()
      throw error
    }
  }
}

/// What a database store contained when a transaction began to read.
private struct GovernorSnapshot: BinaryShelfStore {
  private let transaction: AsyncTransaction
  private let statements: ShelfStatements
  private let types: [Int64: StoredType]

  init(_ transaction: AsyncTransaction, _ tables: ShelfTables, _ statements: ShelfStatements) async throws {
    (self.transaction, self.statements) = (transaction, statements)
    // The first statement fixes the moment.
    var types: [Int64: StoredType] = [:]
    for (number, name, fields) in try await transaction.query(
      (Int64, String, String).self, "SELECT number, name, fields FROM \(tables.types)")
    {
      types[number] = try StoredType(name, fieldList: fields)
    }
    self.types = types
  }

  func read(_ ids: [ShelfId]) async throws -> [StoredObject?] {
    let (reading, statements, types) = (ObjectReading(ids, types), statements, types)
    try await transaction.lease { _ in
      try statements.read(statements.someObjects, ids) { row in try reading.add(row) }
    }
    return try await reading.finish { types }
  }

  func ids(type: String?, after id: ShelfId?, limit: Int) async throws -> [ShelfId] {
    guard limit > 0 else { return [] }
    let numbers = type.map { type in types.filter { $0.value.name == type }.map(\.key) }
    return try await leased { statements in
      guard let numbers else {
        return try statements.ids.query(StoredId.self, ShelfStatements.after(id), limit).map(\.id)
      }
      return try statements.ids(ofTypes: numbers, after: id, limit: limit)
    }
  }

  func readBinary(_ id: ShelfId, of object: ShelfId, from offset: Int, count: Int) async throws -> Data? {
    let part = BinaryPart(id, object, from: offset, count: count)
    return try await leased { try part.read($0) }
  }

  /// Runs statements in the snapshot's transaction.
  private func leased<Output: Sendable>(
    _ body: @escaping @Sendable (ShelfStatements) throws -> Output
  ) async throws -> Output {
    let (statements, found) = (statements, Promise<Output>())
    try await transaction.lease { _ in found.keep(try body(statements)) }
    return found.wait()
  }

  func write(_ writes: [ShelfWrite]) async throws -> ShelfWriteOutcome { throw ShelfError.readOnly("a snapshot") }
  func wipe() async throws { throw ShelfError.readOnly("a snapshot") }
}
