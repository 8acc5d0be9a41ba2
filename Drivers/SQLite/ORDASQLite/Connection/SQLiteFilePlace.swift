internal import CSQLite
internal import Logging
internal import ORDA
internal import Synchronization
internal import ORDAPlatform

/// Notices that a governor's file was deleted, moved away or replaced while it is open: what is written then goes into
/// a file that nobody will find again.
///
/// It asks SQLite itself which file it has open, and compares that with what is at the path.
final class SQLiteFilePlace: Sendable {
  private let path: String
  private let logger: Logger
  private let isTold = Atomic<Bool>(false)
  /// When to look again, in seconds of the system's clock.
  private let next = Atomic<Int>(0)

  init(path: String, logger: Logger) {
    self.path = path
    self.logger = logger
  }

  /// Looks at most once a second, and reports once.
  func lookNowAndThen(_ database: OpaquePointer) {
    let now = Self.seconds
    let due = next.load(ordering: .relaxed)
    guard now >= due, next.compareExchange(expected: due, desired: now + 1, ordering: .relaxed).exchanged else {
      return
    }
    if isGone(database) { tell() }
  }

  /// - Throws: `io` if the file is no longer the one at its path.
  func check(_ database: OpaquePointer) throws(DatabaseError) {
    guard isGone(database) else { return }
    tell()
    throw DatabaseError(.io, "\(path) \(what); close the database and open it anew", vendorCode: Int(SQLiteCode.moved))
  }

  /// True if the file is no longer the one at its path.
  func isGone(_ database: OpaquePointer) -> Bool {
    var hasMoved: Int32 = 0
    return sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
  }

  private func tell() {
    guard !isTold.exchange(true, ordering: .relaxed) else { return }
    logger.error(
      "the database's file is not at its path any more: what is written from now on is lost",
      metadata: ["path": "\(path)", "what": "\(what)"])
  }

  private var what: String {
    SQLiteFileSystem().kind(of: path) == .missing
      ? "was deleted or moved away while it is open" : "was replaced by another file while it is open"
  }

  private static var seconds: Int {
    var time = timespec()
    #if os(Linux)
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return Int(time.tv_sec)
  }
}
