internal import ORDAThreads
public import Observation

/// A row of a table as an object, in step with the database in both directions.
///
/// ```swift
/// let jazz = try db.table("genre").entry(1)
/// try jazz?.set("name", to: "Swing")
/// for await name in Observations({ jazz?["name"] }) { … }       // whoever changes it
/// ```
///
/// There is one object for each row of a table, as long as anybody holds it, and any thread or task may use it. Outside
/// of transactions reading never asks the database: it returns the value after the last commit that was heard of.
/// Writing runs an UPDATE; the new value is seen and announced after the commit. A write that fails changes nothing.
///
/// In a transaction's closure, on its own thread, a write is part of the transaction: until the commit the new value is
/// seen there alone, and after a rollback it never was. There, and only there, reading asks the database, once: the
/// first read of an entry locks the row, so a value computed from it and set undoes nobody's change.
///
/// When its row is gone the entry is deleted: it keeps its last values, and writing throws `noSuchRow`.
public final class TableEntry: @unchecked Sendable {
  // Proof: only `withState` touches `known`, under the entry's lock; the rest never changes, or is atomic.

  let home: GovernedTable
  let serial: Int
  @exclusivity(unchecked) private var known: EntryState
  /// Held so that it lasts as long as there are entries.
  private let listening: TableListening
  /// Made when a column is first read, since most entries of a large result never are.
  private let registrar = OnceReference<EntryRegistrar>()
  private let listeners = OnceReference<EntryListeners>()

  init(_ home: GovernedTable, _ serial: Int, _ listening: TableListening, _ state: EntryState) {
    self.home = home
    self.serial = serial
    self.listening = listening
    known = state
  }

  /// The map that the entry is in.
  var map: EntryMap { home.map }

  // Before anything of it is released; see `EntryReference`.
  deinit { map.forget(self) }

  /// Runs the body while no other thread looks at the state.
  ///
  /// - Parameter isLocked: True if this thread has taken all locks of the table's entries.
  @inline(__always)
  func withState<R, Failure: Error>(
    isLocked: Bool = false, _ body: (inout EntryState) throws(Failure) -> R
  ) throws(Failure) -> R {
    if isLocked { return try body(&known) }
    let locks = map.locks
    locks.lock(serial)
    defer { locks.unlock(serial) }
    return try body(&known)
  }

  // MARK: Reading

  /// The row's key as stored, or as this thread's open transaction set it.
  public var key: RowKey {
    observe(\.key)
    return home.pendingRow(of: self)?.key ?? state.withLock { $0.key }
  }

  /// True if the row is gone, or this thread's open transaction deleted it.
  public var isDeleted: Bool {
    observe(\.isDeleted)
    return home.seenRow(of: self)?.isDeleted ?? isGone
  }

  /// True if the row is gone as far as anybody outside of transactions knows.
  var isGone: Bool { state.withLock { $0.status == .deleted } }

  /// A column's value. Outside of transactions reading never asks the database. NULL for a name that no column has.
  ///
  /// Setting it writes at once, and blocks until it is written: if that fails the value stays as it was, and
  /// ``lastError``, the table's ``Table/errors`` and the log have the reason. `set(_:to:)` throws instead.
  public subscript(name: String) -> Value {
    get {
      guard let column = home.plan.names.index(of: name) else { return .null }
      return value(column)
    }
    set { try? set(name, to: newValue) }
  }

  /// A column's value as a type; nil for NULL, for what can't be read as that type, and for a name that no column has.
  /// ``get(_:as:)`` throws instead. Setting it writes, as with a ``Value``.
  public subscript<T: ColumnValue & ValueConvertible>(name: String) -> T? {
    get { try? T(value: self[name] as Value) }
    set { try? set(name, to: newValue) }
  }

  /// Reads a column as a type, strictly.
  ///
  /// - Throws: ``DatabaseError`` of kind `noSuchColumn`, `typeMismatch` or `outOfRange`, naming the column.
  public func get<T: ColumnValue>(_ name: String, as type: T.Type = T.self) throws -> T {
    try get(try home.plan.index(of: name))
  }

  @inlinable
  func get<T: ColumnValue>(_ column: Int) throws -> T {
    do throws(DatabaseError) {
      return try T(value: value(column))
    } catch {
      throw named(error, column)
    }
  }

  /// An error about a column's value, with the column's name.
  @usableFromInline
  func named(_ error: DatabaseError, _ column: Int) -> DatabaseError {
    var error = error
    error.table = error.table ?? home.plan.definition.name.name
    error.column = error.column ?? home.plan.names.names[column]
    return error
  }

  /// All values at one moment; a snapshot never changes.
  public func snapshot() -> EntrySnapshot {
    snapshot(home.seenRow(of: self))
  }

  /// The values as this thread's open transaction, or else everybody, knows them.
  var knownSnapshot: EntrySnapshot { snapshot(home.pendingRow(of: self)) }

  private func snapshot(_ row: PendingEntries.Row?) -> EntrySnapshot {
    let (key, values, isDeleted) =
      row.map { ($0.key, $0.values, $0.isDeleted) } ?? state.withLock { ($0.key, $0.values, $0.status == .deleted) }
    return EntrySnapshot(key: key, isDeleted: isDeleted, names: home.plan.names, values: values)
  }

  /// Why the last write failed; nil if it did not.
  public var lastError: DatabaseError? {
    observe(\.lastError)
    return listeners.object?.error.withLock { $0 }
  }

  @usableFromInline
  func value(_ column: Int) -> Value {
    // Note the observer first, then read the value: a change in between wakes it, and it reads again.
    home.plan.paths[column].lend { observe($0) }
    if let row = home.seenRow(of: self) { return row.values[column] }
    return state.withLock { $0.values[column] }
  }

  // MARK: Observing

  /// True if a column was ever read, so that there may be observers, or ``changes()`` was called.
  var isObserved: Bool { registrar.isSet || listeners.isSet }

  @inline(__always)
  private func observe<Member>(_ path: KeyPath<ObservedEntry, Member>) {
    if registrar.with({ $0.access(path) }) == nil { registrar.object(orMake: EntryRegistrar.init).access(path) }
  }

  /// Made if there are none yet.
  var ownListeners: EntryListeners { listeners.object(orMake: EntryListeners.init) }

  func note(_ error: DatabaseError?) {
    if error == nil, !listeners.isSet { return }
    ownListeners.error.withLock { $0 = error }
  }

  /// Calls the observers. The values are set already, and no lock is held: whoever reads again gets the new ones.
  func announce(_ notice: EntryNotice) {
    registrar.with { $0.announce(notice, home.plan) }
    guard let listeners = listeners.object, notice.isDeleted || !notice.columns.isEmpty else { return }
    listeners.tell(EntryChange(columns: notice.columns, isDeleted: notice.isDeleted, names: home.plan.names))
  }
}

extension TableEntry: Observable {}

/// Two entries are equal if they are the same object.
extension TableEntry: Hashable {
  /// True for the same object.
  public static func == (left: TableEntry, right: TableEntry) -> Bool { left === right }
  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
