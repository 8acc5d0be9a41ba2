/// A governor's blocking functions for values in chunks, marked as blocking like the others.
extension Governor {
  /// Reads a value of bytes in chunks; see ``SQLExecutor/readValue(at:chunkSize:timeout:_:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  @discardableResult
  public func readValue(
    at place: ValuePlace, chunkSize: Int = ValuePlace.chunkSize, timeout: Duration? = nil,
    _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int? {
    try (self as any SQLExecutor).readValue(at: place, chunkSize: chunkSize, timeout: timeout, body)
  }

  /// Replaces a value of bytes with what the closure writes in chunks; see
  /// ``SQLExecutor/writeValue(at:count:timeout:_:)``.
  @available(*, noasync, message: "await it, in a function; what is meant to block is called on db.blocking")
  public func writeValue(
    at place: ValuePlace, count: Int? = nil, timeout: Duration? = nil, _ body: (ValueWriter) throws -> Void
  ) throws {
    try (self as any SQLExecutor).writeValue(at: place, count: count, timeout: timeout, body)
  }
}
