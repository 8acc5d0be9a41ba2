/// What a decoder reads from when its rows are gone: NULL everywhere, and an error where a value is required.
final class NoRow: RowSource {
  static var error: DatabaseError {
    DatabaseError(.misuse, "the decoder of a row was kept longer than the row; decode within init(from:)")
  }

  func isNull(_ cell: Int) -> Bool { true }
  func int(_ cell: Int) -> Int64? { nil }
  func double(_ cell: Int) -> Double? { nil }
  func text(_ cell: Int) -> String? { nil }
  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? { nil }
  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? { nil }
  func value(_ cell: Int) -> Value { .null }
}
