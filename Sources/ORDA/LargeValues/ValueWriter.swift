/// Takes the bytes of a value that is being written; lent to a closure by
/// ``SQLExecutor/writeValue(at:count:timeout:_:)``, and not usable after it.
public final class ValueWriter {
  private let driver: any DriverValueWriter
  private let expected: Int?
  private let check: () throws(DatabaseError) -> Void
  private let loan = Loan()
  /// How many bytes were written so far.
  public private(set) var count = 0

  init(
    _ driver: any DriverValueWriter, expected: Int?, check: @escaping () throws(DatabaseError) -> Void
  ) {
    self.driver = driver
    self.expected = expected
    self.check = check
  }

  /// Writes the next bytes, a part of any size.
  ///
  /// - Throws: ``DatabaseError``: `misuse` if they are more than announced and after the closure, `dataTooLong` if the
  ///   database accepts no value of that size, `transactionEnded` if the transaction was rolled back meanwhile,
  ///   `timeout`, `cancelled`.
  public func write(_ bytes: some Collection<UInt8>) throws {
    let isWritten: Void? = try bytes.withContiguousStorageIfAvailable { try write(UnsafeRawBufferPointer($0)) }
    if isWritten == nil { try Array(bytes).withUnsafeBytes { try write($0) } }
  }

  /// Writes a buffer's bytes.
  ///
  /// - Throws: Like ``write(_:)-(Collection<UInt8>)``.
  public func write(_ buffer: UnsafeRawBufferPointer) throws {
    try loan.check("this writer")
    guard !buffer.isEmpty else { return }
    let (sum, overflow) = count.addingReportingOverflow(buffer.count)
    if overflow || sum > expected ?? .max { throw mismatch("\(sum) and perhaps more") }
    try check()
    try driver.write(buffer)
    count = sum
  }

  func finish() throws(DatabaseError) {
    try loan.check("this writer")
    if count < expected ?? 0 { throw mismatch("\(count)") }
    try check()
    try driver.finish()
  }

  /// Releases what writing takes; nothing more is written.
  func close() {
    if loan.state == .over { return }
    loan.end()
    driver.close()
  }

  private func mismatch(_ found: String) -> DatabaseError {
    DatabaseError(
      .misuse, "\(expected ?? 0) bytes were announced for the value, and \(found) came; nothing was written")
  }
}
