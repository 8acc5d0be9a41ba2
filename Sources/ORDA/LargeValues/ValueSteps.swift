/// How a driver's value is read and written step by step: each step has limits, stopping and errors like statements,
/// and is refused after the transaction.
struct ValueSteps {
  let connection: Connection
  let deadline: Deadline?

  func open<R>(_ question: (any ValueChunkingConnection) throws(DatabaseError) -> R?) throws(DatabaseError) -> R? {
    guard let driver = connection.scope.connection.driver as? any ValueChunkingConnection else { return nil }
    return try step { () throws(DatabaseError) in try question(driver) }
  }

  func step<R>(_ work: () throws(DatabaseError) -> R) throws(DatabaseError) -> R {
    try connection.checkUsable()
    return try connection.scope.ask(within: deadline) { _ throws(DatabaseError) in try work() }
  }
}

/// A driver's reader, step by step.
final class SteppedReader: DriverValueReader {
  private let driver: any DriverValueReader
  private let steps: ValueSteps

  init(_ driver: any DriverValueReader, _ steps: ValueSteps) {
    self.driver = driver
    self.steps = steps
  }

  var count: Int? { driver.count }

  func next() throws(DatabaseError) -> UnsafeRawBufferPointer {
    try steps.step { () throws(DatabaseError) in try driver.next() }
  }

  func close() { driver.close() }
}

/// A driver's writer, step by step.
final class SteppedWriter: DriverValueWriter {
  private let driver: any DriverValueWriter
  private let steps: ValueSteps

  init(_ driver: any DriverValueWriter, _ steps: ValueSteps) {
    self.driver = driver
    self.steps = steps
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(DatabaseError) {
    try steps.step { () throws(DatabaseError) in try driver.write(bytes) }
  }

  func finish() throws(DatabaseError) { try steps.step { () throws(DatabaseError) in try driver.finish() } }

  func close() { driver.close() }
}
