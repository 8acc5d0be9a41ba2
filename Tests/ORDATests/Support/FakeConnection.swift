import Foundation
import ORDA

/// A connection of a ``FakeDatabase``.
class FakeConnection: DriverConnection {
  let database: FakeDatabase
  let number: Int
  let run: FakeRun
  var isInTransaction = false
  /// The statement whose rows are still to come, where the database gives one result at a time.
  var reading: FakeStatement?
  /// Set by statements that begin with SET.
  var isSessionChanged = false

  init(database: FakeDatabase, number: Int) {
    self.database = database
    self.number = number
    run = FakeRun(database: database)
  }

  var dialect: Dialect { .standard }
  var canceller: any DriverCanceller { run }

  func prepare(_ request: PrepareRequest) throws(DatabaseError) -> any DriverStatement {
    try prepare(request, noting: "prepare \(request.sql)")
  }

  func prepare(_ request: PrepareRequest, noting call: String) throws(DatabaseError) -> any DriverStatement {
    note(call)
    try checkRuns()
    if let refusal = database[request.sql]?.refusal {
      noteFailure()
      throw refusal
    }
    if let size = database.arraySize { return FakeArrayStatement(request, self, arraySize: size) }
    return FakeStatement(request, self)
  }

  func begin(_ options: TransactionOptions) throws(DatabaseError) -> Isolation {
    note("begin" + (options.isReadOnly ? " read only" : "") + (options.isolation.map { " \($0)" } ?? ""))
    try database.failIfAsked("begin")
    isInTransaction = true
    return options.isolation ?? .repeatableRead
  }
  func commit() throws(DatabaseError) {
    note("commit")
    try checkRuns()
    try database.failIfAsked("commit")
    while database.isCommitFrozen.current {
      if run.isCut { throw .lost }
      MonotonicTime.sleep(.milliseconds(2))
    }
    isInTransaction = false
  }
  func rollback() throws(DatabaseError) {
    guard isInTransaction else { return }
    note("rollback")
    try database.failIfAsked("rollback")
    isInTransaction = false
  }
  func savepoint(_ name: String) throws(DatabaseError) { try change("savepoint", name) }
  func release(savepoint name: String) throws(DatabaseError) { try change("release", name) }
  func rollback(toSavepoint name: String) throws(DatabaseError) { try change("rollback to", name) }

  private func change(_ call: String, _ savepoint: String) throws(DatabaseError) {
    note("\(call) \(savepoint)")
    try database.failIfAsked(call)
    if database.endsTransaction(at: call) { isInTransaction = false }
  }

  func ping() throws(DatabaseError) {
    note("ping")
    try database.failIfAsked("ping")
  }
  var isAlive: Bool {
    do throws(DatabaseError) {
      try database.failIfAsked("idle")
      return true
    } catch { return false }
  }

  func tables(schema: String?) throws(DatabaseError) -> [TableName] {
    if database.endsTransaction(at: "tables") {
      note("tables")
      isInTransaction = false
    }
    return [TableName(name: "genre")]
  }
  func describe(_ table: TableName) throws(DatabaseError) -> TableDescription? {
    database.descriptions.current[table.name.lowercased()]
  }
  var isUsable: Bool { !run.isCut && !database.isAsked("useless") }
  var resetsWholeSession: Bool { true }
  func reset() throws(DatabaseError) -> Bool {
    note("reset")
    return true
  }
  func close() { database.noteClosed(number) }

  /// Refuses what can't run now.
  func checkRuns() throws(DatabaseError) {}
  /// A statement has failed.
  func noteFailure() {}

  /// Notes a call; as `TANGLED` where it comes between the rows of another.
  func note(_ call: String) { database.note(reading == nil ? call : "TANGLED \(call)", number) }
}

/// What runs on one connection, and how it is interrupted.
final class FakeRun: DriverCanceller, @unchecked Sendable {
  // Proof: everything that changes is touched only under `monitor`.
  private let database: FakeDatabase
  private let monitor = NSCondition()
  private var running: String?
  private var isInterrupted = false
  private var wasCut = false

  init(database: FakeDatabase) { self.database = database }

  func cancel() {
    // As where a server has to be asked that does not answer.
    if database.isFrozen.current {
      database.noteHanging(1)
      while database.isFrozen.current { MonotonicTime.sleep(.milliseconds(2)) }
      database.noteHanging(-1)
    }
    monitor.lock()
    defer { monitor.unlock() }
    guard let running, !isInterrupted else { return }
    isInterrupted = true
    database.noteInterruption(of: running)
    monitor.broadcast()
  }

  func cut() {
    monitor.lock()
    defer { monitor.unlock() }
    guard database.canBeCut, !wasCut else { return }
    wasCut = true
    database.noteCut()
    monitor.broadcast()
  }

  var isCut: Bool {
    monitor.lock()
    defer { monitor.unlock() }
    return wasCut
  }

  /// Takes as long as the reply says; true where it was interrupted meanwhile.
  func take(_ reply: FakeReply, running tag: String) throws(DatabaseError) -> Bool {
    let end = Date().addingTimeInterval(reply.delay / .seconds(1))
    monitor.lock()
    defer {
      running = nil
      monitor.unlock()
    }
    running = tag
    isInterrupted = false
    while !isInterrupted, !wasCut, reply.waitsForCancel || Date() < end {
      if reply.waitsForCancel { monitor.wait() } else { _ = monitor.wait(until: end) }
    }
    if wasCut { throw .lost }
    return isInterrupted
  }
}
