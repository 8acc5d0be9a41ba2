import Foundation
import Logging
import ORDA
internal import ORDAThreads

/// Two hundred tasks move money between accounts while the database is stopped, its connections are killed, calls are
/// cancelled and limits pass. In the end the ledger must be exact, no call may have come back late, and nothing may be left
/// on the server.
final class Chaos: Sendable {
  private let url: String
  private let seconds: Int
  private let ledger = Ledger()
  private let punctuality = Punctuality()
  private let kinds = Lock<[String: Int]>([:])

  /// Of the tasks, some block a thread of their own each.
  private static let tasks = (awaited: 176, blocking: 24)

  init(url: String, seconds: Int) {
    self.url = url
    self.seconds = seconds
  }

  func run() async throws -> Int32 {
    var configuration = GovernorConfiguration()
    // What is slow, lost or undone here is so on purpose.
    configuration.logger.logLevel = .critical
    let judge = try await ORDA.open(url, configuration: configuration)
    try await onThread { [ledger = Ledger.self] in try ledger.make(on: judge) }
    let db = try await ORDA.open(
      url + (url.contains("?") ? "&" : "?") + "pool.max=24&pool.acquire-timeout=5s", configuration: configuration)
    let trouble = try await onThread { [url, configuration] in try Trouble(url: url, configuration, db: judge) }

    punctuality.begin()
    let end = ContinuousClock.now + .seconds(seconds)
    Thread.detachNewThread { trouble.make(until: end) }
    await withTaskGroup { group in
      for _ in 0..<Self.tasks.awaited {
        group.addTask { [self] in while ContinuousClock.now < end { await step(db) } }
      }
      for _ in 0..<Self.tasks.blocking {
        group.addTask { [self] in
          try? await onThread { [self] in while ContinuousClock.now < end { blockingStep(db) } }
        }
      }
    }
    // The last trouble is over by then.
    try await Task.sleep(for: .seconds(3))
    punctuality.end()
    let grace = Duration.milliseconds(500)
    let begin = ContinuousClock.now
    try await db.close(within: grace)
    punctuality.note("close(within:)", due: begin + grace)

    var faults = try await onThread { [self] in try leftovers(judge) + ledger.faults(on: judge) }
    faults += punctuality.faults
    try await onThread { try Ledger.drop(from: judge) }
    try await judge.close()
    report(trouble, faults)
    return faults.isEmpty ? 0 : 1
  }

  private func report(_ trouble: Trouble, _ faults: [String]) {
    let counts = ledger.counts
    print("transfers: " + Ledger.Told.allCases.map { "\(counts[$0] ?? 0) \($0)" }.joined(separator: ", "))
    print(kinds.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ") })
    print(trouble.description)
    print(punctuality.description)
    for fault in faults.prefix(20) { print("FAULT: \(fault)") }
    print(faults.isEmpty ? "all is as it should be" : "\(faults.count) faults")
  }

  private func note(_ what: String, _ error: (any Error)?) {
    let name = error.map { "\(what) (\(($0 as? DatabaseError).map { "\($0.kind)" } ?? "\($0)"))" } ?? what
    kinds.withLock { $0[name, default: 0] += 1 }
  }

  // MARK: Work

  /// One piece of work, which is cancelled at some moment, or has a limit, or neither.
  private func step(_ db: any Governor) async {
    let isCancelled = Int.random(in: 0..<4) == 0
    let limit: Duration? = Int.random(in: 0..<4) == 0 ? nil : .milliseconds(Int.random(in: 5...1_500))
    let begin = ContinuousClock.now
    let task = Task { await perform(db, limit) }
    if isCancelled {
      try? await Task.sleep(for: .milliseconds(Int.random(in: 0...300)))
      let cancelled = ContinuousClock.now
      task.cancel()
      punctuality.note("Task.cancel()", due: cancelled)
      let what = await task.value
      punctuality.note("cancelled: \(what.name)", due: cancelled)
    } else {
      let what = await task.value
      // A transaction whose body is awaited is several calls, each with the limit.
      if let limit, what.isOneCall { punctuality.note("\(what.name) with a limit of \(limit)", due: begin + limit) }
    }
  }

  private func perform(_ db: any Governor, _ limit: Duration?) async -> (name: String, isOneCall: Bool) {
    switch Int.random(in: 0..<8) {
    case 0, 1, 2:
      let transfer = ledger.next()
      let error = await failure {
        try await db.transaction(timeout: limit) { tx in
          try await tx.execute(
            "UPDATE orda_account SET balance = balance - ? WHERE id = ?", transfer.amount, transfer.source,
            timeout: limit)
          try await tx.execute(
            "INSERT INTO orda_journal VALUES (?, ?, ?, ?)", transfer.id, transfer.source, transfer.target,
            transfer.amount,
            timeout: limit)
          if Int.random(in: 0..<10) == 0 { try? await Task.sleep(for: .milliseconds(Int.random(in: 0...30))) }
          try await tx.execute(
            "UPDATE orda_account SET balance = balance + ? WHERE id = ?", transfer.amount, transfer.target,
            timeout: limit)
        }
      }
      ledger.note(transfer, error)
      note("awaited transfer", error)
      return ("an awaited transfer", false)
    case 3, 4:
      let transfer = ledger.next()
      let error = await failure {
        try await db.transaction(timeout: limit) { @Sendable (tx: Transaction) in
          try Self.move(transfer, tx, limit)
        }
      }
      ledger.note(transfer, error)
      note("transfer", error)
      return ("a transfer", false)
    case 5:
      let error = await failure {
        for try await row in db.rowStream(of: "SELECT id, balance FROM orda_account", [], timeout: limit) {
          if try row.get(0, as: Int.self) > 90 { break }
        }
      }
      note("stream", error)
      return ("a stream", false)
    default:
      let error = await failure { _ = try await db.query(Self.slowQuery(db), timeout: limit) }
      note("query", error)
      return ("a query", true)
    }
  }

  private func blockingStep(_ db: any Governor) {
    let limit = Duration.milliseconds(Int.random(in: 5...1_500))
    let begin = ContinuousClock.now
    if Bool.random() {
      let transfer = ledger.next()
      var failure: (any Error)?
      do { try db.blocking.transaction(timeout: limit) { try Self.move(transfer, $0, limit) } } catch {
        failure = error
      }
      ledger.note(transfer, failure)
      note("blocking transfer", failure)
    } else {
      var failure: (any Error)?
      do { _ = try db.blocking.query(Self.slowQuery(db), timeout: limit) } catch { failure = error }
      note("blocking query", failure)
      punctuality.note("a blocking query with a limit of \(limit)", due: begin + limit)
    }
  }

  private static func move(_ transfer: Ledger.Transfer, _ tx: Transaction, _ limit: Duration?) throws {
    try tx.execute(
      "UPDATE orda_account SET balance = balance - ? WHERE id = ?", transfer.amount, transfer.source, timeout: limit)
    try tx.execute(
      "UPDATE orda_account SET balance = balance + ? WHERE id = ?", transfer.amount, transfer.target, timeout: limit)
    try tx.execute(
      "INSERT INTO orda_journal VALUES (?, ?, ?, ?)", transfer.id, transfer.source, transfer.target, transfer.amount,
      timeout: limit)
  }

  /// Takes a moment, or far longer than any limit.
  private static func slowQuery(_ db: any Governor) -> SQL {
    let isLong = Int.random(in: 0..<20) == 0
    if db.driverName == "MariaDB" { return isLong ? "SELECT SLEEP(5)" : "SELECT SLEEP(0.005)" }
    let count = isLong ? 4_000_000 : 2_000
    return
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(raw: String(count))) SELECT count(*) FROM n"
  }

  private func failure(_ body: () async throws -> Void) async -> (any Error)? {
    do {
      try await body()
      return nil
    } catch { return error }
  }

  // MARK: The end

  /// What the governor left on the server.
  private func leftovers(_ judge: any Governor) throws -> [String] {
    guard judge.driverName == "MariaDB" else { return [] }
    let connections: SQL = """
      SELECT count(*) FROM information_schema.processlist WHERE id <> connection_id() AND user <> 'system user'
      """
    let transactions: SQL =
      "SELECT count(*) FROM information_schema.innodb_trx WHERE trx_mysql_thread_id <> connection_id()"
    var left = (connections: 0, transactions: 0)
    // The server ends those that were cut when it comes to read from them.
    for _ in 0..<200 {
      left = (try judge.first(Int.self, connections) ?? -1, try judge.first(Int.self, transactions) ?? -1)
      if left == (0, 0) { return [] }
      usleep(50_000)
    }
    return ["\(left.connections) connections and \(left.transactions) transactions are left on the server"]
  }
}
