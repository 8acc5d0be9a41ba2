internal import Foundation
internal import ORDA

/// One run of a perform on one database: what it has read, what it writes, and the transaction for both.
///
/// Cached content is read without a transaction. The first read of anything else begins a read-only one, the first
/// write one that locks. Either compares the database's version with the cache's: if they differ, and something was
/// already taken from the cache, the perform has not seen one state, and runs again, locked from the start.
///
/// It belongs to one thread.
final class Session {
  /// How a session reads and writes.
  enum Mode {
    /// As described above.
    case ordinary
    /// Locked before anything is read, and never run again.
    case locked
    /// Only reads, while others may write.
    case reading
  }

  /// A nested perform that may throw.
  struct Level {
    /// Begun before its first write.
    var savepoint: Transaction?
    /// True if the whole transaction was begun in it, so that no savepoint is needed.
    var hasBegun = false
  }

  let database: Database
  let opened: Database.Opened?
  let mode: Mode
  /// True inside a transaction begun by the program itself: others know nothing of it before it ends, so it has its own
  /// cache.
  let isInTransaction: Bool
  /// True if the database is locked for it in this process.
  let isExclusive: Bool
  let cache: NodeCache
  /// True once others may have the database.
  var isOver = false

  /// The nested performs that may throw, and what they would undo.
  var levels: [Level] = []
  /// The open transaction: one that only reads, or one that writes.
  var transaction: Transaction?
  /// True while the transaction keeps other writers out.
  var isWriting = false
  /// True once something was written.
  var hasWritten = false
  /// True if it is not known whether everything written is there: the cache may contain more than the database.
  var isUnsure = false
  /// True once something was read from the cache.
  var hasRead = false
  /// True if it must run again.
  var mustRepeat = false
  /// What went wrong with the database: nothing more is done, and everything is undone.
  var failure: ODBError?
  /// The program's last mistake that the call could not report itself.
  var mistake: ODBError?
  var version: Int64 = 0
  var nextID: Int64 = 0
  var pending = PendingWrites()

  init(
    _ database: Database, _ opened: Database.Opened?, _ mode: Mode, isInTransaction: Bool, isExclusive: Bool,
    failure: ODBError? = nil
  ) {
    self.database = database
    self.opened = opened
    self.mode = mode
    self.isInTransaction = isInTransaction
    self.isExclusive = isExclusive
    self.failure = failure
    cache = isExclusive ? database.cache : NodeCache()
  }

  /// What to read and write the database with.
  func usable() throws -> Database.Opened {
    if let failure { throw failure }
    guard let opened else { throw ODBError.closed(database.name) }
    return opened
  }

  /// Runs a body; nil if it fails. Failures of the database are kept, and end the perform.
  @inline(__always)
  func attempt<R>(_ body: () throws -> R) -> R? {
    do { return try body() } catch {
      note(error)
      return nil
    }
  }

  /// Runs a body for the throwing variant of a call.
  @inline(__always)
  func require<R>(_ body: () throws -> R) throws(ODBError) -> R {
    do { return try body() } catch { throw note(error) }
  }

  @discardableResult
  func note(_ error: any Error) -> ODBError {
    var error = ODBError(error)
    if error.isHarmless { return error }
    if !isInTransaction, error.isStale, mode == .ordinary { mustRepeat = true }
    // Whatever a database reports for a call after closing, or interrupted by it.
    if database.isClosed, !error.isCommitUnknown { error = .closed(database.name) }
    failure = failure ?? error
    return error
  }
}

extension ODBError {
  /// True if the database refused something that would have been right, had the cache been.
  fileprivate var isStale: Bool {
    switch self {
    case .changedMeanwhile: return true
    case .database(let error):
      let kinds: [DatabaseError.Kind] = [.constraint(.unique), .constraint(.foreignKey), .serialization, .deadlock]
      return kinds.contains { $0.matches(error.kind) }
    default: return false
    }
  }

  /// True if nobody knows whether everything was written, or nothing.
  fileprivate var isCommitUnknown: Bool {
    guard case .database(let error) = self else { return false }
    return error.kind == .commitUnknown
  }
}
