internal import ORDAThreads

extension Governor {
  /// Reads a value of bytes in chunks, on the connection's own thread; see
  /// ``SQLExecutor/readValue(at:chunkSize:timeout:_:)``.
  @discardableResult
  public func readValue(
    at place: ValuePlace, chunkSize: Int = ValuePlace.chunkSize, timeout: Duration? = nil,
    _ body: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) async throws -> Int? {
    try await withConnection(.reader, timeout: timeout) {
      try $0.readValue(at: place, chunkSize: chunkSize, timeout: timeout, body)
    }
  }

  /// Replaces a value of bytes with what the closure writes in chunks, on the connection's own thread; see
  /// ``SQLExecutor/writeValue(at:count:timeout:_:)``.
  public func writeValue(
    at place: ValuePlace, count: Int? = nil, timeout: Duration? = nil,
    _ body: @escaping @Sendable (ValueWriter) throws -> Void
  ) async throws {
    try await withConnection(timeout: timeout) { try $0.writeValue(at: place, count: count, timeout: timeout, body) }
  }

  /// Replaces a value of bytes with the chunks of an asynchronous sequence, such as the body of a request.
  ///
  /// It holds a connection, and a transaction, while it waits for chunks. If the sequence throws, the old value stays.
  ///
  /// - Parameters:
  ///   - place: The place of the value.
  ///   - count: How many bytes will come, if that is known.
  ///   - timeout: How long it may take in all; nil for the governor's limits.
  ///   - chunks: The bytes, in pieces of any size.
  /// - Throws: What the sequence throws, and what ``SQLExecutor/writeValue(at:count:timeout:_:)`` throws.
  public nonisolated(nonsending) func writeValue<Chunks: AsyncSequence>(
    at place: ValuePlace, count: Int? = nil, timeout: Duration? = nil, from chunks: Chunks
  ) async throws where Chunks.Element: Collection<UInt8> {
    try await transaction(timeout: timeout) { transaction in
      try await transaction.writeOpenValue(at: place, count: count, from: chunks)
    }
  }

  /// A value of bytes as an asynchronous sequence of its chunks, in bounded memory; none if it is empty or NULL.
  ///
  /// ```swift
  /// for try await bytes in db.valueChunks(at: content) { try await response.write(bytes) }
  /// ```
  ///
  /// The value is opened when the first chunk is requested, and holds a connection until the last one was returned or
  /// the loop is left.
  public func valueChunks(at place: ValuePlace, chunkSize: Int = ValuePlace.chunkSize) -> ValueChunks {
    ValueChunks(governor: self, place: place, chunkSize: chunkSize)
  }
}

extension AsyncTransaction {
  /// Reads a value of bytes in chunks, on the connection's own thread, as a part of the transaction.
  @discardableResult
  public func readValue(
    at place: ValuePlace, chunkSize: Int = ValuePlace.chunkSize, timeout: Duration? = nil,
    _ body: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) async throws -> Int? {
    let count = Handover<Int?>(nil)
    try await lease { count.value = try $0.readValue(at: place, chunkSize: chunkSize, timeout: timeout, body) }
    return count.value
  }

  /// Replaces a value of bytes with what the closure writes in chunks, on the connection's own thread, as a part of the
  /// transaction.
  public func writeValue(
    at place: ValuePlace, count: Int? = nil, timeout: Duration? = nil,
    _ body: @escaping @Sendable (ValueWriter) throws -> Void
  ) async throws {
    try await lease { try $0.writeValue(at: place, count: count, timeout: timeout, body) }
  }

  /// Replaces a value of bytes with the chunks of an asynchronous sequence, in a savepoint of the transaction.
  public nonisolated(nonsending) func writeValue<Chunks: AsyncSequence>(
    at place: ValuePlace, count: Int? = nil, from chunks: Chunks
  ) async throws where Chunks.Element: Collection<UInt8> {
    try await transaction { try await $0.writeOpenValue(at: place, count: count, from: chunks) }
  }

  fileprivate nonisolated(nonsending) func writeOpenValue<Chunks: AsyncSequence>(
    at place: ValuePlace, count: Int?, from chunks: Chunks
  ) async throws where Chunks.Element: Collection<UInt8> {
    let writer = Handover<ValueWriter?>(nil)
    try await onConnection { [self] in
      writer.value = try OpenValues(connection: Connection(scope: scope)).writer(at: place, count: count)
    }
    do {
      for try await chunk in chunks {
        let bytes = Array(chunk)
        try await onConnection { try writer.value?.write(bytes) }
      }
      try await onConnection { try writer.value?.finish() }
    } catch {
      try? await finish { writer.value?.close() }
      throw error
    }
    try await finish { writer.value?.close() }
  }

  /// Opens a value for reading across suspensions.
  ///
  /// - Parameter isOwn: Whether the transaction was begun for the value alone, so that it ends with the value.
  fileprivate func openValue(at place: ValuePlace, chunkSize: Int, isOwn: Bool) async throws -> OpenValue {
    guard chunkSize > 0 else { throw DatabaseError(.misuse, "a chunk has at least one byte, and not \(chunkSize)") }
    let opened = Handover<(any DriverValueReader)?>(nil)
    try await onConnection { [self] in
      opened.value = try OpenValues(connection: Connection(scope: scope)).reader(at: place, chunkSize: chunkSize)
    }
    return OpenValue(reader: opened, transaction: self, ownsTransaction: isOwn)
  }
}

/// A value that is read across suspensions, with its transaction.
private final class OpenValue: Sendable {
  private let reader: Handover<(any DriverValueReader)?>
  private let transaction: AsyncTransaction
  private let ownsTransaction: Bool

  init(reader: Handover<(any DriverValueReader)?>, transaction: AsyncTransaction, ownsTransaction: Bool) {
    self.reader = reader
    self.transaction = transaction
    self.ownsTransaction = ownsTransaction
  }

  /// The next chunk; empty at the end.
  func next() async throws -> [UInt8] {
    let chunk = Handover<[UInt8]>([])
    try await transaction.onConnection { [reader] in
      if let bytes = try reader.value?.next() { chunk.value = Array(bytes) }
    }
    return chunk.value
  }

  func end() async throws {
    try await transaction.finish { [reader] in
      reader.value?.close()
      reader.value = nil
    }
    if ownsTransaction { try await transaction.commit() }
  }

  /// The transaction is rolled back on its release, on the same thread and after this.
  deinit {
    transaction.scope.connection.thread.submit { [reader] in
      reader.value?.close()
      reader.value = nil
    }
  }
}

/// The chunks of a value, returned by ``Governor/valueChunks(at:chunkSize:)``.
public struct ValueChunks: AsyncSequence, Sendable {
  let governor: any Governor
  let place: ValuePlace
  let chunkSize: Int

  /// Reads the value from its beginning.
  public func makeAsyncIterator() -> Iterator {
    Iterator(governor: governor, place: place, chunkSize: chunkSize, state: .new)
  }

  /// The position of a loop over the chunks.
  public struct Iterator: AsyncIteratorProtocol {
    let governor: any Governor
    let place: ValuePlace
    let chunkSize: Int
    fileprivate var state: State

    fileprivate enum State {
      case new
      case open(OpenValue)
      case over
    }

    /// The next chunk; only the last one is smaller than requested.
    ///
    /// - Throws: ``DatabaseError``; after that there is nothing more.
    public mutating func next() async throws -> [UInt8]? {
      let value: OpenValue
      switch state {
      case .over: return nil
      case .open(let open): value = open
      case .new:
        // If opening fails, the loop has ended.
        state = .over
        if let outer = try (governor as? ConnectionGovernor)?.transactionOfThisTask() {
          value = try await outer.openValue(at: place, chunkSize: chunkSize, isOwn: false)
        } else {
          let transaction = try await governor.begin(
            LeaseRequest(
              role: .reader, transaction: TransactionOptions(isolation: .repeatableRead, isReadOnly: true)))
          value = try await transaction.openValue(at: place, chunkSize: chunkSize, isOwn: true)
        }
      }
      state = .over
      let chunk = try await value.next()
      if chunk.isEmpty {
        try await value.end()
        return nil
      }
      state = .open(value)
      return chunk
    }
  }
}
