extension Executor {
  /// Reads a value of bytes in chunks, so that a large one need not fit into memory.
  ///
  /// ```swift
  /// let content = ValuePlace("content", in: "file", key: ["id": 7])
  /// try db.readValue(at: content) { bytes in try output.write(contentsOf: bytes) }
  /// ```
  ///
  /// All chunks are of one moment. A text is read as its UTF-8. Where the driver can't read in parts, the value is
  /// fetched whole and lent in parts.
  ///
  /// - Parameters:
  ///   - chunkSize: The most bytes of a chunk.
  ///   - timeout: How long the whole may take, after the wait for a connection, which it limits too.
  ///   - body: Is lent each chunk in turn, within the call alone. Not called where the value is empty or NULL.
  /// - Returns: How many bytes the value has; nil for NULL.
  /// - Throws: What the body throws; ``DatabaseError`` of kind `noSuchRow`, `noSuchTable`, `noSuchColumn`,
  ///   `typeMismatch` for a number or a date.
  @discardableResult
  public func readValue(
    at place: ValuePlace, chunkSize: Int = ValuePlace.chunkSize, timeout: Duration? = nil,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int? {
    guard chunkSize > 0 else { throw DatabaseError(.misuse, "a chunk has at least one byte, and not \(chunkSize)") }
    var count: Int?
    try withValues(readOnly: true, timeout: timeout) { values in
      let reader = try values.reader(at: place, chunkSize: min(chunkSize, 1 << 30))
      defer { reader.close() }
      count = reader.count
      while true {
        try values.check()
        let bytes = try reader.next()
        if bytes.isEmpty { return }
        try body(bytes)
      }
    }
    return count
  }

  /// Replaces a value of bytes by what the closure writes in chunks, so that a large one need not fit into memory.
  ///
  /// ```swift
  /// try db.writeValue(at: content, count: size) { writer in
  ///   while let bytes = try input.read(upToCount: 1 << 20), !bytes.isEmpty { try writer.write(bytes) }
  /// }
  /// ```
  ///
  /// The row is there already; insert it with an empty value before. It is one transaction, or a savepoint: where
  /// anything is thrown the old value stays. A driver that can't write in parts gathers the value first.
  ///
  /// - Parameters:
  ///   - count: How many bytes will come, where that is known; some databases make room for them beforehand.
  ///   - timeout: How long the whole may take, after the wait for a connection, which it limits too.
  ///   - body: Writes the bytes, in order.
  /// - Throws: What the body throws; ``DatabaseError`` of kind `noSuchRow`, `noSuchTable`, `noSuchColumn`, `misuse`
  ///   where another number of bytes came than was announced, `dataTooLong` where the database takes no value of that
  ///   size.
  public func writeValue(
    at place: ValuePlace, count: Int? = nil, timeout: Duration? = nil, _ body: (ValueWriter) throws -> Void
  ) throws {
    try withValues(readOnly: false, timeout: timeout) { values in
      let writer = try values.writer(at: place, count: count)
      defer { writer.close() }
      try body(writer)
      try writer.finish()
    }
  }

  /// All at once, where there is no connection that can do it in parts.
  public func withValues(
    readOnly: Bool, timeout: Duration?, _ body: (OpenValues) throws -> Void
  ) throws {
    try body(OpenValues(executor: self))
  }
}

extension ValuePlace {
  /// The size of a chunk where none is given: 1 MiB.
  public static var chunkSize: Int { 1 << 20 }

  func checkCount(_ count: Int?) throws(DatabaseError) {
    if let count, count < 0 { throw DatabaseError(.misuse, "a value can't have \(count) bytes") }
  }
}

/// Opens values on what runs their statements; made by ``Executor/withValues(readOnly:timeout:_:)``.
public struct OpenValues {
  private let executor: any Executor
  private let connection: Connection?

  init(executor: any Executor) {
    self.executor = executor
    connection = nil
  }

  init(connection: Connection) {
    executor = connection
    self.connection = connection
  }

  /// Refuses what was stopped.
  func check() throws(DatabaseError) {
    guard let scope = connection?.scope, let reason = scope.connection.gate.stopped else { return }
    throw scope.governor.stopError(reason)
  }

  func reader(at place: ValuePlace, chunkSize: Int) throws -> any DriverValueReader {
    _ = try place.keyValues()
    let reader = try connection?.askChunking { (driver) throws(DatabaseError) in
      try driver.valueReader(at: place, chunkSize: chunkSize)
    }
    if let reader { return reader }
    return try WholeValueReader(place, chunkSize: chunkSize, on: executor)
  }

  func writer(at place: ValuePlace, count: Int?) throws -> ValueWriter {
    _ = try place.keyValues()
    try place.checkCount(count)
    let writer = try connection?.askChunking { (driver) throws(DatabaseError) in
      try driver.valueWriter(at: place, count: count)
    }
    if let writer { return ValueWriter(writer, expected: count, check: check) }
    return ValueWriter(WholeValueWriter(place, on: executor), expected: count, check: check)
  }
}

extension Connection {
  fileprivate func askChunking<R>(
    _ question: (any ValueChunking) throws(DatabaseError) -> R?
  ) throws(DatabaseError) -> R? {
    try checkUsable()
    return try scope.ask { (driver) throws(DatabaseError) in
      guard let driver = driver as? any ValueChunking else { return nil }
      return try question(driver)
    }
  }

  /// Within a transaction: the parts of a value are of one moment, and are written all or not at all.
  public func withValues(readOnly: Bool, timeout: Duration?, _ body: (OpenValues) throws -> Void) throws {
    try checkUsable()
    func work() throws {
      do {
        let isNested = scope.depth > 0
        if isNested, readOnly || !capabilities.contains(.savepoints) { return try body(OpenValues(connection: self)) }
        let options = TransactionOptions(isolation: readOnly ? .repeatableRead : nil, isReadOnly: readOnly)
        try scope.governor.perform(LeaseRequest(role: role, transaction: options), in: scope) {
          try body(OpenValues(connection: $0))
        }
      } catch let error as DatabaseError {
        if scope.connection.driver.isBroken(by: error) { scope.connection.isBroken = true }
        scope.checkTransaction(mayCommit: false, error)
        guard let reason = scope.connection.gate.stopped, DatabaseError.Kind.cancelled.matches(error.kind) else {
          throw error
        }
        throw scope.governor.stopError(reason)
      }
    }
    guard let timeout else { return try work() }
    try scope.connection.gate.limited(to: timeout) { try work() }
  }
}

extension Transaction {
  /// Within the transaction.
  public func withValues(readOnly: Bool, timeout: Duration?, _ body: (OpenValues) throws -> Void) throws {
    try connection.withValues(readOnly: readOnly, timeout: timeout, body)
  }
}

extension ConnectionGovernor {
  /// On one connection, in a transaction.
  public func withValues(readOnly: Bool, timeout: Duration?, _ body: (OpenValues) throws -> Void) throws {
    try lease(LeaseRequest(role: readOnly ? .reader : .writer, timeout: timeout)) {
      try $0.withValues(readOnly: readOnly, timeout: timeout, body)
    }
  }
}

extension BlockingExecutor {
  /// As the governor does it.
  public func withValues(readOnly: Bool, timeout: Duration?, _ body: (OpenValues) throws -> Void) throws {
    try governor.withValues(readOnly: readOnly, timeout: timeout, body)
  }
}
