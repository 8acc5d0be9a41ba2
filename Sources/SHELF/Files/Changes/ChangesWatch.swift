internal import FileWatch
internal import ORDAThreads

/// Reports what others change in a store.
final class ChangesWatch: @unchecked Sendable {
  // Proof: what changes is touched only under the lock; the watch is set once, before anyone else has this.
  private struct State {
    /// How far changes were reported; nil until that is known.
    var place: ChangesFile.Place?
    /// True while a check is scheduled that has not begun.
    var isOrdered = false
    var isOver = false
  }

  private let folder: ShelfFolder
  private let pool: ThreadPool
  private let edits: EditsWatch?
  private let tell: @Sendable (ShelfChange) -> Void
  private let state: Lock<State>
  /// Held while reporting, to keep the order.
  private let telling = Condition()
  private var watch: FileWatch?

  /// - Parameter edits: Finds changes by programs that are not shelves; it lives as long as this.
  init(
    _ folder: ShelfFolder, _ pool: ThreadPool, edits: EditsWatch? = nil,
    _ tell: @escaping @Sendable (ShelfChange) -> Void
  ) throws {
    (self.folder, self.pool, self.tell, self.edits) = (folder, pool, tell, edits)
    state = Lock(State())
    // Watch first, so that nothing is missed in between.
    watch = FileWatch([.file("\(folder.system.path)/\(ShelfNames.changes)")]) { [weak self] _ in self?.order() }
    let changes = try folder.changes(isMade: true)
    if !folder.isReadOnly, let changes, try changes.place().number == 0 {
      try folder.withTables { try changes.start() }
    }
    let place = try changes?.place() ?? ChangesFile.Place()
    state.withLock { $0.place = place }
    // Nobody looked at what came before that was known.
    order()
  }

  deinit { watch?.stop() }

  /// The thread that all watches share goes on at once.
  private func order() {
    let isFirst = state.withLock { state in
      if state.isOrdered || state.isOver { return false }
      state.isOrdered = true
      return true
    }
    if isFirst { pool.submit { [weak self] in self?.look() } }
  }

  private func look() {
    telling.withLock {
      let known = state.withLock { state in
        state.isOrdered = false
        return state.place
      }
      guard var place = known else { return }
      // If it can't be read, anything may have changed.
      let news: ShelfChange?
      do { news = try folder.changes(isMade: false)?.news(since: &place) } catch { news = .everything }
      let found = place
      state.withLock { $0.place = found }
      if let news { tell(news) }
    }
  }
}
