/// `ODB.perform`: one perform on whichever databases its body uses.
enum StaticPerform {
  /// Runs a body, one at a time. A database is locked when it is first used.
  static func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let thread = PerformThread.current
    if thread.staticDepth > 0 {
      thread.staticDepth += 1
      defer { thread.staticDepth -= 1 }
      return try NestedPerform.run(on: thread, body)
    }
    let around = thread.sessions
    defer { thread.locked = [] }
    while true {
      // A thread that is already in a database does not wait for those that wait for it: each database has its own
      // lock.
      let isLocked = around.isEmpty && PerformLocks.shared.acquire(.all)
      thread.staticDepth = 1
      for session in around { session.levels.append(Session.Level()) }
      let result: Result<R, E>
      do throws(E) { result = .success(try body()) } catch { result = .failure(error) }
      thread.staticDepth = 0
      if isLocked { PerformLocks.shared.release(.all) }
      let sessions = Array(thread.sessions.dropFirst(around.count))
      let isRepeated = sessions.contains { $0.mustRepeat }
      var isUndone = isRepeated
      if case .failure = result { isUndone = true }
      // The last first: on one connection its part is inside the earlier one's.
      for session in sessions.reversed() { session.database.end(session, undoing: isUndone) }
      for session in around.reversed() { session.leaveLevel(undoing: isUndone) }
      if isRepeated {
        // Each further run locks at least one more database, which does not lose again.
        thread.locked.formUnion(sessions.map { ObjectIdentifier($0.database) })
        continue
      }
      for session in sessions { session.database.error = session.failure ?? session.mistake }
      return try result.get()
    }
  }

  /// The session of a database in this thread's `ODB.perform`; nil outside of one.
  static func join(_ database: Database, _ thread: PerformThread) -> Session? {
    guard thread.staticDepth > 0 else { return nil }
    database.error = nil
    let isLocked = thread.locked.contains(ObjectIdentifier(database))
    let session = database.begin(isLocked ? .locked : .ordinary)
    session.levels = Array(repeating: Session.Level(), count: thread.levels)
    thread.enter(session)
    database.lockNow(session)
    return session
  }
}
