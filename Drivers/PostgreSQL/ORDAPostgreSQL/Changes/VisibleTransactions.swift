internal import ORDA

/// Which transactions a statement sees that begins at some moment: a snapshot, as the server writes it.
struct VisibleTransactions: Equatable, Sendable, CustomStringConvertible {
  /// All before it have ended.
  let first: UInt64
  /// It and all behind it had not begun.
  let next: UInt64
  /// Those between that have not ended.
  let open: Set<UInt64>

  /// Reads `100:104:100,102`; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let first = UInt64(parts[0]), let next = UInt64(parts[1]), first <= next else { return nil }
    self.first = first
    self.next = next
    var open: Set<UInt64> = []
    for part in parts[2].split(separator: ",") {
      guard let number = UInt64(part) else { return nil }
      open.insert(number)
    }
    self.open = open
  }

  /// As the server writes it.
  var description: String { "\(first):\(next):\(open.sorted().map(String.init).joined(separator: ","))" }

  /// True for a transaction that has ended, given by the lower half of its number, as the log has it.
  func contains(_ transaction: UInt32) -> Bool {
    // The nearest of the numbers with this half.
    let distance = Int64(Int32(truncatingIfNeeded: Int64(transaction) &- Int64(truncatingIfNeeded: next)))
    let whole = UInt64(bitPattern: Int64(bitPattern: next) &+ distance)
    return whole < next && !open.contains(whole)
  }

  /// True if all have ended that had not when another one was taken.
  func isBehind(_ other: VisibleTransactions) -> Bool { first >= other.next }
}

extension VisibleTransactions {
  /// Asks the server; nil for an answer that is none.
  static func now(on connection: PostgreSQLConnection) throws(DatabaseError) -> VisibleTransactions? {
    let text = try connection.texts("SELECT pg_catalog.txid_current_snapshot()").first?.first ?? nil
    return text.flatMap { VisibleTransactions($0) }
  }
}
