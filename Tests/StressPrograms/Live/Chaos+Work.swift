import Foundation
import ORDA

/// What the tasks do: one piece of work after the other, each cancelled at some moment, or with a limit, or neither.
extension Chaos {
  /// What is known of a piece of work.
  private struct Piece {
    let name: String
    /// False for what is several calls, each with the limit.
    var isOneCall = false
    /// False for what ends when it likes after its task was cancelled.
    var heedsCancelling = true
  }

  func step(_ db: any Governor) async {
    let isCancelled = Int.random(in: 0..<4) == 0
    let limit: Duration? = Int.random(in: 0..<4) == 0 ? nil : .milliseconds(Int.random(in: 5...1_500))
    let begin = ContinuousClock.now
    let task = Task { await perform(db, limit) }
    if isCancelled {
      try? await Task.sleep(for: .milliseconds(Int.random(in: 0...300)))
      let cancelled = ContinuousClock.now
      task.cancel()
      punctuality.note("Task.cancel()", due: cancelled)
      let piece = await task.value
      if piece.heedsCancelling { punctuality.note("cancelled: \(piece.name)", due: cancelled) }
    } else {
      let piece = await task.value
      if let limit, piece.isOneCall { punctuality.note("\(piece.name) with a limit of \(limit)", due: begin + limit) }
    }
  }

  private func perform(_ db: any Governor, _ limit: Duration?) async -> Piece {
    switch Int.random(in: 0..<24) {
    case 0..<5:
      let transfer = ledger.next()
      let error = await failure {
        try await db.transaction(timeout: limit) { try await Self.move(transfer, $0, limit) }
      }
      ledger.note(transfer, error)
      note("awaited transfer", error)
      return Piece(name: "an awaited transfer")
    case 5..<8:
      let transfer = ledger.next()
      let error = await failure {
        try await db.transaction(retrying: 5, timeout: limit, deadline: limit) {
          try await Self.move(transfer, $0, limit)
        }
      }
      ledger.note(transfer, error)
      note("repeated awaited transfer", error)
      return Piece(name: "a repeated awaited transfer")
    case 8..<12:
      let transfer = ledger.next()
      let error = await failure {
        try await db.transaction(timeout: limit) { @Sendable (tx: Transaction) in
          try Self.move(transfer, tx, limit)
        }
      }
      ledger.note(transfer, error)
      note("transfer", error)
      return Piece(name: "a transfer")
    case 12..<15:
      let transfer = ledger.next()
      let error = await failure {
        try await db.transaction(retrying: 5, timeout: limit, deadline: limit) { @Sendable (tx: Transaction) in
          try Self.move(transfer, tx, limit)
        }
      }
      ledger.note(transfer, error)
      note("repeated transfer", error)
      return Piece(name: "a repeated transfer")
    case 15..<18:
      let error = await failure {
        for try await row in db.rowStream(of: "SELECT id, balance FROM orda_account", [], timeout: limit) {
          if try row.get(0, as: Int.self) > 90 { break }
        }
      }
      note("stream", error)
      return Piece(name: "a stream")
    case 18:
      let error = await failure {
        try await db.withLock(named: Self.lockNames.randomElement() ?? "", timeout: limit) { lock in
          try await lock.check()
        }
      }
      note("named lock", error)
      return Piece(name: "a named lock", heedsCancelling: false)
    default:
      let error = await failure { _ = try await db.query(Self.slowQuery(db), timeout: limit) }
      note("query", error)
      return Piece(name: "a query", isOneCall: true)
    }
  }

  func blockingStep(_ db: any Governor) {
    let limit = Duration.milliseconds(Int.random(in: 5...1_500))
    let begin = ContinuousClock.now
    switch Int.random(in: 0..<4) {
    case 0:
      let transfer = ledger.next()
      let error = failure { try db.blocking.transaction(timeout: limit) { try Self.move(transfer, $0, limit) } }
      ledger.note(transfer, error)
      note("blocking transfer", error)
    case 1:
      let transfer = ledger.next()
      let error = failure {
        try db.blocking.transaction(retrying: 5, timeout: limit, deadline: limit) { try Self.move(transfer, $0, limit) }
      }
      ledger.note(transfer, error)
      note("repeated blocking transfer", error)
    default:
      let error = failure { _ = try db.blocking.query(Self.slowQuery(db), timeout: limit) }
      note("blocking query", error)
      punctuality.note("a blocking query with a limit of \(limit)", due: begin + limit)
    }
  }

  static func move(_ transfer: Ledger.Transfer, _ tx: Transaction, _ limit: Duration?) throws {
    try tx.execute(
      "UPDATE orda_account SET balance = balance - ? WHERE id = ?", transfer.amount, transfer.source, timeout: limit)
    try tx.execute(
      "UPDATE orda_account SET balance = balance + ? WHERE id = ?", transfer.amount, transfer.target, timeout: limit)
    try tx.execute(
      "INSERT INTO orda_journal VALUES (?, ?, ?, ?)", transfer.id, transfer.source, transfer.target, transfer.amount,
      timeout: limit)
  }

  /// The same in another order, and now and then with a pause.
  private static func move(_ transfer: Ledger.Transfer, _ tx: AsyncTransaction, _ limit: Duration?) async throws {
    try await tx.execute(
      "UPDATE orda_account SET balance = balance - ? WHERE id = ?", transfer.amount, transfer.source, timeout: limit)
    try await tx.execute(
      "INSERT INTO orda_journal VALUES (?, ?, ?, ?)", transfer.id, transfer.source, transfer.target, transfer.amount,
      timeout: limit)
    if Int.random(in: 0..<10) == 0 { try? await Task.sleep(for: .milliseconds(Int.random(in: 0...30))) }
    try await tx.execute(
      "UPDATE orda_account SET balance = balance + ? WHERE id = ?", transfer.amount, transfer.target, timeout: limit)
  }

  static let lockNames = ["one", "two", "three"].map { "orda stress \($0)" }

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

  private func failure(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch { return error }
  }
}
