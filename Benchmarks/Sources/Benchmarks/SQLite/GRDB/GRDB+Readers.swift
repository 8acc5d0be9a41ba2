import GRDB

extension GRDBPeer {
  static func readersBesideWriter(_ data: SQLiteData) throws -> Side {
    let path = try data.fullDatabase("grdb-readers")
    let pool = try pool(path)
    let length = ReadersBesideWriter.length(data)
    let firsts = (0..<ReadersBesideWriter.readers).map { data.firsts(thread: $0, length: length) }
    let count = Int64(data.count)
    return ReadersBesideWriter.side(
      before: { try data.checkpoint(path) },
      readers: firsts.map { firsts in
        { @Sendable in
          var sum: UInt64 = 0
          for first in firsts {
            let rows = try pool.read { database in
              try Score.fetchAll(
                database.cachedStatement(sql: SQLText.scoreRange), arguments: [first, first + Int64(length)])
            }
            sum &+= Score.total(rows)
          }
          return sum
        }
      },
      commit: { number in
        try pool.write { database in
          try database.cachedStatement(sql: SQLText.play).execute(arguments: [Int64(number) * 7919 % count + 1])
        }
      })
  }
}
