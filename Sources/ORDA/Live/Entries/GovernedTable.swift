internal import ORDAThreads
internal import Synchronization

/// A table of a governor that the core made of connections.
///
/// Here is what its entries need of it. How rows are read and written, and that it is a ``Table``, stands above.
final class GovernedTable: EntryAnnouncer, Sendable {
  let owner: ConnectionGovernor
  let plan: TablePlan
  let map: EntryMap
  /// What the living entries hold, and new ones are given; nil while there is none.
  private let listening = Lock(WeakListening())
  let failures = TableFailures.Source()
  /// The place of the column that counts the changes of its row; -1 if there is none.
  let versionColumn = Atomic<Int>(-1)
  /// What was worked out for each schema that its entries were seen through.
  let schemas = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  private struct WeakListening {
    weak var current: TableListening?
  }

  /// - Parameters:
  ///   - ancestors: Tables whose changes may change this one without being told.
  ///   - worker: The thread on which stale entries are read again.
  init(governor: ConnectionGovernor, plan: TablePlan, ancestors: Set<TableName>, worker: WorkerThread) {
    owner = governor
    self.plan = plan
    map = EntryMap(plan: plan, ancestors: ancestors, news: EntryNews(EntryRefresher(on: worker)))
  }

  /// Listens, if nobody does yet: before anything is read that is to be kept in step.
  func listen() throws(DatabaseError) -> TableListening {
    try listening.withLock { (held) throws(DatabaseError) in
      if let current = held.current { return current }
      let made = try TableListening(
        plan.identity, [plan.identity] + map.ancestors, at: owner.changeHub,
        applies: { [map] in map.apply($0) }, announces: { [map] in map.news.announce() })
      held.current = made
      return made
    }
  }

  // MARK: Where a call belongs

  /// This thread's open transaction on the governor.
  var transactionScope: LeaseScope? {
    guard let scope = ThreadScopes.current(of: owner), scope.depth > 0 else { return nil }
    return scope
  }

  /// What this thread's open transaction has noted of an entry's row so far.
  @inline(__always)
  func pendingRow(of entry: TableEntry) -> PendingEntries.Row? {
    if map.pendingTransactions.load(ordering: .relaxed) == 0 { return nil }
    return transactionScope?.pending?[entry]
  }

  /// Notes a row that the open transaction wrote or read.
  func note(_ row: PendingEntries.Row, of entry: TableEntry, in scope: LeaseScope) {
    scope.pendingEntries().note(row, of: entry, depth: scope.depth, announcer: self)
  }

  // MARK: Announcing

  /// Has observers called of what was put off, as soon as this thread holds no connection.
  func announceSoon() {
    // While something is put off there are entries, and so there is listening.
    guard !map.news.isEmpty, let listening = listening.withLock({ $0.current }) else { return }
    announceSoon(by: listening)
  }

  /// The same, by what listens.
  func announceSoon(by listening: TableListening) {
    if map.news.isEmpty { return }
    listening.callAnnouncer(isLeased: ThreadScopes.current(of: owner) != nil)
  }
}
