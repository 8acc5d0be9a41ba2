/// How far a log has been followed: the last transaction of each domain.
///
/// It is not a place in a file: another server with the same transactions can go on from it too, and so can the same
/// one with other files.
struct LogPosition: Hashable, Sendable {
  private var last: [UInt32: GTID] = [:]

  /// The position before everything.
  init() {}

  init(_ transactions: some Sequence<GTID>) {
    for transaction in transactions { last[transaction.domain] = transaction }
  }

  /// The last transaction of each domain, ordered by domain.
  var transactions: [GTID] { last.values.sorted { $0.domain < $1.domain } }

  subscript(domain: UInt32) -> GTID? { last[domain] }

  /// Notes that a transaction was followed.
  mutating func advance(_ transaction: GTID) { last[transaction.domain] = transaction }

  /// True if the transaction, or a later one of its domain, has been followed.
  func contains(_ transaction: GTID) -> Bool {
    guard let last = last[transaction.domain] else { return false }
    return last.sequence >= transaction.sequence
  }

  /// True if everything up to another position has been followed.
  func contains(_ position: LogPosition) -> Bool { position.last.values.allSatisfy(contains) }
}

extension LogPosition: LosslessStringConvertible {
  /// `0-1-42,1-1-7`, as the server writes it.
  var description: String { transactions.map(\.description).joined(separator: ",") }

  /// Reads what the server writes; the empty string is the position before everything.
  init?(_ description: String) {
    self.init()
    for part in description.split(separator: ",") {
      guard let transaction = GTID(String(part.drop { $0 == " " || $0 == "\n" })) else { return nil }
      advance(transaction)
    }
  }
}
