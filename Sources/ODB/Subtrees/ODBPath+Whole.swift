internal import ORDA

/// Operations on everything at a path, in a new perform or as part of this thread's.
extension ODBPath {
  /// Reads one state.
  func reading<R>(_ call: StaticString, _ body: (Node, Session) throws -> R) throws -> R {
    joinStaticPerform(call)
    return try odb.read {
      let session = odb.session(call)
      do { return try body(try require(session), session) } catch let error where isOfDatabase(error) {
        throw session.note(error)
      }
    }
  }

  /// Writes everything or nothing.
  func writing<R>(_ call: StaticString, _ body: (Session) throws -> R) throws -> R {
    joinStaticPerform(call)
    return try odb.performThrowing {
      let session = odb.session(call)
      do { return try body(session) } catch let error where isOfDatabase(error) { throw session.note(error) }
    }
  }

  /// In `ODB.perform` it is part of that, and not a separate transaction.
  private func joinStaticPerform(_ call: StaticString) {
    if let thread = PerformThread.existing, thread.staticDepth > 0 { _ = odb.session(call) }
  }
}

private func isOfDatabase(_ error: any Error) -> Bool { error is ODBError || error is DatabaseError }
