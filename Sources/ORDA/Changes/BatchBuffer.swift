/// Batches waiting for a reader, in bounded memory.
///
/// If a reader is too slow, the waiting batches are replaced by one that says: everything you listen to may have
/// changed. Until it is taken, later batches only advance its sequence.
struct BatchBuffer {
  /// The maximum number of waiting batches, and of row changes in them.
  static let batchLimit = 1024
  static let rowLimit = 200_000

  /// Everything the reader listens to.
  private let everything: UnknownTables
  private var waiting: [ChangeBatch] = []
  /// The index of the first waiting batch: taken ones are removed many at a time.
  private var firstIndex = 0
  private var rowCount = 0
  /// True while the only batch stands for dropped ones.
  private var isOverflown = false
  /// The sequence of the first dropped batch.
  private var overflownSince = 0

  init(_ everything: UnknownTables) { self.everything = everything }

  var isEmpty: Bool { firstIndex == waiting.count }
  /// The batch that has waited longest.
  var first: ChangeBatch? { isEmpty ? nil : waiting[firstIndex] }
  /// The sequence of the batch that has waited longest, or of the first one that it stands for.
  var waitingSince: Int? { isOverflown && !isEmpty ? overflownSince : first?.sequence }

  /// Adds a batch.
  ///
  /// - Returns: Whether the buffer got longer. The batch of a full buffer only replaces the sequence of the last batch.
  mutating func append(_ batch: ChangeBatch) -> Bool {
    if isOverflown, !isEmpty {
      var merged = waiting[firstIndex]
      merged.sequence = batch.sequence
      merged.schemaChanges += batch.schemaChanges.filter { !merged.schemaChanges.contains($0) }
      waiting[firstIndex] = merged
      return false
    }
    isOverflown = false
    let count = waiting.count - firstIndex
    // A single batch always fits: it is in memory anyway.
    if count > 0, count == Self.batchLimit || rowCount + batch.rows.count > Self.rowLimit {
      overflow(with: batch)
      return false
    }
    waiting.append(batch)
    rowCount += batch.rows.count
    return true
  }

  private mutating func overflow(with batch: ChangeBatch) {
    overflownSince = first?.sequence ?? batch.sequence
    var merged = ChangeBatch(origin: .unknown, unknown: everything)
    merged.sequence = batch.sequence
    for dropped in waiting[firstIndex...] + [batch] {
      merged.schemaChanges += dropped.schemaChanges.filter { !merged.schemaChanges.contains($0) }
    }
    waiting = [merged]
    firstIndex = 0
    rowCount = 0
    isOverflown = true
  }

  mutating func popFirst() -> ChangeBatch? {
    guard !isEmpty else { return nil }
    let batch = waiting[firstIndex]
    waiting[firstIndex] = ChangeBatch(origin: .unknown)
    rowCount -= batch.rows.count
    firstIndex += 1
    if isEmpty || firstIndex == 64 {
      waiting.removeFirst(firstIndex)
      firstIndex = 0
    }
    return batch
  }

  mutating func removeAll() { self = BatchBuffer(everything) }
}
