import ORDA

/// Transactions that change one row each.
@MainActor
enum Writes {
  private static let update = "UPDATE track SET milliseconds = ? WHERE id = ?"

  /// What the rows are set to: another number in each round, so that each is a change.
  private final class Number {
    private(set) var current: Int64 = 0
    func next() -> Int64 {
      current += 1
      return current
    }
  }

  /// BEGIN IMMEDIATE, the statement, and COMMIT.
  static func floorTransactions(_ data: LiveData) throws -> Side {
    let path = try data.database("floor-transactions")
    let connection = try FloorConnection(path)
    let (begin, commit) = (try connection.prepare("BEGIN IMMEDIATE"), try connection.prepare("COMMIT"))
    let statement = try connection.prepare(update)
    return side(data, path) { try statement.write($0, data.keys, between: begin, and: commit) }
  }

  /// The statement, a transaction of its own.
  static func floorStatements(_ data: LiveData) throws -> Side {
    let path = try data.database("floor-statements")
    let statement = try FloorConnection(path).prepare(update)
    return side(data, path) { try statement.write($0, data.keys) }
  }

  /// No live table, and nobody who listens.
  static func transactions(_ data: LiveData) throws -> Side {
    let path = try data.database("orda-transactions")
    let governor = try LiveData.open(path)
    let statement = try governor.prepare(SQL(text: update))
    return side(data, path) { try write($0, data.keys, governor, statement) }
  }

  /// Each row has an entry, and each entry an observer.
  static func observedTransactions(_ data: LiveData) throws -> Side {
    let path = try data.database("orda-observed")
    let governor = try LiveData.open(path)
    let statement = try governor.prepare(SQL(text: update))
    return side(data, path, try entries(data, governor)) { number, _ in
      try write(number, data.keys, governor, statement)
    }
  }

  /// The entries themselves are set.
  static func observedSets(_ data: LiveData) throws -> Side {
    let path = try data.database("orda-sets")
    return side(data, path, try entries(data, try LiveData.open(path))) { number, entries in
      for entry in entries { try entry.set("milliseconds", to: number) }
    }
  }

  private static func write(
    _ number: Int64, _ keys: [Int64], _ governor: any Governor, _ statement: any Statement
  ) throws {
    for key in keys {
      try governor.transaction { _ in _ = try statement.execute(number, key) }
    }
  }

  private static func entries(_ data: LiveData, _ governor: any Governor) throws -> [TableEntry] {
    let table = try governor.table("track")
    return try data.keys.map { key in
      guard let entry = try table.entry(key) else { throw LiveFailure(description: "there is no row \(key)") }
      return entry
    }
  }

  private static func side(
    _ data: LiveData, _ path: String, run: @escaping @MainActor (Int64) throws -> Void
  ) -> Side {
    let number = Number()
    return Side(
      before: { try data.checkpoint(path) }, run: { try run(number.next()) },
      checksum: { try data.rows(of: path, with: number.current) })
  }

  private static func side(
    _ data: LiveData, _ path: String, _ entries: [TableEntry],
    run: @escaping @MainActor (Int64, [TableEntry]) throws -> Void
  ) -> Side {
    let number = Number()
    let observers = Observers(entries)
    return Side(
      before: {
        try data.checkpoint(path)
        observers.begin("milliseconds")
      },
      run: { try run(number.next(), entries) },
      checksum: {
        try observers.check()
        return try data.rows(of: path, with: number.current)
      })
  }
}
