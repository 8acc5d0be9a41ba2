/// Rows as an asynchronous sequence, in bounded memory.
///
/// The statement runs when the first row is asked for. Rows are fetched in chunks on the connection's own thread, the next
/// chunk while the last is read. The sequence holds a connection until its end; leaving the loop early stops the statement
/// and gives the connection back, and so does cancelling the task.
///
/// Where the database has one connection, what the same task runs in the loop runs on that one, between two chunks. A time
/// limit that stops such a statement may end the rows too.
public struct AsyncRows: AsyncSequence, Sendable {
  /// Rows that can be kept.
  public typealias Element = FetchedRow
  /// The error is a ``DatabaseError``.
  public typealias Failure = any Error

  let governor: ConnectionGovernor
  let slot: Result<StatementSlot, DatabaseError>
  let bindings: [(any ValueConvertible)?]
  let parameters: Parameters
  let timeout: Duration?

  /// Begins a reading of its own; each runs the statement anew.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: self) }

  /// One reading of the rows.
  public struct AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline var chunk: RowChunk?
    @usableFromInline var next = 0
    private let reading: Reading

    /// Ends the reading when the iterator goes.
    private final class Reading {
      let source: AsyncRows
      var stream: RowStream?
      var isOver = false
      init(_ source: AsyncRows) { self.source = source }
      deinit { stream?.abandon() }
    }

    init(source: AsyncRows) { reading = Reading(source) }

    /// The next row; nil at the end.
    ///
    /// - Throws: ``DatabaseError`` of kind `cancelled` when the task is cancelled, and what the database says.
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
        if reading.stream == nil { reading.stream = try await RowStream.open(reading.source) }
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

/// Some rows, fetched together.
@usableFromInline
struct RowChunk: Sendable {
  @usableFromInline let buffer: RowBuffer
  @usableFromInline let names: ColumnNames
  @usableFromInline let count: Int

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
