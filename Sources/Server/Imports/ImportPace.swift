/// What is done after each record of a file: it is told how far the import is, and looked whether it is to go on.
struct ImportPace {
  private let progress: ImportProgress
  private let limit: Duration
  private let end: ContinuousClock.Instant
  private var records = 0

  init(_ progress: ImportProgress, limit: Duration) {
    self.progress = progress
    self.limit = limit
    end = .now + limit
  }

  /// Takes a record into account.
  ///
  /// - Throws: `CancellationError` once nobody waits for the import any more, and ``Problem`` where it takes too long.
  mutating func step() throws {
    try progress.count(1)
    records += 1
    if records % 64 == 0, end < .now {
      throw Problem(.stopped, "The import took longer than \(limit); nothing was imported.", kind: "timeout")
    }
  }
}
