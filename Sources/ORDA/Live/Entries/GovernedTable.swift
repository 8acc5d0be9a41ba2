internal import ORDAThreads
internal import Synchronization

/// A table of a governor that the core makes of connections.
///
/// This is what its entries need of it. How rows are read and written, and the conformance to ``Table``, are on higher
/// floors.
final class GovernedTable: EntryAnnouncer, Sendable {
  let owner: ConnectionGovernor
  let plan: TablePlan
  let map: EntryMap
  /// What entries hold, and new ones get; nil while there is none.
  private let listening = Lock(WeakListening())
  let failures = TableFailures.Source()
  /// The place of the column that counts its row's changes; -1 if there is none.
  let versionColumn = Atomic<Int>(-1)
  /// What was worked out for each schema that its entries were seen through.
  let schemas = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  private struct WeakListening {
    weak var current: TableListening?
  }

  /// - Parameters:
  ///   - ancestors: Tables whose changes may change this one without a report.
  ///   - worker: The thread on which stale entries are read again.
  init(governor: ConnectionGovernor, plan: TablePlan, ancestors: Set<TableName>, worker: WorkerThread) {
    owner = governor
    self.plan = plan
    map = EntryMap(
      plan: plan, ancestors: ancestors, news: EntryNews(EntryRefresher(on: worker, by: governor.timeSource)))
  }

  /// Listens, unless somebody already does: before anything is read that has to stay in step.
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

  /// Has observers called about what was postponed, as soon as this thread holds no connection.
  func announceSoon() {
    // While something is postponed there are entries, and so there is a listener.
    guard !map.news.isEmpty, let listening = listening.withLock({ $0.current }) else { return }
    announceSoon(by: listening)
  }

  /// The same, through a given listener.
  func announceSoon(by listening: TableListening) {
    if map.news.isEmpty { return }
    listening.callAnnouncer(isLeased: ThreadScopes.current(of: owner) != nil)
  }
}
