import ORDA
internal import ORDAThreads

/// Accounts, a journal of what was moved between them, and what the program was told of each transfer.
final class Ledger: Sendable {
  static let accounts = 100
  static let start = 1_000

  /// By number: a byte each, for there may be millions.
  private let told = Lock<[Told?]>([])
  private let numbers = Numbers(from: 0)

  /// What the program knows of a transfer.
  enum Told: UInt8, CaseIterable {
    case done, notDone, unknown
  }

  /// A transfer that was not asked for before.
  struct Transfer: Sendable {
    let id: Int
    let source: Int
    let target: Int
    let amount: Int
  }

  static func make(on db: any Governor) throws {
    try drop(from: db)
    try db.execute("CREATE TABLE orda_account (id INT NOT NULL PRIMARY KEY, balance INT NOT NULL)")
    try db.execute(
      "CREATE TABLE orda_journal (id INT NOT NULL PRIMARY KEY, source INT NOT NULL, target INT NOT NULL, amount INT NOT NULL)"
    )
    try db.prepare("INSERT INTO orda_account (id, balance) VALUES (?, ?)").executeMany(
      (1...accounts).map { [$0, start] })
  }

  static func drop(from db: any Governor) throws {
    try db.execute("DROP TABLE IF EXISTS orda_account")
    try db.execute("DROP TABLE IF EXISTS orda_journal")
  }

  func next() -> Transfer {
    let source = Int.random(in: 1...Self.accounts)
    let target = (source + Int.random(in: 0..<Self.accounts - 1)) % Self.accounts + 1
    return Transfer(id: numbers.next(), source: source, target: target, amount: Int.random(in: 1...9))
  }

  /// Notes how a transfer ended. A `cancelled` or `timeout` means that it was not done, and so does all else but a
  /// connection that was lost where trying again is not said to be safe.
  func note(_ transfer: Transfer, _ error: (any Error)?) {
    let told: Told =
      switch error {
      case nil: .done
      case let error as DatabaseError where DatabaseError.Kind.connectionLost.matches(error.kind) && !error.isRetryable:
        .unknown
      default: .notDone
      }
    self.told.withLock { all in
      while all.count <= transfer.id { all.append(nil) }
      all[transfer.id] = told
    }
  }

  /// How many ended in each way.
  var counts: [Told: Int] { told.withLock { $0.reduce(into: [:]) { if let told = $1 { $0[told, default: 0] += 1 } } } }

  /// What is wrong in the database, by what the program was told.
  func faults(on db: any Governor) throws -> [String] {
    var faults: [String] = []
    var expected = Dictionary(uniqueKeysWithValues: (1...Self.accounts).map { ($0, Self.start) })
    var journal: Set<Int> = []
    var transfers = try db.rows("SELECT id, source, target, amount FROM orda_journal")
    while let row = try transfers.next() {
      let amount = try row.get(3, as: Int.self)
      expected[try row.get(1, as: Int.self), default: 0] -= amount
      expected[try row.get(2, as: Int.self), default: 0] += amount
      journal.insert(try row.get(0, as: Int.self))
    }
    let told = told.withLock { $0 }
    for (id, what) in told.enumerated() {
      if what == .done, !journal.contains(id) { faults.append("transfer \(id) was told to be done, and is not") }
      if what == .notDone, journal.contains(id) { faults.append("transfer \(id) was told not to be done, and is") }
    }
    for id in journal where id >= told.count || told[id] == nil {
      faults.append("transfer \(id) is there, and nobody asked for it")
    }
    let sum = try db.first(Int.self, "SELECT SUM(balance) FROM orda_account") ?? 0
    if sum != Self.accounts * Self.start {
      faults.append("all accounts have \(sum), and began with \(Self.accounts * Self.start)")
    }
    var accounts = try db.rows("SELECT id, balance FROM orda_account")
    while let row = try accounts.next() {
      let (id, balance) = (try row.get(0, as: Int.self), try row.get(1, as: Int.self))
      if expected[id] != balance {
        faults.append("account \(id) has \(balance), and its transfers give \(expected[id] ?? 0)")
      }
    }
    return faults
  }
}
