internal import ORDAThreads
internal import Synchronization

/// A named lock that a program holds, lent to the closure of `withLock(named:)`.
public final class NamedLock: Sendable {
  /// The lock's name.
  public let name: String
  private let hold: any LockHold
  private let isOver = Atomic<Bool>(false)
  private let whenOver: @Sendable () -> Void

  init(_ name: String, _ hold: any LockHold, whenOver: @escaping @Sendable () -> Void) {
    self.name = name
    self.hold = hold
    self.whenOver = whenOver
  }

  deinit { giveUp() }

  /// Checks that the lock is still held. A closure that works for long checks before each step that others must not
  /// repeat.
  ///
  /// - Throws: ``DatabaseError`` of kind `lockLost` if the connection that held it has ended, or somebody else took
  ///   this program for dead; `misuse` after the closure.
  @available(*, noasync, message: "await it")
  public func check() throws { try checkNow() }

  /// The same, without blocking the task's thread.
  public func check() async throws { try await apart { try self.checkNow() } }

  private func checkNow() throws(DatabaseError) {
    if isOver.load(ordering: .acquiring) {
      throw DatabaseError(.misuse, "the closure that the lock \(name) was lent to has returned")
    }
    try hold.check()
  }

  /// Releases it.
  ///
  /// - Throws: `lockLost` if it was no longer held.
  func release() throws(DatabaseError) {
    if isOver.exchange(true, ordering: .acquiringAndReleasing) { return }
    defer { whenOver() }
    try hold.release()
  }

  /// Releases it after a failure.
  func giveUp() { try? release() }
}

/// What a lock is held by.
protocol LockHold: AnyObject, Sendable {
  /// - Throws: `lockLost` if it is no longer held.
  func check() throws(DatabaseError)
  /// Releases the lock, once.
  ///
  /// - Throws: `lockLost` if it was no longer held.
  func release() throws(DatabaseError)
}

extension DatabaseError {
  static func lockLost(_ name: String, _ why: String, underlying: DatabaseError? = nil) -> DatabaseError {
    var error = DatabaseError(
      .lockLost, "the lock \(name) is not held any more: \(why); others may have done the same meanwhile")
    error.underlying = underlying
    return error
  }

  static func lockTimeout(_ name: String, _ limit: Duration) -> DatabaseError {
    DatabaseError(.timeout, "the lock \(name) did not come free within \(limit): somebody else holds it")
  }
}
