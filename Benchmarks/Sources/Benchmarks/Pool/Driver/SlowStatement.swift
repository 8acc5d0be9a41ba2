import ORDA

/// A statement without parameters and rows.
final class SlowStatement: DriverStatement {
  private let running: Duration

  init(_ running: Duration) { self.running = running }

  var parameterCount: Int { 0 }
  var columnCount: Int { 0 }
  var columnNames: [String] { [] }
  func columns() throws(DatabaseError) -> [Column] { [] }

  func step() throws(DatabaseError) -> Bool {
    block(for: running)
    return false
  }

  func outcome() -> StatementOutcome { StatementOutcome(changed: nil, lastID: nil) }
  func reset() {}
  func close() {}

  // There is nothing to bind.
  func bindNull(at index: Int) {}
  func bind(_ value: Int64, at index: Int) {}
  func bind(_ value: Double, at index: Int) {}
  func bind(_ value: String, at index: Int) {}
  func bind(bytes: UnsafeRawBufferPointer, at index: Int) {}
  func bind(_ value: Value, at index: Int) {}

  // And no row to read.
  func isNull(_ cell: Int) -> Bool { true }
  func int(_ cell: Int) -> Int64? { nil }
  func double(_ cell: Int) -> Double? { nil }
  func text(_ cell: Int) -> String? { nil }
  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? { nil }
  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? { nil }
  func value(_ cell: Int) -> Value { .null }
}
