/// Two threads that read ranges while a third commits 500 times a second.
@MainActor
enum ReadersBesideWriter {
  static let readers = 2
  static let commitsPerSecond = 500.0

  /// The number of rows of one read.
  static func length(_ data: SQLiteData) -> Int { min(1000, data.count / 2) }

  /// The number of rows of one round, of all readers.
  static func rows(_ data: SQLiteData) -> Int {
    let length = length(data)
    return (0..<readers).reduce(0) { $0 + data.firsts(thread: $1, length: length).count * length }
  }

  /// A side that counts the processor time of the readers only.
  ///
  /// - Parameters:
  ///   - readers: One body for each thread; each returns its sum.
  ///   - commit: Changes the row of the given number's choice, in a transaction of its own.
  static func side(
    before: @escaping @MainActor () throws -> Void,
    readers: [@Sendable () throws -> UInt64],
    commit: @escaping @Sendable (Int) throws -> Void
  ) -> Side {
    Side(
      before: before,
      timed: {
        let writer = PacedThread(every: 1 / commitsPerSecond, commit)
        let round = Swift.Result { try onThreads(readers) }
        try writer.stop()
        return try round.get()
      })
  }
}
