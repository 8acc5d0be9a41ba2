import Foundation
import ORDA
import Testing

/// Programs that write to a cluster while it suffers: each writes numbers, one after the other, by transactions that repeat
/// themselves, and goes on to the next when one is acknowledged, or found to be there after a commit of which nobody knows.
/// Each number is unique: a node that was frozen with a COMMIT may still carry it out after somebody has looked.
final class ClusterWriters: Sendable {
  static let tables: SQL = """
    CREATE TABLE journal (
      id INT AUTO_INCREMENT PRIMARY KEY, writer INT NOT NULL, number INT NOT NULL, UNIQUE (writer, number));
    CREATE TABLE counter (writer INT PRIMARY KEY, n INT NOT NULL); INSERT INTO counter VALUES (0, 0), (1, 0), (2, 0), (3, 0)
    """

  /// What became of all of them.
  struct Outcome {
    /// The last number of each writer.
    var last = [0, 0, 0, 0]
    var unknown = 0
    /// Errors that say of themselves neither that the work may be repeated, nor that its outcome is unknown.
    var strange: [DatabaseError] = []
  }

  private let outcome = Shared(Outcome())
  private let isOver = Shared(false)
  private let threads: DispatchGroup

  /// - Parameters:
  ///   - db: Where they write.
  ///   - causal: The same servers with `session.wsrep_sync_wait=1`: where they look after an unknown commit. Another node
  ///     might show it a moment later.
  init(_ db: any Governor, lookingBy causal: any Governor) {
    let (outcome, isOver) = (outcome, isOver)
    threads = Threads.start(4) { writer in
      var number = 1
      var isUnknown = false
      while !isOver.current {
        guard Self.isWritten(number, by: writer, db, causal, outcome, &isUnknown) else { continue }
        isUnknown = false
        outcome.with { $0.last[writer] = number }
        number += 1
      }
    }
  }

  /// Returns once each writer has written so many more.
  func goOn(by count: Int) {
    let before = outcome.current.last
    outcome.wait { zip($0.last, before).allSatisfy { $0 >= $1 + count } }
  }

  func end() -> Outcome {
    isOver.with { $0 = true }
    threads.wait()
    return outcome.current
  }

  /// - Parameter isUnknown: True if an earlier try may still be carried out.
  private static func isWritten(
    _ number: Int, by writer: Int, _ db: any Governor, _ causal: any Governor, _ outcome: Shared<Outcome>,
    _ isUnknown: inout Bool
  ) -> Bool {
    do {
      try db.transaction(retrying: 10, deadline: .seconds(3)) { tx in
        _ = try tx.execute("INSERT INTO journal (writer, number) VALUES (?, ?)", writer, number)
        _ = try tx.execute("UPDATE counter SET n = n + 1 WHERE writer = ?", writer)
      }
      return true
    } catch let error as DatabaseError where error.kind == .commitUnknown {
      outcome.with { $0.unknown += 1 }
      isUnknown = true
      var count: Int?
      while count == nil {
        count = try? causal.first(
          Int.self, "SELECT COUNT(*) FROM journal WHERE writer = ? AND number = ?", writer, number, timeout: .seconds(3)
        )
      }
      return count != 0
    } catch let error as DatabaseError where error.kind == .constraint(.unique) && isUnknown {
      return true
    } catch let error as DatabaseError {
      // It was not done; the next try is the next round's.
      if !error.isRetryable, !error.isTransient { outcome.with { $0.strange.append(error) } }
      return false
    } catch {
      Issue.record(error)
      return false
    }
  }

  /// Expects that a database has what was written, all of it and once.
  static func expect(_ outcome: Outcome, in db: any Governor) throws {
    for writer in 0..<4 {
      let numbers = try db.query(Int.self, "SELECT number FROM journal WHERE writer = ? ORDER BY number", writer)
      // The last one may have been written, and not known of, when the writer was told to end.
      let written = numbers.prefix { $0 <= outcome.last[writer] }
      #expect(Array(written) == Array(1...max(1, outcome.last[writer])), "lost, of writer \(writer)")
      #expect(
        try db.first(Int.self, "SELECT n FROM counter WHERE writer = ?", writer) == numbers.count,
        "in halves, or twice, by writer \(writer)")
    }
  }
}
