internal import ORDA
internal import ORDAThreads

/// Running performs.
extension Database {
  var resource: LockTable.Resource { .one(ObjectIdentifier(self)) }

  /// Runs a body on this database: again if necessary, and undone if it throws.
  func perform<R, E: Error>(_ mode: ODBPerformMode, _ body: () throws(E) -> R) throws(E) -> R {
    var failure: ODBError?
    return try perform(mode, failure: &failure, body)
  }

  /// The same, and returns what went wrong in this perform.
  func perform<R, E: Error>(
    _ mode: ODBPerformMode, failure: inout ODBError?, _ body: () throws(E) -> R
  ) throws(E) -> R {
    let thread = PerformThread.current
    if let session = thread.session(of: self) ?? StaticPerform.join(self, thread) {
      defer { failure = session.failure }
      return try NestedPerform.run(in: session, body)
    }
    if mode == .fresh { catchUp() }
    error = nil
    var isLocked = mode == .once
    // What the body does to other ODBs, inside whose performs it runs, must not be done twice either.
    let around = thread.sessions
    while true {
      let session = begin(isLocked ? .locked : .ordinary)
      // A session inside their transaction is not run again by itself.
      let around = session.isInTransaction ? [] : around
      for outer in around { outer.levels.append(Session.Level()) }
      thread.enter(session)
      lockNow(session)
      let result: Result<R, E>
      do throws(E) { result = .success(try body()) } catch { result = .failure(error) }
      var isUndone = false
      if case .failure = result { isUndone = true }
      end(session, undoing: isUndone)
      for outer in around.reversed() { outer.leaveLevel(undoing: session.mustRepeat) }
      if session.mustRepeat, !isLocked {
        isLocked = true
        continue
      }
      failure = session.failure
      error = session.failure ?? session.mistake
      return try result.get()
    }
  }

  /// Runs a body that reads one state, in a new session.
  func read<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let thread = PerformThread.current
    if thread.session(of: self) != nil { return try body() }
    let session = begin(.reading)
    thread.enter(session)
    lockNow(session)
    defer {
      end(session, undoing: false)
      error = session.failure ?? session.mistake
    }
    return try body()
  }

  /// Begins a session, and locks this process's side of the database.
  func begin(_ mode: Session.Mode) -> Session {
    var isExclusive = false
    do {
      var opened = try open()
      PerformThread.current.enclose(opened.governor)
      // Nobody else sees what is read and written in the program's own transaction: it excludes nobody, and need not
      // wait for anybody, who might hold what this transaction needs.
      if try opened.governor.isInTransactionHere() {
        return Session(self, opened, mode, isInTransaction: true, isExclusive: false)
      }
      if mode == .reading { return Session(self, opened, mode, isInTransaction: false, isExclusive: false) }
      guard PerformLocks.shared.acquire(resource) else { throw ODBError.deadlock }
      isExclusive = true
      // It may have been closed while this thread waited.
      opened = try open()
      takeNews(opened)
      return Session(self, opened, mode, isInTransaction: false, isExclusive: true)
    } catch {
      if isExclusive { PerformLocks.shared.release(resource) }
      return Session(self, nil, mode, isInTransaction: false, isExclusive: false, failure: ODBError(error))
    }
  }

  /// Begins what must have begun before the body runs: the lock of a perform that is not run again, and a savepoint,
  /// which must not be inside one of the body's.
  func lockNow(_ session: Session) {
    guard session.mode == .locked || session.isInTransaction else { return }
    _ = session.attempt { try session.beginReading() }
  }

  /// Ends a session: commits it, or undoes it.
  func end(_ session: Session, undoing isUndone: Bool) {
    session.finish(undoing: isUndone)
    if session.isInTransaction, isUndone || session.failure != nil, let governor = session.opened?.governor {
      for outer in PerformThread.current.sessions(on: governor, around: session) { outer.loseInner(session.failure) }
    }
    end(session)
  }

  /// Releases the database to others; does nothing the second time.
  func end(_ session: Session) {
    guard !session.isOver else { return }
    session.isOver = true
    PerformThread.current.leave(session)
    guard session.isExclusive else { return }
    if isClosed { cache.removeAll() } else { cache.shrink(to: cacheLimit) }
    PerformLocks.shared.release(resource)
  }

  /// Applies to the cache what others wrote.
  private func takeNews(_ opened: Opened) {
    // If changes by others are not reported, nothing is known of what they did since.
    if !opened.isListening { news.tellEverything() }
    switch news.take() {
    case .nothing: break
    case .everything: cache.removeAll()
    case .changes(let changes, let from, let to):
      guard let known = cache.version else { return }
      if let to, to > known {
        guard from == known else { return cache.removeAll() }
        cache.version = to
      }
      cache.apply(changes)
    }
  }

  /// Waits until everything that others have committed is known.
  private func catchUp() {
    do {
      let opened = try open()
      if opened.governor.capabilities.contains(.changeEvents), opened.governor.changeCoverage.reach == .everyone {
        try opened.governor.catchUp()
      } else {
        news.tellEverything()
      }
    } catch { news.tellEverything() }
  }
}
