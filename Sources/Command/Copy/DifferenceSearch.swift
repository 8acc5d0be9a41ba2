import ORDA

/// Finds a row that source and target don't share, in bounded memory.
///
/// Rows are sorted into buckets by their hashes. One of the buckets whose sums differ is compared row by row.
struct DifferenceSearch {
  private static let bucketCount: UInt64 = 1 << 16
  let table: CopyTable
  let check: CopyCheck

  private struct Found: Error {}

  /// The key of a source row that the target lacks; nil if there is none.
  func row() throws -> String? {
    var sums = [UInt64](repeating: 0, count: Int(Self.bucketCount))
    try eachRow(of: check.origin, table.select) { row, _ in
      let hash = try table.hash(row).value
      sums[bucket(of: hash)] &+= hash
    }
    try eachRow(of: check.destination, table.selectTarget) { row, _ in
      let hash = try table.hash(row).value
      sums[bucket(of: hash)] &-= hash
    }
    let differing = Set(sums.indices.filter { sums[$0] != 0 }.prefix(16))
    if differing.isEmpty { return nil }
    var there: [UInt64: Int] = [:]
    try eachRow(of: check.destination, table.selectTarget) { row, _ in
      let hash = try table.hash(row).value
      if differing.contains(bucket(of: hash)) { there[hash, default: 0] += 1 }
    }
    var key: String?
    do {
      try eachRow(of: check.origin, table.select) { row, number in
        let hash = try table.hash(row).value
        guard differing.contains(bucket(of: hash)) else { return }
        if let count = there[hash], count > 0 {
          there[hash] = count - 1
        } else {
          key = try table.key(of: row, number: number)
          throw Found()
        }
      }
    } catch is Found {}
    return key
  }

  private func bucket(of hash: UInt64) -> Int { Int(hash >> 48) }

  private func eachRow(
    of transaction: Transaction, _ sql: SQL, _ body: (borrowing Row, Int) throws -> Void
  ) throws {
    var number = 0
    try transaction.forEach(sql) { row in
      number += 1
      if number & 0x3F == 0 { try Interruption.check() }
      try body(row, number)
    }
  }
}
