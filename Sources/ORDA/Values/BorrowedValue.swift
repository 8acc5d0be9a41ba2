/// A cell as the database stores it, lent without a copy: for programs that take whatever a row contains, such as
/// exporters.
///
/// It is valid only inside the closure of ``Row/withValue(_:_:)`` that it is lent to.
public enum BorrowedValue {
  /// NULL.
  case null
  /// A whole number that fits into 64 bits with a sign.
  case int(Int64)
  /// A binary floating-point number.
  case double(Double)
  /// The bytes of a text. If the database lets a program store others, they may not be UTF-8; check with
  /// ``TextDecoding/string(_:)``.
  case text(UnsafeBufferPointer<UInt8>)
  /// Bytes.
  case bytes(UnsafeRawBufferPointer)
  /// None of these: the row's subscript returns it as a ``Value``.
  case other
}
