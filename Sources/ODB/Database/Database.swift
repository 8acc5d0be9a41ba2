internal import Foundation
internal import ORDA
internal import ORDAThreads

/// What the ODBs of one file share: the governor, and the cache.
final class Database: @unchecked Sendable {
  // Proof: only the session that has the database's lock touches `cache`; everything else has its own locks.

  /// What exists once the database is open.
  final class Opened: Sendable {
    let governor: any Governor
    private let nodeStatements: NodeStatements?
    let layout: Layout.State
    /// Distinguishes our changes from those of others.
    let mark: ChangeMark
    private let observation: ChangeObservation?

    /// True if changes by others are reported.
    var isListening: Bool { observation != nil }

    /// Reports changes to the observers of paths; nil while there are none.
    private let pathObservation = Lock<ChangeObservation?>(nil)

    init(
      _ governor: any Governor, _ names: TableNames, _ layout: Layout.State, _ mark: ChangeMark,
      _ observation: ChangeObservation?
    ) throws {
      self.governor = governor
      self.layout = layout
      self.mark = mark
      self.observation = observation
      nodeStatements = layout == .current ? try NodeStatements(governor, names) : nil
    }

    deinit {
      observation?.cancel()
      pathObservation.withLock { $0?.cancel() }
    }

    /// Reports to the observers of paths what anybody writes, including performs of this ODB, which the cache need not
    /// hear of. Does nothing if there are no observers, or if the driver can't report changes.
    func follow(_ names: TableNames, for observers: PathObservers) throws {
      guard layout == .current, governor.capabilities.contains(.changeEvents) else { return }
      try pathObservation.withLock { observation in
        if !observers.areThere {
          observation?.cancel()
          observation = nil
        } else if observation == nil {
          observation = try governor.observeChanges(of: [TableName(name: names.nodes)], when: .beforeReturn) { batch in
            observers.tell(batch, names)
          }
        }
      }
    }

    /// The statements of this layout; the first ODB's layout has none of them.
    var statements: NodeStatements {
      get throws(ODBError) {
        guard let nodeStatements else { throw .needsMigration }
        return nodeStatements
      }
    }
  }

  /// Where the database comes from.
  enum Source: Sendable {
    case url(Result<DatabaseURL, DatabaseError>, Registry)
    case governor(any Governor)
  }

  private enum State {
    case unopened
    case opened(Opened)
    case closed
  }

  let name: String
  let names: TableNames
  let cache = NodeCache()
  let news = CacheNews()
  let key: DatabaseKey?
  private let source: Source
  private let state = Lock(State.unopened)
  /// The opening in progress, for everybody who waits for it.
  private let opening = Lock<Promise<Result<Opened, any Error>>?>(nil)
  private let lastError = Lock<ODBError?>(nil)
  private let limit = Lock(64 << 20)
  /// The thread for awaited performs.
  let thread = WorkerThread()
  let observers = PathObservers()

  init(_ source: Source, _ names: TableNames, name: String, key: DatabaseKey?) {
    self.source = source
    self.names = names
    self.name = name
    self.key = key
  }

  deinit {
    thread.stop()
    close()
  }

  var error: ODBError? {
    get { lastError.withLock { $0 } }
    set { lastError.withLock { $0 = newValue } }
  }

  var cacheLimit: Int {
    get { limit.withLock { $0 } }
    set { limit.withLock { $0 = newValue } }
  }

  var isClosed: Bool { state.withLock { if case .closed = $0 { true } else { false } } }

  /// The governor, once the database is open.
  var openGovernor: (any Governor)? {
    state.withLock { if case .opened(let opened) = $0 { opened.governor } else { nil } }
  }

  /// The database, opened if necessary: one thread opens it, and others that arrive meanwhile share the result. If a
  /// server does not answer, each of them waits for one limit, not for one after another.
  func open() throws -> Opened {
    if let opened = try known() { return opened }
    let mine = Promise<Result<Opened, any Error>>()
    let current = opening.withLock { opening in
      if opening == nil { opening = mine }
      return opening ?? mine
    }
    guard current === mine else { return try current.wait().get() }
    let result = Result { try openNow() }
    opening.withLock { $0 = nil }
    mine.keep(result)
    return try result.get()
  }

  private func openNow() throws -> Opened {
    if let opened = try known() { return opened }
    let opened = try make()
    let isOpen = state.withLock { state in
      if case .closed = state { return false }
      state = .opened(opened)
      return true
    }
    if isOpen {
      try opened.follow(names, for: observers)
      return opened
    }
    try closeGovernor(of: opened)
    throw ODBError.closed(name)
  }

  private func known() throws -> Opened? {
    try state.withLock { state throws(ODBError) in
      switch state {
      case .opened(let opened): return opened
      case .unopened: return nil
      case .closed: throw .closed(name)
      }
    }
  }

  private func make() throws -> Opened {
    let governor: any Governor
    switch source {
    case .governor(let given): governor = given
    case .url(let url, let registry): governor = try registry.open(url.get())
    }
    do {
      let layout = try Layout.prepare(governor, names)
      let mark = ChangeMark("odb \(UUID().uuidString)")
      let observation = try observe(governor, mark, layout)
      return try Opened(governor, names, layout, mark, observation)
    } catch {
      if case .url = source { try? governor.close() }
      throw error
    }
  }

  /// Has the driver report to the cache what others write, if it can.
  private func observe(_ governor: any Governor, _ mark: ChangeMark, _ layout: Layout.State) throws
    -> ChangeObservation?
  {
    guard layout == .current, governor.capabilities.contains(.changeEvents) else { return nil }
    let (news, names) = (news, names)
    do {
      return try governor.observeChanges(
        of: [TableName(name: names.nodes), TableName(name: names.state)], when: .beforeReturn, ignoring: mark
      ) { batch in news.tell(batch, names) }
    } catch let error as DatabaseError where error.kind == .unsupported {
      return nil
    }
  }

  /// Has changes reported to the observers of paths; stops listening if there are none.
  func followPaths() throws {
    if observers.areThere { return try open().follow(names, for: observers) }
    let opened = state.withLock { state -> Opened? in if case .opened(let opened) = state { opened } else { nil } }
    try opened?.follow(names, for: observers)
  }

  /// Forgets the layout of the tables, so that it is read again.
  func reopen() {
    state.withLock { state in
      if case .opened = state { state = .unopened }
    }
    news.tellEverything()
    observers.tellEverything()
  }

  func close() {
    let opened = state.withLock { state -> Opened? in
      defer { state = .closed }
      if case .opened(let opened) = state { return opened }
      return nil
    }
    if let opened {
      do { try closeGovernor(of: opened) } catch let error as DatabaseError where error.kind == .misuse {
        // Inside one of its performs: the governor closes when the perform releases it.
      } catch { self.error = ODBError(error) }
    }
    observers.end()
  }

  private func closeGovernor(of opened: Opened) throws {
    if case .url = source { try opened.governor.close() }
  }
}
