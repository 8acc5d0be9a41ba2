/// Where cells are read from: a statement on a row, or fetched rows.
///
/// A driver's statement implements this for its current row, where a cell is a column's index. These requirements are
/// the hot path: they are concrete (a generic one costs 17 to 40 %), they throw nothing, and they are called only with
/// a cell that exists, while the source is on a row.
///
/// The reads that return an optional return nil for NULL *and* for a value of another storage type; the caller then
/// calls ``value(_:)`` once, which decides between a conversion and an error.
///
/// This protocol is open: drivers implement it. New requirements come with a default.
public protocol RowSource: AnyObject {
  /// True if the cell is NULL.
  func isNull(_ cell: Int) -> Bool
  /// The cell if it is stored as an integer that fits into 64 bits.
  func int(_ cell: Int) -> Int64?
  /// The cell if it is stored as a binary floating-point number.
  func double(_ cell: Int) -> Double?
  /// The cell if it is stored as text; nil if its bytes are not UTF-8, since they must not be silently repaired.
  /// ``TextDecoding/string(_:)`` does that.
  func text(_ cell: Int) -> String?
  /// The bytes of a cell that is stored as text, whether they are UTF-8 or not; valid until the source moves on.
  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>?
  /// The bytes of a cell that is stored as bytes; valid until the source moves on.
  func bytes(_ cell: Int) -> UnsafeRawBufferPointer?
  /// The cell as the database stores it, whatever that is; text that is not UTF-8 as ``TextDecoding/value(_:)`` gives it.
  func value(_ cell: Int) -> Value
  /// The cell as the database stores it, without a copy; valid until the source moves on. The default tries the other
  /// requirements, one after another.
  func lent(_ cell: Int) -> BorrowedValue

  /// The cell as the database converts it to an integer; nil only for NULL. The default reads strictly.
  func uncheckedInt(_ cell: Int) -> Int64?
  /// The cell as the database converts it to a floating-point number; nil only for NULL. The default reads strictly.
  func uncheckedDouble(_ cell: Int) -> Double?
  /// The cell as the database converts it to text; nil only for NULL, and for what is not UTF-8. The default reads strictly.
  func uncheckedText(_ cell: Int) -> String?
}

extension RowSource {
  /// Asks for each type in turn.
  public func lent(_ cell: Int) -> BorrowedValue {
    if isNull(cell) { return .null }
    if let number = int(cell) { return .int(number) }
    if let utf8 = utf8(cell) { return .text(utf8) }
    if let number = double(cell) { return .double(number) }
    if let bytes = bytes(cell) { return .bytes(bytes) }
    return .other
  }

  /// Reads strictly.
  public func uncheckedInt(_ cell: Int) -> Int64? { int(cell) }
  /// Reads strictly.
  public func uncheckedDouble(_ cell: Int) -> Double? { double(cell) }
  /// Reads strictly.
  public func uncheckedText(_ cell: Int) -> String? { text(cell) }
}
