internal import ORDAThreads
public import Observation
internal import Logging

/// The rows of a table for which a condition is true, in order: a list of live entries that follows the database.
///
/// ```swift
/// let adults = try people.follow(where: "age >= 18", orderBy: "name")
/// for await difference in adults.differences { … }      // what came, went, moved and changed
/// ```
///
/// The database decides what is in the list, and in which order. After a commit that may have changed it, the keys of
/// the rows are read again, in the background and once for all commits in the meantime. The list shows what is
/// committed, even within a transaction, and never goes back to an older state. Any thread and task may use it.
///
/// Observing ``entries``, ``count`` or the subscript reports when rows came, went or moved. To observe a row's own
/// values, observe its entry.
///
/// Following ends with ``close()``, with the governor, and with the last reference to the result or its differences.
/// The list then stays as it was.
public final class LiveResult: EntryFollower {
  let home: GovernedTable
  let query: LiveResultQuery
  /// Held so that entries are in step even if the list is empty now.
  let listening: TableListening
  let state = Lock(LiveResultState())
  private let registrar = ObservationRegistrar()
  /// What the result itself listens with; nil once it was closed.
  private let following = Lock<TableListening?>(nil)

  /// Reads the rows for the first time, and follows them.
  ///
  /// - Throws: ``DatabaseError``; of kind `misuse` for a table without a key, and in a transaction.
  init(_ table: GovernedTable, _ query: LiveResultQuery) throws {
    home = table
    self.query = query
    listening = try table.listen()
    table.map.followers.add(self)
    let following = try TableListening(
      table.plan.identity, query.tables, at: table.owner.changeHub,
      applies: { [weak self] batch in self?.note(batch) }, announces: { [weak self] in self?.announce() })
    self.following.withLock { $0 = following }
    try read(everything: true)
    if state.withLock({ $0.open() }) { schedule() }
  }

  deinit {
    home.map.followers.remove(ObjectIdentifier(self))
    for reader in state.withLock({ $0.takeReaders() }) { reader.wakes.end() }
  }

  /// The table whose rows they are.
  public var table: any Table { home }

  // MARK: The list

  /// The entries now, in order.
  public var entries: [TableEntry] {
    registrar.access(self, keyPath: \.entries)
    return state.withLock { $0.entries }
  }

  /// How many there are now.
  public var count: Int {
    registrar.access(self, keyPath: \.count)
    return state.withLock { $0.entries.count }
  }

  /// An entry by its place, from 0.
  ///
  /// - Precondition: There is one at this place. Another thread may shorten the list at any time: to read several
  ///   places, take ``entries`` first; ``entry(at:)`` throws instead.
  public subscript(place: Int) -> TableEntry { entries[place] }

  /// An entry by its place, from 0.
  ///
  /// - Throws: ``DatabaseError`` of kind `outOfRange` if there is none.
  public func entry(at place: Int) throws -> TableEntry {
    let entries = entries
    guard entries.indices.contains(place) else {
      throw DatabaseError(.outOfRange, "entry \(place) of a live result of \(entries.count)")
    }
    return entries[place]
  }

  /// Why the last reading failed; nil if it succeeded. The list stays as it was. The rows are read again at the next
  /// change of the tables, by `refresh()`, or, if the trouble may pass, a second later.
  public var lastError: DatabaseError? {
    registrar.access(self, keyPath: \.lastError)
    return state.withLock { $0.lastError }
  }

  // MARK: Differences

  /// How the list changes from now on. To show the list, ask for this first, and then for ``entries``; or use
  /// ``differences(from:)``.
  public var differences: LiveDifferences<TableEntry> {
    differences(from: state.withLock { $0.entries })
  }

  /// How a list that is already shown changes; from an empty one, the first difference brings everything.
  public func differences(from shown: [TableEntry]) -> LiveDifferences<TableEntry> {
    let reader = reader(from: shown)
    return LiveDifferences(wakes: reader.wakes) {
      reader.take(names: self.home.plan.names) { self.state.withLock { $0.entries } }
    }
  }

  func reader(from shown: [TableEntry]) -> LiveReader {
    let reader = LiveReader(shown)
    let isClosed = state.withLock { state in
      if !state.isClosed { state.readers.append(LiveResultState.Reader(reader: reader)) }
      return state.isClosed
    }
    // There may be a difference already.
    reader.wake(EntryUpdates())
    if isClosed { reader.wakes.end() }
    return reader
  }

  // MARK: The end

  /// Stops following the rows, and ends the differences. The list stays as it is, and its entries stay live.
  public func close() {
    let following = following.withLock { following in
      defer { following = nil }
      return following
    }
    home.map.followers.remove(ObjectIdentifier(self))
    let readers = state.withLock { state in
      state.isClosed = true
      return state.takeReaders()
    }
    for reader in readers { reader.wakes.end() }
    withExtendedLifetime(following) {}
  }

  // MARK: Announcing

  /// Has the news announced in turn, by the governor's announcer.
  func announceSoon() {
    // A hub calls with no lock held, so this must not hold one either.
    let following = following.withLock { $0 }
    following?.callAnnouncer(isLeased: ThreadScopes.current(of: home.owner) != nil)
  }

  /// Calls the observers. The list is already the new one, and no lock is held.
  private func announce() {
    let (news, readers, isWorking) = state.withLock { ($0.takeNews(), $0.readers, $0.beginWork()) }
    if news.isList { registrar.withMutation(of: self, keyPath: \.entries) {} }
    if news.isCount { registrar.withMutation(of: self, keyPath: \.count) {} }
    if news.isError { registrar.withMutation(of: self, keyPath: \.lastError) {} }
    if news.isList || !news.updates.isEmpty { for reader in readers { reader.reader?.wake(news.updates) } }
    if isWorking { schedule() }
  }

  func report(_ error: any Error) {
    home.owner.settings.logger.warning(
      "reading a live result again failed", metadata: ["table": "\(home.plan.definition.name)", "error": "\(error)"])
  }
}

extension LiveResult: Observable {}
