import ORDA

/// One UPDATE of all rows.
@MainActor
enum OneStatement {
  private static let update = "UPDATE track SET milliseconds = milliseconds + 1"

  static func floor(_ data: LiveData) throws -> Side {
    let path = try data.database("floor-all")
    let connection = try FloorConnection(path)
    return side(data, path) { try connection.execute(update) }
  }

  /// All rows are live, and nobody has observed them.
  static func live(_ data: LiveData) throws -> Side {
    let path = try data.database("orda-all")
    let governor = try LiveData.open(path)
    let entries = try governor.table("track").select().map { $0 }
    let side = side(data, path) {
      try governor.execute(SQL(text: update))
    }
    return checked(side, path, entries)
  }

  /// Each entry has an observer; it is over when the last of them was called.
  static func observed(_ data: LiveData) throws -> Side {
    let path = try data.database("orda-all-observed")
    let governor = try LiveData.open(path)
    let entries = try governor.table("track").select().map { $0 }
    let observers = Observers(entries)
    let side = side(data, path, before: { observers.begin("milliseconds") }) {
      try governor.execute(SQL(text: update))
      // They are called before the statement returns, by the thread that wrote.
      try observers.check()
    }
    return checked(side, path, entries)
  }

  private static func side(
    _ data: LiveData, _ path: String, before: @escaping @MainActor () -> Void = {},
    run: @escaping @MainActor () throws -> Void
  ) -> Side {
    var last = 0 as Int64
    return Side(
      before: {
        try data.checkpoint(path)
        last = try sum(path)
        before()
      },
      run: run,
      // How much the rows were changed by together.
      checksum: { UInt64(try sum(path) - last) })
  }

  private static func sum(_ path: String) throws -> Int64 {
    try FloorConnection(path).number("SELECT sum(milliseconds) FROM track")
  }

  /// A side after each of whose rounds the entries have what the table has.
  private static func checked(_ side: Side, _ path: String, _ entries: [TableEntry]) -> Side {
    Side(timed: {
      let round = try await side.round()
      // Not by a column of the entry, which would make it ready to be observed.
      let known = entries.reduce(0 as Int64) { sum, entry in
        if case .int(let number) = entry.snapshot()["milliseconds"] { sum + number } else { sum }
      }
      guard try known == sum(path) else {
        throw LiveFailure(description: "the entries have not followed the table")
      }
      return round
    })
  }
}
