import Foundation
import ORDA

/// Some processes count one number up at once, each as often as it is told; in the end none may be missing.
struct Increments {
  /// How it is counted up.
  enum Way: String, CaseIterable {
    /// `set(x, to: x + 1)` in a transaction.
    case set
    /// `update { $0.x += 1 }`.
    case update
    /// `tx.update(entry) { $0.x += 1 }` in a transaction with an asynchronous body.
    case task
    /// `set(x, to: x + 1, ifStill: x)`, and again where it was not.
    case still
    /// `update(ifStill: snapshot)` on a table that has a version column, and again where it was not.
    case version
    /// A statement that compares with what the entry shows, and again where that was not so: what the same would cost
    /// without a lock.
    case compare
  }

  private struct Cards: TableSchema {
    static let tableName: TableName = "orda_card"
    let id = Column<Int64>("id")
    let votes = Column<Int>("votes")
  }

  private struct VersionedCards: TableSchema {
    static let tableName: TableName = "orda_card"
    static let versionColumn: String? = "version"
    let id = Column<Int64>("id")
    let votes = Column<Int>("votes")
  }

  let url: String

  // MARK: All processes

  /// Has processes count up so often together, and prints how long they took.
  ///
  /// - Returns: 0 where none was lost.
  func run(_ way: Way, total: Int, processes: Int) async throws -> Int32 {
    let db = try await ORDA.open(url)
    try await db.executeScript(
      """
      DROP TABLE IF EXISTS orda_card;
      CREATE TABLE orda_card (
        id INTEGER PRIMARY KEY, votes INTEGER NOT NULL, title VARCHAR(40) NOT NULL, version INTEGER NOT NULL DEFAULT 0);
      INSERT INTO orda_card (id, votes, title) VALUES (1, 0, 'one');
      """)
    let began = ContinuousClock.now
    let running = try (0..<processes).map { number in
      let share = total / processes + (number < total % processes ? 1 : 0)
      return try StressPrograms.start(.live, [url, "\(share)", "--increment", way.rawValue])
    }
    var status: Int32 = 0
    for process in running {
      process.waitUntilExit()
      if process.terminationStatus != 0 { status = 1 }
    }
    let taken = ContinuousClock.now - began
    let row = try await db.first((Int, Int).self, "SELECT votes, version FROM orda_card WHERE id = 1")
    try await db.execute("DROP TABLE orda_card")
    try await db.close()
    guard let (votes, version) = row, votes == total, way != .version || version == total else {
      print("\(way.rawValue): lost updates: \(row.map { "\($0)" } ?? "no row") of \(total)")
      return 1
    }
    print("\(way.rawValue): \(votes) increments by \(processes) processes in \(taken): exact")
    return status
  }

  // MARK: One process

  /// Counts up so often.
  func count(_ way: Way, times: Int) async throws {
    let db = try await ORDA.open(url)
    let versioned = way == .version ? try await db.table(VersionedCards.self) : nil
    guard let card = try await db.table(Cards.self).entry(1) else { throw DatabaseError(.noSuchRow, "no card") }
    for _ in 0..<times {
      while true {
        do {
          try await increment(card, way, db)
          break
        } catch .changedMeanwhile {
          // The entry has what is there now.
        } catch let error as DatabaseError where error.isRetryable {
          if way == .compare { try await card.entry.refresh() }
        }
      }
    }
    withExtendedLifetime(versioned) {}
    try await db.close()
  }

  private func increment(_ card: TypedEntry<Cards>, _ way: Way, _ db: any Governor) async throws {
    switch way {
    case .set: try await db.transaction { _ in try card.set(\.votes, to: card.votes + 1) }
    case .update: try await card.update { $0.votes += 1 }
    case .task: try await db.transaction { tx in try await tx.update(card) { $0.votes += 1 } }
    case .still:
      let votes = card.votes
      try await card.set(\.votes, to: votes + 1, ifStill: votes)
    case .version:
      let seen = card.entry.snapshot()
      try await card.update(ifStill: seen) { $0.votes += 1 }
    case .compare:
      let votes = card.votes
      try await db.transaction { tx in
        let changed = try tx.execute("UPDATE orda_card SET votes = ? WHERE id = 1 AND votes = ?", votes + 1, votes)
          .changed
        if changed == 0 { throw DatabaseError(.serialization, "it was not what it showed") }
      }
    }
  }
}
