internal import Foundation
public import ORDA
internal import ORDAThreads

/// The objects of a model, kept in step with a database: the objects on the main actor, the database on a queue behind it.
///
/// ```swift
/// let store = try await DataStore(url: "sqlite:notes.db", model: model, createsTables: true)
/// let note = store.insert(Note(id: 1))
/// note.text = "Hello"                                   // saved at the end of the turn
/// let notes = try await store.fetch(Note.self, where: "archived = \(false)", orderBy: "sortDate")
/// ```
///
/// Everything saved and fetched goes through one queue, in order: a fetch sees what was saved before it. The main actor
/// never waits for the database. ``errors`` reports what can't be written, and the rest goes on.
///
/// The main actor wins: what was set and is not yet written is never overwritten by what is fetched. All else follows the
/// database, what other programs write included, as far as `Governor.changeCoverage` reaches.
@MainActor
public final class DataStore {
  /// The database.
  public let governor: any Governor
  /// The objects' types, and their tables.
  public let model: DataModel
  let queue: WorkQueue
  /// Marks the store's own writes, so that it doesn't follow them.
  let mark = ChangeMark("DataObjects \(UUID().uuidString)")
  /// True if the store opened the governor, and closes it.
  private let ownsGovernor: Bool

  private var tables: [ObjectIdentifier: any ObjectTable] = [:]
  private(set) var allTables: [any ObjectTable] = []

  /// The objects with changes, held until the end of the turn.
  var listed: [AnyObject] = []
  private var isCollectionPlanned = false
  /// The number of the last write that was given to the queue.
  private(set) var lastWrite = 0
  /// The objects of unfinished writes.
  var writing: [Int: PendingWrite] = [:]
  /// Callers that wait until writes are finished.
  var flushes: [(write: Int, waiter: CheckedContinuation<Void, Never>)] = []
  /// How many fetches are under way.
  var fetches = 0
  /// Changes reported since the oldest fetch began: it may have read the rows before them.
  var heardMeanwhile: [ChangeBatch] = []
  let failures = FailureReaders()
  /// What can be undone.
  var history = UndoHistory()
  /// Those who follow objects of several tables, or rows that aren't objects yet.
  var followers = ObjectFollowers()
  private var following: Task<Void, Never>?
  var pendingRereads: [ObjectIdentifier: Set<RowKey>] = [:]
  let closing = Lock(false)

  /// Whether changes are saved at the end of the turn. While this is off, `save(_:)` and ``saveAll()`` save them.
  public var isAutosaving = true {
    didSet { if isAutosaving, !listed.isEmpty { planCollection() } }
  }

  /// How many writes may wait for the database. Further ones are refused, and reported by ``errors``.
  public var queueLimit = 10_000

  /// Opens a database by its URL.
  ///
  /// - Parameters:
  ///   - url: The URL; its driver must be registered.
  ///   - model: The objects' types, and their tables.
  ///   - createsTables: True to create those of the model's tables that are missing.
  ///   - migrations: Migrations to run first.
  /// - Throws: ``DataModelError`` if the model does not fit the database, `DatabaseError` if that can't be opened or migrated.
  public convenience init(
    url: String, model: DataModel, createsTables: Bool = false, migrations: [Migration] = []
  ) async throws {
    let governor = try await ORDA.open(url)
    do {
      try await self.init(
        governor: governor, model: model, createsTables: createsTables, migrations: migrations, ownsGovernor: true)
    } catch {
      try? await governor.close()
      throw error
    }
  }

  /// Uses a database that the program has opened, which stays open when the store is closed.
  ///
  /// - Parameters:
  ///   - governor: The database.
  ///   - model: The objects' types, and their tables.
  ///   - createsTables: True to create those of the model's tables that are missing.
  ///   - migrations: Migrations to run first.
  /// - Throws: ``DataModelError`` if the model does not fit the database, `DatabaseError` if that can't be migrated.
  public convenience init(
    governor: any Governor, model: DataModel, createsTables: Bool = false, migrations: [Migration] = []
  ) async throws {
    try await self.init(
      governor: governor, model: model, createsTables: createsTables, migrations: migrations, ownsGovernor: false)
  }

  private init(
    governor: any Governor, model: DataModel, createsTables: Bool, migrations: [Migration], ownsGovernor: Bool
  ) async throws {
    self.governor = governor
    self.model = model
    self.ownsGovernor = ownsGovernor
    queue = governor.queue()
    if !migrations.isEmpty { try await governor.migrate(migrations) }
    if createsTables { try await model.createTables(in: governor) }
    try await model.check(against: governor)
    for entity in model.entities { add(entity) }
    try await follow()
    for (entity, table) in zip(model.entities, allTables) where entity.fetchesAtStartup {
      try await table.fetchAll()
    }
  }

  /// Without this, the task that follows changes would wait for ever for a stream that only it keeps alive.
  deinit { following?.cancel() }

  private func add(_ entity: some AnyEntity) {
    let table = TypedObjectTable(entity.entity, in: self)
    tables[entity.type] = table
    allTables.append(table)
  }

  private func follow() async throws {
    let names = Set(allTables.flatMap { [$0.table] + $0.lookups.map(\.table) })
    guard let news = try await ChangeNews(of: Array(names), in: governor, ignoring: mark) else { return }
    following = Task { [weak self] in
      for await batch in news.batches {
        guard let self else { return }
        self.heard(batch)
      }
    }
  }

  /// Writes what is waiting, and closes. Objects remain usable, but are no longer saved.
  ///
  /// - Parameter grace: How long to wait for a database that is gone or busy. What isn't written by then is lost, and
  ///   ``errors`` reports it.
  /// - Throws: What closing the database throws, if the store opened it.
  public func close(within grace: Duration = .seconds(10)) async throws {
    let limit = Task { [closing, governor, ownsGovernor] in
      try await governor.timeSource.suspend(for: grace)
      closing.withLock { $0 = true }
      if ownsGovernor { try await governor.close(within: .zero) }
    }
    await flush()
    limit.cancel()
    closing.withLock { $0 = true }
    following?.cancel()
    // What is left is closed even if the task was cancelled.
    let closed = await Task { [queue] in try await queue.close() }.result
    for table in allTables { table.close() }
    followers.close()
    failures.end()
    if ownsGovernor { try await governor.close() }
    try closed.get()
  }

  /// True once the store was closed.
  public var isClosed: Bool { closing.withLock { $0 } }
}

/// The objects' tables.
extension DataStore {
  func table<Object: DataObject>(of type: Object.Type) throws(DataStoreError) -> TypedObjectTable<Object> {
    guard let table = tables[ObjectIdentifier(type)] as? TypedObjectTable<Object> else {
      throw .notInModel(type: "\(type)")
    }
    return table
  }

  /// The tables of all types that are made from a database's table.
  func tables(of name: TableName) -> [any ObjectTable] { allTables.filter { $0.table == name } }

  func table(ofObject object: AnyObject) -> (any ObjectTable)? { tables[ObjectIdentifier(Swift.type(of: object))] }
}

/// What has to be saved.
extension DataStore {
  /// Holds an object until its unsaved changes are collected.
  func list(_ record: DataRecord) {
    guard !record.isListed, let object = record.object else { return }
    record.isListed = true
    listed.append(object)
    planCollection()
  }

  func planCollection() {
    if isCollectionPlanned { return }
    isCollectionPlanned = true
    // This holds the store: what a turn has set is written even if the store is released in that turn.
    Task {
      isCollectionPlanned = false
      if isAutosaving { collect() } else { noteUnsaved() }
      history.close()
    }
  }

  func nextWrite() -> Int {
    lastWrite += 1
    return lastWrite
  }
}
