/// Records with the same columns, from the current one on, as a sequence: one statement inserts them in one batch.
///
/// A sequence can't throw, so it ends if reading fails, and keeps the error.
final class RecordRun: Sequence, IteratorProtocol {
  private let records: any RecordSource
  private let shape: Int
  private let onRecord: () throws -> Void
  private var hasBegun = false
  /// The lines of the last returned records, each at its number's place. A database may take many at once, and refuse
  /// one far before the current one.
  private var lines: [Int] = []
  private static let lineLimit = 4096
  /// How many records were returned.
  private(set) var count = 0
  /// False if the file ended.
  private(set) var hasMore = true
  /// Why it ended.
  private(set) var failure: (any Error)?

  /// - Parameters:
  ///   - records: A source positioned on a record.
  ///   - onRecord: Called before each further record; an error ends the run.
  init(_ records: any RecordSource, onRecord: @escaping () throws -> Void) {
    self.records = records
    self.onRecord = onRecord
    shape = records.shape
  }

  func next() -> Void? {
    guard failure == nil else { return nil }
    if hasBegun {
      do {
        try onRecord()
        hasMore = try records.next()
      } catch {
        failure = error
      }
      guard failure == nil, hasMore, records.shape == shape else { return nil }
    }
    hasBegun = true
    if lines.count < Self.lineLimit { lines.append(records.line) } else { lines[count % Self.lineLimit] = records.line }
    count += 1
    return ()
  }

  /// The line of a record by its number, from 0; nil if that is too far back.
  func line(of number: Int) -> Int? {
    guard (0..<count).contains(number), number >= count - lines.count else { return nil }
    return lines[number % Self.lineLimit]
  }
}
