extension SQLExecutor {
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
  ///   - place: Where the value lies.
  ///   - chunkSize: The most bytes of a chunk.
  ///   - timeout: How long the whole may take, the wait for a connection included.
  ///   - body: Is lent each chunk in turn, within the call alone. Not called if the value is empty or NULL.
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
  ///   - place: Where the value lies.
  ///   - count: How many bytes will come, if that is known; some databases make room for them beforehand.
  ///   - timeout: How long the whole may take, the wait for a connection included.
  ///   - body: Writes the bytes, in order.
  /// - Throws: What the body throws; ``DatabaseError`` of kind `noSuchRow`, `noSuchTable`, `noSuchColumn`, `misuse`
  ///   where another number of bytes came than was announced, `dataTooLong` if the database takes no value of that
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

  /// Lends what values are read and written in chunks with; what ``readValue(at:chunkSize:timeout:_:)`` and
  /// ``writeValue(at:count:timeout:_:)`` are built on. An executor that is not ``ValueLending`` reads and writes them all at once.
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

/// An executor with a connection, or one that knows another that has: it lends values to be read and written in parts.
///
/// This protocol is open: an executor that wraps another conforms to it where that one does.
public protocol ValueLending {
  /// Lends what values are read and written in chunks with; what ``SQLExecutor/withValues(readOnly:timeout:_:)`` calls.
  ///
  /// - Parameters:
  ///   - readOnly: True if nothing is written.
  ///   - timeout: How long it may take in all; nil for the governor's limits.
  ///   - body: Opens values, and reads or writes them.
  func withValues(readOnly: Bool, timeout: Duration?, _ body: (OpenValues) throws -> Void) throws
}

extension ValuePlace {
  /// The size of a chunk where none is given: 1 MiB.
  public static var chunkSize: Int { 1 << 20 }

  func checkCount(_ count: Int?) throws(DatabaseError) {
    if let count, count < 0 { throw DatabaseError(.misuse, "a value can't have \(count) bytes") }
  }
}

/// Opens values on what runs their statements; made by ``SQLExecutor/withValues(readOnly:timeout:_:)``.
public struct OpenValues {
  private let executor: any SQLExecutor
  private let connection: Connection?
  /// The limit of the whole, which each step is given what is left of.
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
    // One that was fetched whole, too, is read no further when its transaction is over.
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
  /// Within a transaction: the parts of a value are of one moment, and are written all or not at all.
  public func withValues(readOnly: Bool, timeout: Duration?, _ body: (OpenValues) throws -> Void) throws {
    try withValues(readOnly: readOnly, within: timeout.map { Deadline($0) }, body)
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
    let deadline = timeout.map { Deadline($0) }
    try lease(LeaseRequest(role: readOnly ? .reader : .writer), within: deadline) {
      try $0.withValues(readOnly: readOnly, within: deadline, body)
    }
  }
}

extension BlockingSQLExecutor: ValueLending {
  /// As the governor does it.
  public func withValues(readOnly: Bool, timeout: Duration?, _ body: (OpenValues) throws -> Void) throws {
    try governor.withValues(readOnly: readOnly, timeout: timeout, body)
  }
}
