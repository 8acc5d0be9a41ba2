internal import ORDAThreads

/// What the observers of a table's entries are still to be told.
final class EntryNews: Sendable {
  private struct State {
    var notices: [EntryNotice] = []
    /// The table, where it has to be kept from going before.
    var table: GovernedTable?
    var isClosed = false
  }

  private let state = Lock(State())

  /// Puts notices off.
  ///
  /// - Parameter table: What must not go before they were told.
  func put(_ notices: [EntryNotice], keeping table: GovernedTable?) {
    state.withLock { state in
      if state.isClosed { return }
      // Mostly nothing else waits, and nothing has to be copied.
      if state.notices.isEmpty { state.notices = notices } else { state.notices += notices }
      state.table = table ?? state.table
    }
  }

  var isEmpty: Bool { state.withLock { $0.notices.isEmpty } }
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Tells them, with nothing held; true where there were any.
  func tell() -> Bool {
    let (notices, kept) = state.withLock { state in
      defer {
        state.notices = []
        state.table = nil
      }
      return (state.notices, state.table)
    }
    for notice in notices { notice.entry.announce(notice) }
    withExtendedLifetime(kept) {}
    return !notices.isEmpty
  }

  /// Lets go of all, and takes no more.
  func close() {
    let dropped = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state
    }
    withExtendedLifetime(dropped) {}
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
