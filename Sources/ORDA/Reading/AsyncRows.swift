/// Rows as an asynchronous sequence, in bounded memory.
///
/// The statement runs when the first row is requested. Rows are fetched in chunks on the connection's own thread, the
/// next chunk while the last is read. Where the reader is the slower one and never waits, other tasks get their turn
/// between two chunks, every ten milliseconds. The sequence holds a connection until its end; leaving the loop early stops
/// the statement and returns the connection, and so does cancelling the task.
///
/// If the database has one connection, what the same task runs in the loop runs on that one, between two chunks. A time
/// limit that stops such a statement may end the rows too.
public struct AsyncRows: AsyncSequence, Sendable {
  /// Rows that can be kept.
  public typealias Element = FetchedRow
  /// The error is a ``DatabaseError``.
  public typealias Failure = any Error

  /// Runs the statement.
  private let open: @Sendable () async throws -> any RowChunks

  /// - Parameter open: Begins a separate reading.
  init(_ open: @escaping @Sendable () async throws -> any RowChunks) { self.open = open }

  /// Rows with a connection of their own.
  init(governor: ConnectionGovernor, statement: Result<BoundStatement, DatabaseError>) {
    self.init {
      let statement = try statement.get().again
      if let transaction = try governor.transactionOfThisTask() {
        return try await transaction.openRows(statement)
      }
      return try await RowStream.open(statement, of: governor)
    }
  }

  /// Begins a separate reading; each runs the statement again.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: self) }

  /// One reading of the rows.
  public struct AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline var chunk: RowChunk?
    @usableFromInline var next = 0
    private let reading: Reading

    /// Ends the reading when the iterator is released.
    private final class Reading {
      let source: AsyncRows
      var stream: (any RowChunks)?
      var isOver = false
      init(_ source: AsyncRows) { self.source = source }
      deinit { stream?.abandon() }
    }

    init(source: AsyncRows) { reading = Reading(source) }

    /// The next row; nil at the end.
    ///
    /// - Throws: ``DatabaseError`` of kind `cancelled` if the task is cancelled, and the database's errors.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> FetchedRow? {
      if let chunk, next < chunk.count {
        let row = chunk.row(next)
        next &+= 1
        return row
      }
      return try await advance(isolation: actor)
    }

    /// The next row; nil at the end.
    public mutating func next() async throws -> FetchedRow? { try await next(isolation: #isolation) }

    @usableFromInline
    mutating func advance(isolation actor: isolated (any Actor)?) async throws -> FetchedRow? {
      chunk = nil
      if reading.isOver { return nil }
      do {
        if reading.stream == nil { reading.stream = try await reading.source.open() }
        while let found = try await reading.stream?.next() {
          if found.count == 0 { continue }
          chunk = found
          next = 1
          return found.row(0)
        }
      } catch {
        reading.isOver = true
        throw error
      }
      reading.isOver = true
      return nil
    }
  }
}

@available(*, unavailable, message: "an iterator belongs to one task")
extension AsyncRows.AsyncIterator: Sendable {}

/// A source of chunks of rows, one after another.
protocol RowChunks: Sendable {
  /// The next chunk; nil at the end.
  func next() async throws -> RowChunk?
  /// Call it when the reader is gone.
  func abandon()
}

/// Some rows, fetched together.
@usableFromInline
struct RowChunk: Sendable {
  @usableFromInline let buffer: RowBuffer
  @usableFromInline let names: ColumnNames
  @usableFromInline let count: Int

  /// The maximum number of rows in a chunk; the first chunks are smaller, so that the first row comes soon.
  static let largest = 4096
  /// The number of values after which a chunk ends, each of which takes 16 bytes.
  private static let values = 1 << 16
  /// The number of bytes of texts and blobs after which a chunk ends.
  private static let bytes = 1 << 20

  /// True if a chunk can take one more row.
  static func hasRoom(_ buffer: RowBuffer) -> Bool { buffer.contentCount < bytes && buffer.cellCount < values }

  init(buffer: RowBuffer, names: ColumnNames, count: Int) {
    self.buffer = buffer
    self.names = names
    self.count = count
  }

  @inlinable
  func row(_ position: Int) -> FetchedRow {
    FetchedRow(buffer: buffer, base: position &* names.count, names: names)
  }
}
