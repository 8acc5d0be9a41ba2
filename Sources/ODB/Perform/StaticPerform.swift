/// `ODB.perform`: one perform on whichever databases its body uses.
enum StaticPerform {
  /// Runs a body, one such at a time. A database is locked when it is first used.
  static func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let thread = PerformThread.current
    if thread.staticDepth > 0 {
      thread.staticDepth += 1
      defer { thread.staticDepth -= 1 }
      return try NestedPerform.run(thread.sessions, body)
    }
    let before = thread.sessions.count
    while true {
      // Where another thread's ODB.perform waits for a database that this thread is in, this one goes on without the lock:
      // each database has one of its own.
      let isLocked = PerformLocks.shared.acquire(.all)
      thread.staticDepth = 1
      let result: Result<R, E>
      do throws(E) { result = .success(try body()) } catch { result = .failure(error) }
      thread.staticDepth = 0
      if isLocked { PerformLocks.shared.release(.all) }
      let sessions = Array(thread.sessions.dropFirst(before))
      var isUndone = sessions.contains { $0.mustRepeat }
      if case .failure = result { isUndone = true }
      for session in sessions { session.database.end(session, undoing: isUndone) }
      let lost = sessions.filter { $0.mustRepeat && $0.mode == .ordinary }
      if !lost.isEmpty, thread.locked.isEmpty {
        thread.locked = Set(sessions.map { ObjectIdentifier($0.database) })
        continue
      }
      thread.locked = []
      for session in sessions { session.database.error = session.failure ?? session.mistake }
      return try result.get()
    }
  }

  /// The session of a database in the `ODB.perform` that this thread is in; nil where it is in none.
  static func join(_ database: Database, _ thread: PerformThread) -> Session? {
    guard thread.staticDepth > 0 else { return nil }
    database.error = nil
    let isLocked = thread.locked.contains(ObjectIdentifier(database))
    let session = database.begin(isLocked ? .locked : .ordinary)
    thread.enter(session)
    if isLocked { database.lockNow(session) }
    return session
  }
}
