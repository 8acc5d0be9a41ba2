public import ORDA
internal import ORDAThreads

/// Fetching.
extension DataStore {
  /// The object with a key, if it is cached. The database isn't asked.
  public func cached<Object: DataObject>(_ type: Object.Type, _ id: Object.UniqueID) -> Object? {
    guard let object = (try? table(of: type))?.cached(ObjectKey(id)), !object.record.isIncomplete else { return nil }
    return object
  }

  /// The object with a key; nil if there is none.
  ///
  /// - Throws: ``DataStoreError`` and `DatabaseError`.
  public func object<Object: DataObject>(_ type: Object.Type, _ id: Object.UniqueID) async throws -> Object? {
    if let object = cached(type, id) { return object }
    return try await objects(type, [id]).first
  }

  /// The objects with some keys, in the order of the keys; keys without an object are omitted.
  ///
  /// The database is asked only for those that aren't cached; if all are, this returns at once.
  ///
  /// - Throws: ``DataStoreError`` and `DatabaseError`.
  public func objects<Object: DataObject>(_ type: Object.Type, _ ids: [Object.UniqueID]) async throws -> [Object] {
    let table = try table(of: type)
    if let all = table.cached(ids) { return all }
    var found: [Object?] = []
    found.reserveCapacity(ids.count)
    var missing: [Value] = []
    for id in ids {
      let object = table.cached(ObjectKey(id)).flatMap { $0.record.isIncomplete ? nil : $0 }
      found.append(object)
      if object == nil { missing.append(try id.value()) }
    }
    var fetched: [ObjectKey<Object.UniqueID>: Object] = [:]
    for object in try await table.fetch(missing) { fetched[ObjectKey(object.uniqueID)] = object }
    return zip(ids, found).compactMap { id, object in object ?? fetched[ObjectKey(id)] }
  }

  /// The objects whose rows meet a condition, in an order.
  ///
  /// ```swift
  /// let notes = try await store.fetch(Note.self, where: "archived = \(false)", orderBy: "sortDate DESC", limit: 50)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The objects' type.
  ///   - condition: What follows WHERE; nil for all rows.
  ///   - order: What follows ORDER BY.
  ///   - limit: How many at most.
  /// - Throws: ``DataStoreError`` and `DatabaseError`.
  public func fetch<Object: DataObject>(
    _ type: Object.Type, where condition: SQL? = nil, orderBy order: SQL? = nil, limit: Int? = nil
  ) async throws -> [Object] {
    let table = try table(of: type)
    var sql = table.selection
    if let condition { sql += " WHERE \(sql: condition)" }
    if let order { sql += " ORDER BY \(sql: order)" }
    if let limit { sql += " LIMIT \(limit)" }
    return try await table.fetch(sql)
  }

  /// The objects of the rows that the program's own statement returns. It has to return the key, and may omit other
  /// columns: their properties stay as they are.
  ///
  /// - Throws: ``DataStoreError`` and `DatabaseError`.
  public func fetch<Object: DataObject>(
    _ type: Object.Type, sql: SQL, _ parameters: Parameters = .none
  ) async throws -> [Object] {
    try await table(of: type).fetch(sql, parameters)
  }

  /// Passes objects to a closure one by one, fetching a batch at a time.
  ///
  /// - Parameters:
  ///   - type: The objects' type.
  ///   - condition: What follows WHERE; nil for all rows.
  ///   - size: How many are fetched at once.
  ///   - body: Called for each, in the order of the keys.
  /// - Throws: What the closure throws, ``DataStoreError`` and `DatabaseError`.
  public func forEach<Object: DataObject>(
    _ type: Object.Type, where condition: SQL? = nil, batch size: Int = 500,
    _ body: @MainActor (Object) async throws -> Void
  ) async throws {
    let table = try table(of: type)
    var last: Object.UniqueID?
    repeat {
      var sql: SQL = "SELECT \(identifier: table.key) FROM \(table.table.sql) WHERE "
      if let condition { sql += "(\(sql: condition)) AND " }
      if let last { sql += "\(identifier: table.key) > \(last) AND " }
      sql += "1 = 1 ORDER BY \(identifier: table.key) LIMIT \(max(size, 1))"
      collectIfAutosaving()
      let ids = try await onQueue { [sql] in try $0.query(Object.UniqueID.self, sql) }
      last = ids.last
      for object in try await objects(type, ids) { try await body(object) }
    } while last != nil
  }

  /// How many rows meet a condition.
  ///
  /// - Throws: ``DataStoreError`` and `DatabaseError`.
  public func count<Object: DataObject>(_ type: Object.Type, where condition: SQL? = nil) async throws -> Int {
    var sql: SQL = "SELECT COUNT(*) FROM \(try table(of: type).table.sql)"
    if let condition { sql += " WHERE \(sql: condition)" }
    collectIfAutosaving()
    return try await onQueue { [sql] in try $0.first(Int.self, sql) } ?? 0
  }

  /// True if no row meets a condition.
  ///
  /// - Throws: ``DataStoreError`` and `DatabaseError`.
  public func isEmpty<Object: DataObject>(_ type: Object.Type, where condition: SQL? = nil) async throws -> Bool {
    var sql: SQL = "SELECT 1 FROM \(try table(of: type).table.sql)"
    if let condition { sql += " WHERE \(sql: condition)" }
    collectIfAutosaving()
    return try await onQueue { [sql] in try $0.first(Int.self, "\(sql: sql) LIMIT 1") } == nil
  }

  /// Runs the program's own work in the queue, in order with what is saved and fetched: any SQL, on any table.
  ///
  /// Live objects follow what it changes in the model's tables.
  ///
  /// - Throws: What the work throws, and `DatabaseError`.
  @discardableResult
  public func perform<R: Sendable>(_ work: @escaping @Sendable (Connection) throws -> R) async throws -> R {
    collectIfAutosaving()
    return try await onQueue(work)
  }

  /// Runs work in the queue, after everything queued before.
  func onQueue<R: Sendable>(_ work: @escaping @Sendable (Connection) throws -> R) async throws -> R {
    if isClosed { throw DataStoreError.closed }
    let waiter = Waiter<R>()
    await withCheckedContinuation { continuation in
      waiter.wait(continuation)
      queue.enqueue(
        tryingAgain: { error, _ in
          // There was no connection, or it came back unusable. Those whose work had ended have their answer.
          waiter.answer(.failure(error))
          return nil
        }
      ) { connection in
        waiter.answer(Result { try work(connection) })
      }
    }
    return try waiter.result().get()
  }

  var isFetching: Bool { fetches > 0 }

  /// Notes that a fetch begins.
  ///
  /// - Returns: For ``endFetch(begun:)``.
  func beginFetch() -> Int {
    fetches += 1
    return heardMeanwhile.count
  }

  /// Has rows read again that changed during a fetch: it may have read them before the change.
  func endFetch(begun place: Int) {
    fetches -= 1
    let missed = heardMeanwhile.dropFirst(place)
    if fetches == 0 {
      heardMeanwhile = []
      for table in allTables { table.forgetDeletions() }
    }
    for batch in missed { reread(after: batch) }
  }
}

/// Waits for work of the queue, and is answered once. The lock hands the answer over.
private final class Waiter<R: Sendable>: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Void, Never>)
    case answered(Result<R, any Error>)
  }

  private let state = Lock(State.idle)

  func wait(_ continuation: CheckedContinuation<Void, Never>) { state.withLock { $0 = .waiting(continuation) } }

  func answer(_ result: Result<R, any Error>) {
    let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard case .waiting(let continuation) = state else { return nil }
      state = .answered(result)
      return continuation
    }
    waiting?.resume()
  }

  func result() -> Result<R, any Error> {
    state.withLock { state in
      guard case .answered(let result) = state else { return .failure(DataStoreError.closed) }
      return result
    }
  }
}
