internal import ORDAThreads

/// What is to be done about a table's entries as soon as no lock and no connection is held: their observers are to be told
/// what changed, and those entries read again that may be old.
final class EntryNews: Sendable {
  private struct State {
    var notices: [EntryNotice] = []
    /// What has to be kept from going before.
    var kept: (any AnyObject & Sendable)?
    var isClosed = false
  }

  private let state = Lock(State())
  /// Those that follow all of the table's entries.
  let followers = EntryFollowers()
  /// Reads again those entries that may be old.
  let refresher: EntryRefresher

  init(_ refresher: EntryRefresher) { self.refresher = refresher }

  /// Has entries announced, and others read again. It is done by ``announce()``, once somebody has the hub call it.
  ///
  /// - Parameter kept: What must not go before that.
  func postpone(_ notices: [EntryNotice], stale: [TableEntry], keeping kept: (any AnyObject & Sendable)? = nil) {
    if !stale.isEmpty { refresher.put(stale) }
    if !notices.isEmpty || kept != nil { put(notices, keeping: kept) }
    followers.hear(notices)
  }

  private func put(_ notices: [EntryNotice], keeping kept: (any AnyObject & Sendable)?) {
    state.withLock { state in
      if state.isClosed { return }
      // Usually nothing else waits, and nothing has to be copied.
      if state.notices.isEmpty { state.notices = notices } else { state.notices += notices }
      state.kept = kept ?? state.kept
    }
  }

  /// True if nothing is to be announced or read again.
  var isEmpty: Bool { state.withLock { $0.notices.isEmpty } && !refresher.hasWork }
  /// True if the governor was closed, so that nothing is announced or read any more.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Tells the observers of entries what changed; called by the hub, one thread at a time and with nothing held.
  func announce() {
    let isNews = tell()
    refresher.begin()
    if isNews { followers.follow() }
  }

  /// Tells them; true if there were any.
  private func tell() -> Bool {
    let (notices, kept) = state.withLock { state in
      defer {
        state.notices = []
        state.kept = nil
      }
      return (state.notices, state.kept)
    }
    for notice in notices { notice.entry.announce(notice) }
    withExtendedLifetime(kept) {}
    return !notices.isEmpty
  }

  /// Lets go of everything, and takes no more: the governor is closed.
  func close() {
    let dropped = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state
    }
    withExtendedLifetime(dropped) {}
    refresher.close()
    followers.close()
  }
}

/// What the observers of an entry are told.
struct EntryNotice: Sendable {
  let entry: TableEntry
  var columns = ColumnSet()
  var isDeleted = false
  /// True for an entry that only a transaction knew until now.
  var isNew = false
  var failed = false
}
