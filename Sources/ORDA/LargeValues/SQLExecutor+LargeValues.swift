extension SQLExecutor {
  /// Reads a value of bytes in chunks, so that a large one need not fit into memory.
  ///
  /// ```swift
  /// let content = ValuePlace("content", in: "file", key: ["id": 7])
  /// try db.readValue(at: content) { bytes in try output.write(contentsOf: bytes) }
  /// ```
  ///
  /// All chunks are of one moment. A text is read as its UTF-8. If the driver can't read in parts, the value is fetched
  /// whole and lent in parts.
  ///
  /// - Parameters:
  ///   - place: The place of the value.
  ///   - chunkSize: The maximum size of a chunk in bytes.
  ///   - timeout: How long the whole may take, including the wait for a connection.
  ///   - body: Receives each chunk in turn, only valid during the call. Not called if the value is empty or NULL.
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

  /// Replaces a value of bytes with what the closure writes in chunks, so that a large one need not fit into memory.
  ///
  /// ```swift
  /// try db.writeValue(at: content, count: size) { writer in
  ///   while let bytes = try input.read(upToCount: 1 << 20), !bytes.isEmpty { try writer.write(bytes) }
  /// }
  /// ```
  ///
  /// The row must exist; insert it with an empty value before. It is one transaction, or a savepoint: if anything is
  /// thrown the old value stays. A driver that can't write in parts collects the value first.
  ///
  /// - Parameters:
  ///   - place: The place of the value.
  ///   - count: How many bytes will come, if that is known; some databases make room for them beforehand.
  ///   - timeout: How long the whole may take, including the wait for a connection.
  ///   - body: Writes the bytes, in order.
  /// - Throws: What the body throws; ``DatabaseError`` of kind `noSuchRow`, `noSuchTable`, `noSuchColumn`, `misuse` if
  ///   the number of bytes differs from the announced one, `dataTooLong` if the database accepts no value of that size.
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

  /// Lends access to values in chunks; ``readValue(at:chunkSize:timeout:_:)`` and ``writeValue(at:count:timeout:_:)``
  /// are built on this. An executor that is not ``ValueLending`` reads and writes them all at once.
  ///
  /// - Parameters:
  ///   - readOnly: True if nothing is written.
  ///   - timeout: How long it may take in all; nil for the governor's limits.
  ///   - body: Opens values, and reads or writes them.
  public func withValues(
    readOnly: Bool, timeout: Duration?, _ body: (OpenValues) throws -> Void
  ) throws {
    if let lending = self as? any ValueLending {
      try lending.withValues(readOnly: readOnly, timeout: timeout, body)
    } else {
      try body(OpenValues(executor: self))
    }
  }
}

/// An executor with a connection, or one that wraps another one with a connection: it lends values for reading and
/// writing in parts.
///
/// This protocol is open: an executor that wraps another conforms to it if that one does.
public protocol ValueLending {
  /// Lends access to values in chunks; ``SQLExecutor/withValues(readOnly:timeout:_:)`` calls this.
  ///
  /// - Parameters:
  ///   - readOnly: True if nothing is written.
  ///   - timeout: How long it may take in all; nil for the governor's limits.
  ///   - body: Opens values, and reads or writes them.
  func withValues(readOnly: Bool, timeout: Duration?, _ body: (OpenValues) throws -> Void) throws
}

extension ValuePlace {
  /// The default size of a chunk: 1 MiB.
  public static var chunkSize: Int { 1 << 20 }

  func checkCount(_ count: Int?) throws(DatabaseError) {
    if let count, count < 0 { throw DatabaseError(.misuse, "a value can't have \(count) bytes") }
  }
}

/// Opens values, on whatever runs their statements; made by ``SQLExecutor/withValues(readOnly:timeout:_:)``.
public struct OpenValues {
  private let executor: any SQLExecutor
  private let connection: Connection?
  /// The limit of the whole; each step gets what is left of it.
  private let deadline: Deadline?

  init(executor: any SQLExecutor) {
    self.executor = executor
    connection = nil
    deadline = nil
  }

  init(connection: Connection, within deadline: Deadline? = nil) {
    executor = connection
    self.connection = connection
    self.deadline = deadline
  }

  /// Refuses what was stopped.
  func check() throws(DatabaseError) {
    if let error = connection?.scope.connection.gate.stopError { throw error }
  }

  func reader(at place: ValuePlace, chunkSize: Int) throws -> any DriverValueReader {
    _ = try place.keyValues()
    func whole() throws -> any DriverValueReader {
      try BufferedValueReader(place, chunkSize: chunkSize, on: executor, timeout: deadline?.left)
    }
    guard let connection else { return try whole() }
    let steps = ValueSteps(connection: connection, deadline: deadline)
    let reader = try steps.open { (driver) throws(DatabaseError) in
      try driver.valueReader(at: place, chunkSize: chunkSize)
    }
    // Even one that was fetched whole is read no further after its transaction.
    return SteppedReader(try reader ?? whole(), steps)
  }

  func writer(at place: ValuePlace, count: Int?) throws -> ValueWriter {
    _ = try place.keyValues()
    try place.checkCount(count)
    if let connection {
      let steps = ValueSteps(connection: connection, deadline: deadline)
      let writer = try steps.open { (driver) throws(DatabaseError) in
        try driver.valueWriter(at: place, count: count)
      }
      if let writer { return ValueWriter(SteppedWriter(writer, steps), expected: count, check: check) }
    }
    return ValueWriter(BufferedValueWriter(place, on: executor, within: deadline), expected: count, check: check)
  }
}

extension Connection: ValueLending {
  /// Within a transaction: the parts of a value are of one moment, and are all written or none.
  public func withValues(readOnly: Bool, timeout: Duration?, _ body: (OpenValues) throws -> Void) throws {
    try withValues(readOnly: readOnly, within: Deadline.of(timeout, by: scope.governor.timeSource), body)
  }

  fileprivate func withValues(readOnly: Bool, within deadline: Deadline?, _ body: (OpenValues) throws -> Void) throws {
    try checkUsable()
    defer { if !readOnly { scope.statements += 1 } }
    if scope.depth > 0, readOnly || !capabilities.contains(.savepoints) {
      return try body(OpenValues(connection: self, within: deadline))
    }
    let options = TransactionOptions(isolation: readOnly ? .repeatableRead : nil, isReadOnly: readOnly)
    try scope.governor.perform(LeaseRequest(role: role, transaction: options), in: scope, within: deadline) {
      try body(OpenValues(connection: $0, within: deadline))
    }
  }
}

extension Transaction: ValueLending {
  /// Within the transaction.
  public func withValues(readOnly: Bool, timeout: Duration?, _ body: (OpenValues) throws -> Void) throws {
    try connection.withValues(readOnly: readOnly, timeout: timeout, body)
  }
}

extension ConnectionGovernor: ValueLending {
  /// On one connection, in a transaction.
  public func withValues(readOnly: Bool, timeout: Duration?, _ body: (OpenValues) throws -> Void) throws {
    let deadline = Deadline.of(timeout, by: timeSource)
    try lease(LeaseRequest(role: readOnly ? .reader : .writer), within: deadline) {
      try $0.withValues(readOnly: readOnly, within: deadline, body)
    }
  }
}

extension BlockingSQLExecutor: ValueLending {
  /// Like the governor.
  public func withValues(readOnly: Bool, timeout: Duration?, _ body: (OpenValues) throws -> Void) throws {
    try governor.withValues(readOnly: readOnly, timeout: timeout, body)
  }
}
