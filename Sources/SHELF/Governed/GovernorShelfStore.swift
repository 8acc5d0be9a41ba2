internal import Foundation
public import ORDA
internal import ORDAThreads

/// A store in any database: objects are rows of its tables. The first call makes missing tables.
///
/// ```swift
/// let store = GovernorShelfStore(governor: try await ORDA.open("sqlite:notes.db"))
/// ```
///
/// Any number of programs may use the same tables at once. Closing the store leaves the governor open: it belongs to whoever
/// opened it.
public final class GovernorShelfStore: IndexedShelfStore {
  /// What exists once the tables were examined.
  struct Opened: Sendable {
    let statements: ShelfStatements
    let numbers: TypeNumbers
  }

  private enum State: Sendable {
    case unopened
    case opening(Task<Opened, any Error>)
    case opened(Opened)
    case closed
  }

  let db: any Governor
  let tables: ShelfTables
  /// This distinguishes the store's own changes from others'.
  let mark = ChangeMark("shelf \(UUID().uuidString)")
  /// True for a governor that belongs to the store.
  private let ownsGovernor: Bool
  private let state = Lock(State.unopened)

  /// A store in a database.
  ///
  /// - Parameters:
  ///   - governor: The database.
  ///   - tables: What the names of its tables begin with: by default they are `shelf_objects` and others.
  public convenience init(governor: any Governor, tables: String = "shelf") {
    self.init(governor, tables: tables, ownsGovernor: false)
  }

  /// A store in a database that was opened for it, and is closed with it.
  convenience init(owning governor: any Governor, tables: String) {
    self.init(governor, tables: tables, ownsGovernor: true)
  }

  private init(_ governor: any Governor, tables: String, ownsGovernor: Bool) {
    db = governor
    self.tables = ShelfTables(tables)
    self.ownsGovernor = ownsGovernor
  }

  /// Closes the store, and leaves the governor open.
  public func close() async {
    state.withLock { $0 = .closed }
    // Calls interrupted by this report it; the shelf has nobody to report a failed close to.
    if ownsGovernor { try? await db.close() }
  }

  // MARK: Opening

  /// The first caller examines the tables, and later ones wait for it; after an error the next call tries again. The task is
  /// detached, since a transaction that is open in the caller's task is not the store's.
  func opened() async throws -> Opened {
    let current = try state.withLock { state throws(ShelfError) in
      if case .closed = state { throw .closed }
      if case .unopened = state { state = .opening(Task.detached { [self] in try await open() }) }
      return state
    }
    if case .opened(let opened) = current { return opened }
    guard case .opening(let task) = current else { throw ShelfError.closed }
    return try await task.value
  }

  private func open() async throws -> Opened {
    do {
      try await tables.open(db)
      let statements = try await db.withConnection(.reader) { [db, tables] _ in try ShelfStatements(db, tables) }
      let opened = Opened(statements: statements, numbers: TypeNumbers(db, tables))
      finish(.opened(opened))
      return opened
    } catch {
      finish(.unopened)
      throw error
    }
  }

  private func finish(_ new: State) {
    state.withLock { state in
      if case .closed = state { return }
      state = new
    }
  }
}
