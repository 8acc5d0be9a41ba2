extension Floor {
  /// One connection a thread: two that read, and one that commits.
  static func readersBesideWriter(_ data: SQLiteData) throws -> Side {
    let path = try data.fullDatabase("floor-readers")
    let length = ReadersBesideWriter.length(data)
    let readers = try (0..<ReadersBesideWriter.readers).map { thread in
      (try FloorConnection(path).prepare(SQLText.scoreRange), data.firsts(thread: thread, length: length))
    }
    let writer = try FloorConnection(path).prepare(SQLText.play)
    let count = Int64(data.count)
    return ReadersBesideWriter.side(
      before: { try data.checkpoint(path) },
      readers: readers.map { statement, firsts in
        { @Sendable in try statement.readRanges(firsts, length: length) }
      },
      commit: { number in try writer.play(Int64(number) * 7919 % count + 1) })
  }
}
