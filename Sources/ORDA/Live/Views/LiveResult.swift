internal import ORDAThreads
public import Observation
internal import Logging

/// The rows of a table for which a condition is true, in an order: a list of live entries that follows the database.
///
/// ```swift
/// let adults = try people.follow(where: "age >= 18", orderBy: "name")
/// for await difference in adults.differences { … }      // what came, went, moved and changed
/// ```
///
/// What is in the list, and in which order, the database decides: after a commit that may have changed it the rows' keys
/// are asked for again, in the background and once for all commits that came meanwhile. It shows what is committed, also
/// within a transaction, and never goes back to an older state. Any thread and task may use it.
///
/// Observers of ``entries``, ``count`` and the subscript hear when rows came, went or moved. The rows' own values are
/// observed at the entries.
///
/// Following ends with ``close()``, with the governor, and with the last reference to the result or its differences. The
/// list stays what it was then.
public final class LiveResult: EntryFollower {
  let home: GovernedTable
  let query: LiveResultQuery
  /// Held so that the entries of a list that is empty now will be in step, too.
  let listening: TableListening
  let state = Lock(LiveResultState())
  private let registrar = ObservationRegistrar()
  /// What the result itself hears; nil once it was closed.
  private let following = Lock<TableListening?>(nil)

  /// Reads the rows for the first time, and follows them from then on.
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

  /// The entries at this moment, in order.
  public var entries: [TableEntry] {
    registrar.access(self, keyPath: \.entries)
    return state.withLock { $0.entries }
  }

  /// How many there are at this moment.
  public var count: Int {
    registrar.access(self, keyPath: \.count)
    return state.withLock { $0.entries.count }
  }

  /// An entry by its place, from 0.
  ///
  /// - Precondition: There is one at this place. Another thread may shorten the list at any time: whoever reads several
  ///   places takes ``entries`` first, and ``entry(at:)`` throws instead.
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

  /// Why the rows could not be read when they last were to be; nil if they could. The list stays what it was, and the
  /// next change of the tables, `refresh()`, or, where the trouble may pass, a second later has them read again.
  public var lastError: DatabaseError? {
    registrar.access(self, keyPath: \.lastError)
    return state.withLock { $0.lastError }
  }

  // MARK: Differences

  /// What becomes of the list from now on. Whoever shows the list asks for this first, and then for ``entries``, or takes
  /// ``differences(from:)``.
  public var differences: LiveDifferences<TableEntry> {
    differences(from: state.withLock { $0.entries })
  }

  /// What becomes of a list that is shown already; with an empty one the first difference brings all that there is.
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

  /// Stops following the rows, and ends the differences. The list stays what it is, and its entries stay live.
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

  /// Has what is to be told told in its turn: by the one that announces for the governor.
  func announceSoon() {
    // A hub calls with no lock held, and this must not hold one either.
    let following = following.withLock { $0 }
    following?.callAnnouncer(isLeased: ThreadScopes.current(of: home.owner) != nil)
  }

  /// Tells the observers. The list is what it is said to be already, and no lock is held.
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
