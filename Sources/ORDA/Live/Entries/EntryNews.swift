internal import ORDAThreads

/// What to do about a table's entries as soon as no lock and no connection is held: call the observers of those that
/// changed, and read those again that may be old.
final class EntryNews: Sendable {
  private struct State {
    var notices: [EntryNotice] = []
    /// What must not be released before that.
    var kept: (any AnyObject & Sendable)?
    var isClosed = false
  }

  private let state = Lock(State())
  /// What follows all of the table's entries.
  let followers = EntryFollowers()
  /// Reads entries again that may be old.
  let refresher: EntryRefresher

  init(_ refresher: EntryRefresher) { self.refresher = refresher }

  /// Has entries announced, and others read again. ``announce()`` does it, once somebody has the hub call it.
  ///
  /// - Parameter kept: What must not be released before that.
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

  /// True if there is nothing to announce or to read again.
  var isEmpty: Bool { state.withLock { $0.notices.isEmpty } && !refresher.hasWork }
  /// True if the governor was closed, so that nothing is announced or read any more.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Calls the observers of entries; the hub calls this on one thread at a time, with nothing held.
  func announce() {
    let isNews = tell()
    refresher.begin()
    if isNews { followers.follow() }
  }

  /// Calls them; true if there was anything to announce.
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

  /// Releases everything, and accepts no more: the governor is closed.
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

/// What the observers of an entry learn.
struct EntryNotice: Sendable {
  let entry: TableEntry
  var columns = ColumnSet()
  var isDeleted = false
  /// True for an entry that only a transaction knew until now.
  var isNew = false
  var failed = false
}
