/// What a transaction of an ORDA program leaves in the server's log, by which those who read the log recognise it.
struct CommitMark: Hashable, Sendable {
  /// The name by which the server's log tells such messages from others'.
  static let prefix = "orda"

  /// A random number for each process.
  var process: UInt64
  /// The governor, among those of the process.
  var owner: Int
  /// The transaction, among those of the process.
  var number: Int

  /// This process's number.
  static let thisProcess = UInt64.random(in: .min ... .max)

  /// The query that leaves it, if the transaction has written; it returns a row then.
  var query: String { "\(emission) WHERE pg_catalog.txid_current_if_assigned() IS NOT NULL" }

  /// The statement that leaves it in any case, in a transaction of its own.
  var emission: String { "SELECT pg_catalog.pg_logical_emit_message(true, '\(Self.prefix)', '\(self)')" }

  /// The query that only tells, by a row, whether the transaction has written.
  static let hasWritten = "SELECT 1 WHERE pg_catalog.txid_current_if_assigned() IS NOT NULL"
}

extension CommitMark: LosslessStringConvertible {
  /// `1234567 1 42`: digits and spaces, so that it can stand in a statement.
  var description: String { "\(process) \(owner) \(number)" }

  /// Reads what ``description`` writes.
  init?(_ description: String) {
    let parts = description.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, let process = UInt64(parts[0]), let owner = Int(parts[1]), let number = Int(parts[2]) else {
      return nil
    }
    self.init(process: process, owner: owner, number: number)
  }
}
