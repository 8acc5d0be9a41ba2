internal import ORDA
internal import ORDAThreads
internal import Synchronization

/// The observers of changes, and the thread that calls them.
///
/// Writers only leave here what the database reported, and never wait. A separate thread finds the place in the tree,
/// and calls observers: in the order of the commits, combining what has gathered meanwhile.
final class PathObservers: Sendable {
  /// Returns a node's place according to the database now.
  typealias Ask = @Sendable (Int64) throws -> RowNews.Place?

  private struct State {
    var tree = ObserverTree()
    var ask: Ask?
    var waiting: [[RowNews]] = []
    var rows = 0
    /// True if more happened than is known.
    var isEverything = false
    /// True if places were noted while nobody heard of changes.
    var isStale = false
    var isScheduled = false
    var isOver = false
  }

  private let state = Lock(State())
  private let count = Atomic(0)
  private let thread = WorkerThread()
  // Only the thread touches this.
  private let places = Lock(TreePlaces())

  /// Adds an observer of a place and everything below it; returns its number, or nil if the database was closed.
  func add(_ names: [NodeName], asking ask: @escaping Ask, _ call: @escaping ObserverTree.Call) -> Int? {
    state.withLock { state in
      if state.isOver { return nil }
      state.ask = ask
      if state.tree.count == 0 { state.isStale = true }
      let number = state.tree.add(names, call)
      count.store(state.tree.count, ordering: .sequentiallyConsistent)
      return number
    }
  }

  /// True if anybody observes.
  var areThere: Bool { count.load(ordering: .sequentiallyConsistent) > 0 }

  func remove(_ number: Int) {
    state.withLock { state in
      state.tree.remove(number)
      count.store(state.tree.count, ordering: .sequentiallyConsistent)
    }
  }

  /// Adds what a batch reports, if the tables have these names.
  func tell(_ batch: ChangeBatch, _ names: TableNames) {
    if !areThere { return }
    let news = RowNews.read(batch, names)
    if let news, news.isEmpty { return }
    leave(news)
  }

  /// Notes that everything may have changed.
  func tellEverything() {
    if areThere { leave(nil) }
  }

  private func leave(_ news: [RowNews]?) {
    let isFirst = state.withLock { state in
      if state.isOver { return false }
      state.rows += news?.count ?? 0
      if let news, !state.isEverything, state.rows <= RowNews.longest {
        state.waiting.append(news)
      } else {
        state.waiting = []
        state.isEverything = true
      }
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { thread.submit { self.call() } }
  }

  /// Informs observers that there will be no more changes.
  func end() {
    let calls = state.withLock { state in
      state.isOver = true
      defer { state.tree = ObserverTree() }
      return state.tree.all
    }
    count.store(0, ordering: .sequentiallyConsistent)
    thread.submit { for call in calls { call(nil) } }
    thread.stop()
  }

  // MARK: On the thread

  private func call() {
    let (batches, isEverything, isStale, ask) = state.withLock { state in
      defer {
        state.isStale = false
        state.waiting = []
        state.rows = 0
        state.isEverything = false
        state.isScheduled = false
      }
      return (state.waiting, state.isEverything, state.isStale, state.ask)
    }
    if isStale { places.withLock { $0.removeAll() } }
    guard !isEverything, let ask, let changes = read(batches, ask) else {
      places.withLock { $0.removeAll() }
      return deliver(TreeChange(names: [], kind: .unknown))
    }
    for change in Self.coalesced(changes) { deliver(change) }
  }

  /// Nil if the database does not say where something is.
  private func read(_ batches: [[RowNews]], _ ask: Ask) -> [TreeChange]? {
    do { return try places.withLock { places in try places.changes(batches, ask: ask) } } catch { return nil }
  }

  /// Of several changes to one place, only the last.
  private static func coalesced(_ changes: [TreeChange]) -> [TreeChange] {
    var seen: Set<[NodeName]> = []
    let kept = changes.reversed().filter { seen.insert($0.names).inserted || $0.isWhole }
    return kept.reversed()
  }

  private func deliver(_ change: TreeChange) {
    let concerned = state.withLock { $0.tree.concerned(by: change) }
    for (call, change) in concerned { call(change) }
  }
}
