#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import ORDAThreads

/// A lock that is a row of a table, for databases without locks of their own.
///
/// Its holder counts in it, every other second. Those who wait watch that: a row whose count has stood still for the
/// whole term belongs to a program that died, and is taken over, by a statement that compares the count. So no two
/// clocks are ever compared. A holder that could not count for most of the term considers the lock lost before anybody
/// else may have it.
final class RowLock: LockHold {
  /// How long a holder may be silent; it counts five times as often.
  static let usualTerm = Duration.seconds(10)
  /// How often those who wait check.
  private static let pause = Duration.milliseconds(50)

  /// What every database accepts in a key.
  private static let longestName = 255

  static let table = TableDefinition(
    name: "orda_lock",
    columns: [
      // Bytes, since many databases ignore case when they compare texts.
      ColumnDefinition("name", .bytes(maximum: longestName), isNullable: false),
      ColumnDefinition("holder", .text(maximum: 36), isNullable: false),
      ColumnDefinition("beat", .int, isNullable: false),
    ],
    primaryKey: ["name"])

  private struct State {
    /// When the last stored count was begun.
    var lastBeat: MonotonicTime
    var isLost = false
    var isOver = false
    var alarm: Int?
  }

  private let name: String
  private let holder: String
  private let db: ConnectionGovernor
  private let term: Duration
  private let state: Lock<State>
  /// It counts while the program's own thread is in closures of the governor.
  private let thread = WorkerThread()

  private init(
    _ name: String, _ holder: String, _ db: ConnectionGovernor, _ term: Duration, since begun: MonotonicTime
  ) {
    self.name = name
    self.holder = holder
    self.db = db
    self.term = term
    state = Lock(State(lastBeat: begun))
    schedule()
  }

  deinit { thread.stop() }

  // MARK: Taking

  /// Waits for a lock.
  ///
  /// - Parameter term: How long a holder may be silent; the same for everybody who asks for the lock.
  /// - Throws: `timeout`, and the database's errors.
  static func take(
    _ name: String, of db: ConnectionGovernor, within limit: Duration, until end: MonotonicTime,
    term: Duration = usualTerm
  ) throws -> RowLock {
    let bytes = Array(name.utf8)
    guard bytes.count <= longestName else {
      throw DatabaseError(.misuse, "the name of a lock has at most \(longestName) bytes on this database")
    }
    let holder = UUID().uuidString
    try db.create(table, ifMissing: true)
    var seen: (holder: String, beat: Int, since: MonotonicTime)?
    while true {
      let begun = db.timeSource.now
      do {
        if try begin(bytes, holder, &seen, term, on: db) { return RowLock(name, holder, db, term, since: begun) }
      } catch let error as DatabaseError where error.isTransient && error.kind != .commitUnknown {
        // Others write the same row; a cluster reports that at the commit.
      }
      if db.timeSource.now >= end { throw DatabaseError.lockTimeout(name, limit) }
      db.timeSource.sleep(pause)
    }
  }

  private static func begin(
    _ name: [UInt8], _ holder: String, _ seen: inout (holder: String, beat: Int, since: MonotonicTime)?,
    _ term: Duration, on db: ConnectionGovernor
  ) throws -> Bool {
    let now = db.timeSource.now
    let rows = try db.query((String, Int).self, "SELECT holder, beat FROM orda_lock WHERE name = ?", name)
    guard let (other, beat) = rows.first else {
      seen = nil
      do {
        try db.execute("INSERT INTO orda_lock (name, holder, beat) VALUES (?, ?, 0)", name, holder)
        return true
      } catch .constraint(.unique) { return false }
    }
    // An insertion whose answer was lost.
    if other == holder { return true }
    guard let last = seen, last.holder == other, last.beat == beat else {
      seen = (other, beat, now)
      return false
    }
    guard now - last.since >= term else { return false }
    let taken = try db.execute(
      "UPDATE orda_lock SET holder = ?, beat = 0 WHERE name = ? AND holder = ? AND beat = ?", holder, name, other, beat)
    return taken.changed == 1
  }

  // MARK: Holding

  private func schedule() {
    let alarm = db.timeSource.schedule(at: db.timeSource.now + term / 5) { [weak self] in
      guard let self else { return }
      self.thread.submit { [weak self] in self?.count() }
    }
    let isOver = state.withLock { state in
      state.alarm = alarm
      return state.isOver
    }
    if isOver { db.timeSource.cancel(alarm) }
  }

  private func count() {
    if state.withLock({ $0.isOver }) { return }
    let begun = db.timeSource.now
    let counted = try? db.execute(
      "UPDATE orda_lock SET beat = beat + 1 WHERE name = ? AND holder = ?", Array(name.utf8), holder
    ).changed
    state.withLock { state in
      if counted == 1 { state.lastBeat = begun }
      if counted == 0 { state.isLost = true }
    }
    if counted != 0 { schedule() }
  }

  func check() throws(DatabaseError) {
    let (isLost, lastBeat) = state.withLock { ($0.isLost, $0.lastBeat) }
    if isLost { throw .lockLost(name, "somebody took this program for dead") }
    if db.timeSource.now - lastBeat > term * 4 / 5 {
      throw .lockLost(name, "the database could not be told for too long that this program lives")
    }
  }

  func release() throws(DatabaseError) {
    let alarm = state.withLock { state in
      state.isOver = true
      return state.alarm
    }
    if let alarm { db.timeSource.cancel(alarm) }
    let answer = Promise<Int?>()
    let (db, key, holder) = (db, Array(name.utf8), holder)
    thread.submit {
      answer.keep(try? db.execute("DELETE FROM orda_lock WHERE name = ? AND holder = ?", key, holder).changed)
    }
    if answer.wait() == 0 { throw .lockLost(name, "somebody took this program for dead") }
  }
}
