internal import FileWatch
internal import ORDAThreads

/// Tells of what others change in a store.
final class ChangesWatch: @unchecked Sendable {
  // Proof: what changes is touched only under the lock; the watch is set once, before anyone else has this.
  private struct State {
    var place: ChangesFile.Place
    /// True while a look is ordered that has not begun.
    var isOrdered = false
    var isOver = false
  }

  private let folder: ShelfFolder
  private let pool: ThreadPool
  private let tell: @Sendable (ShelfStoreChange) -> Void
  private let state: Lock<State>
  /// Held while it is told, so that what came first is told first.
  private let telling = Condition()
  private var watch: FileWatch?

  init(_ folder: ShelfFolder, _ pool: ThreadPool, _ tell: @escaping @Sendable (ShelfStoreChange) -> Void) throws {
    (self.folder, self.pool, self.tell) = (folder, pool, tell)
    state = Lock(State(place: ChangesFile.Place()))
    // Watched first, so that nothing is missed in between.
    watch = FileWatch([.file("\(folder.system.path)/\(ShelfNames.changes)")]) { [weak self] _ in self?.order() }
    let place = try folder.changes(isMade: true)?.place() ?? ChangesFile.Place()
    state.withLock { $0.place = place }
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
      var place = state.withLock { state in
        state.isOrdered = false
        return state.place
      }
      // Where it can't be read anything may have changed.
      let news: ShelfStoreChange?
      do { news = try folder.changes(isMade: false)?.news(since: &place) } catch { news = .everything }
      let found = place
      state.withLock { $0.place = found }
      if let news { tell(news) }
    }
  }
}
