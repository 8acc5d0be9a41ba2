/// A perform inside another: part of it, and undone by itself if it throws.
enum NestedPerform {
  /// Runs the body of a database's perform inside a session of that database.
  static func run<R, E: Error>(in session: Session, _ body: () throws(E) -> R) throws(E) -> R {
    if E.self == Never.self { return try body() }
    session.levels.append(Session.Level())
    do throws(E) {
      let result = try body()
      session.leaveLevel(undoing: false)
      return result
    } catch {
      session.leaveLevel(undoing: true)
      throw error
    }
  }

  /// Runs the body of an `ODB.perform` inside another one: a part of all databases that are used, or will be.
  static func run<R, E: Error>(on thread: PerformThread, _ body: () throws(E) -> R) throws(E) -> R {
    if E.self == Never.self { return try body() }
    thread.levels += 1
    for session in thread.sessions { session.levels.append(Session.Level()) }
    do throws(E) {
      let result = try body()
      leave(thread, undoing: false)
      return result
    } catch {
      leave(thread, undoing: true)
      throw error
    }
  }

  private static func leave(_ thread: PerformThread, undoing isUndone: Bool) {
    thread.levels -= 1
    // Of databases on one connection, the later one's savepoint is inside the earlier one's.
    for session in thread.sessions.reversed() { session.leaveLevel(undoing: isUndone) }
  }
}
