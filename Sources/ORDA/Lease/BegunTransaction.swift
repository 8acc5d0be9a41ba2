internal import Logging
internal import ORDAThreads
internal import Synchronization

/// A transaction, or a savepoint in one, without a closure: how it ends.
///
/// It is on its thread like that of a closure: what the program does there on the governor is part of it, and it ends
/// before whatever it was begun in. If it is left open there, or released, it is rolled back, and the log says so.
final class BegunTransaction: Sendable {
  // Proof: everything except `isLetGo` is touched only on the transaction's own thread.
  nonisolated(unsafe) private let scope: LeaseScope
  /// Where the connection goes at the end; nil if it was already held before.
  private let pool: ConnectionPool?
  /// In how many closures that have not returned it was begun.
  let closures: Int
  private let timeout: Duration?
  private let place: String
  /// Nil for a savepoint.
  private let span: DatabaseSpan?
  /// The scope may have no thread: an awaited transaction's closure runs on whichever thread its connection has.
  private let thread = ThreadIdentity.current
  nonisolated(unsafe) private var isOver = false
  private let isLetGo = Atomic(false)

  init(_ scope: LeaseScope, from pool: ConnectionPool?, _ request: LeaseRequest, _ span: DatabaseSpan? = nil) {
    self.span = span
    self.scope = scope
    self.pool = pool
    closures = scope.runningClosures
    timeout = request.timeout
    place = "\(request.file):\(request.line)"
    scope.begun.append(self)
  }

  private var governor: ConnectionGovernor { scope.governor }

  /// Refuses another thread, and use after the end.
  func check() throws(DatabaseError) {
    if thread != .current {
      throw DatabaseError(
        .misuse, "a transaction that begin() gave belongs to the thread that has begun it, and is used and ended there")
    }
    if isOver { throw DatabaseError(.misuse, "this transaction is over") }
  }

  func commit() throws(DatabaseError) {
    try checkEnd()
    endInner()
    let deadline = Deadline.of(timeout, by: governor.timeSource)
    do throws(DatabaseError) { try governor.commit(scope, within: deadline) } catch {
      end(error)
      throw error
    }
    end()
  }

  /// Rolls back; does nothing after the end.
  func rollback() throws(DatabaseError) {
    if thread == .current, isOver { return }
    try checkEnd()
    endInner()
    governor.rollback(scope)
    end()
  }

  private func checkEnd() throws(DatabaseError) {
    try check()
    if scope.runningClosures > closures {
      throw DatabaseError(.misuse, "a closure inside this transaction has not returned")
    }
  }

  /// Rolls back what was begun inside and is still open.
  private func endInner() {
    while let inner = scope.begun.last, inner !== self { inner.leaveOpen() }
  }

  private func end(_ failure: DatabaseError? = nil) {
    isOver = true
    span?.end(failure)
    scope.begun.removeAll { $0 === self }
    guard let pool else { return scope.endUse() }
    ThreadScopes.leave(scope)
    scope.end()
    governor.giveBack(scope.connection, to: pool)
  }

  /// Rolls it back, because whatever it was begun in ends, or nobody has it any more.
  func leaveOpen() {
    if isOver { return }
    endInner()
    governor.settings.logger.warning(
      "a transaction was neither committed nor rolled back; it is rolled back now", metadata: ["begun": "\(place)"])
    governor.rollback(scope)
    end()
  }

  /// Call it when the program has released it.
  func letGo() {
    if thread == .current { return leaveOpen() }
    isLetGo.store(true, ordering: .releasing)
  }

  /// Ends one that another thread released.
  func endIfLetGo() {
    if isLetGo.load(ordering: .acquiring) { leaveOpen() }
  }
}
