#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import ORDA

/// Writes a list's values as SQL, as `IN` wants them: `(1, 2, 3)`, or `((1, _utf8mb4 x'61'), …)` for rows.
///
/// Strings and bytes are written as digits, so that nothing in them can end them, in any mode of the session.
final class MariaDBListWriter: BindTarget {
  /// What was wrong with a value.
  private(set) var failure: DatabaseError?
  private let columnCount: Int
  private var written: [UInt8] = []
  private var count = 0
  /// All values, as long as they are whole numbers in one column.
  private var numbers: [Int64]?
  private let unequalled: Set<[UInt8]>
  /// One of the omitted strings.
  private var leftOut: String?

  /// - Parameter unequalled: The UTF-8 of strings that equal nothing, and are omitted.
  init(for list: ValueList, leavingOut unequalled: Set<[UInt8]> = []) {
    columnCount = list.shape.columnCount
    self.unequalled = unequalled
    guard columnCount == 1 else { return }
    numbers = []
    numbers?.reserveCapacity(list.count)
  }

  /// Stands for a list without values, even after NOT IN.
  static func nothing(columnCount: Int) -> String {
    let columns = Array(repeating: "NULL", count: columnCount).joined(separator: ", ")
    return "(SELECT \(columns) FROM (SELECT 1 AS n) AS none WHERE n = 0)"
  }

  /// The list as SQL.
  func finish() throws(DatabaseError) -> String {
    if let failure { throw failure }
    if count == 0 {
      // NULL IN () is false, but NULL among values that equal nothing is unknown.
      if let leftOut { return "(\(Self.literal(leftOut)) COLLATE utf8mb4_bin)" }
      return Self.nothing(columnCount: columnCount)
    }
    if numbers != nil { writeNumbers() }
    return "(\(String(decoding: written, as: UTF8.self)))"
  }

  /// Writes the whole numbers in ascending order: rows are found faster in the order in which they are stored.
  private func writeNumbers() {
    guard var numbers else { return }
    self.numbers = nil
    numbers.sort()
    written.reserveCapacity(numbers.count * 8)
    count = 0
    for number in numbers { write(String(number)) }
  }

  private func write(_ text: String, at index: Int = 0) {
    if numbers != nil { writeNumbers() }
    if count > 0 { written.append(UInt8(ascii: ",")) }
    if columnCount > 1, index == 0 { written.append(UInt8(ascii: "(")) }
    written += text.utf8
    if columnCount > 1, index == columnCount - 1 { written.append(UInt8(ascii: ")")) }
    count += 1
  }

  private func write(_ introducer: String, _ bytes: UnsafeRawBufferPointer, at index: Int) {
    write(Self.literal(introducer, bytes), at: index)
  }

  private static func literal(_ introducer: String, _ bytes: UnsafeRawBufferPointer) -> String {
    var digits = [UInt8]()
    digits.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      digits.append(Self.digits[Int(byte >> 4)])
      digits.append(Self.digits[Int(byte & 15)])
    }
    return "\(introducer)x'\(String(decoding: digits, as: UTF8.self))'"
  }

  /// A string as SQL.
  static func literal(_ text: String) -> String {
    var text = text
    return text.withUTF8 { literal("_utf8mb4 ", UnsafeRawBufferPointer($0)) }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private func refuse(_ kind: DatabaseError.Kind, _ reason: String) {
    if failure == nil { failure = DatabaseError(kind, "row \(count / columnCount + 1) of a list: \(reason)") }
  }

  func bindNull(at index: Int) { write("NULL", at: index) }

  func bind(_ value: Int64, at index: Int) {
    guard numbers != nil else { return write(String(value), at: index) }
    numbers?.append(value)
    count += 1
  }

  func bind(_ value: Double, at index: Int) {
    guard value.isFinite else { return refuse(.outOfRange, "MariaDB knows no \(value.isNaN ? "NaN" : "infinity")") }
    // With an exponent it is no exact decimal number.
    let digits = "\(value)"
    write(digits.utf8.contains(UInt8(ascii: "e")) ? digits : digits + "e0", at: index)
  }

  func bind(_ value: String, at index: Int) {
    if !unequalled.isEmpty, unequalled.contains(Array(value.utf8)) {
      leftOut = value
    } else {
      write(Self.literal(value), at: index)
    }
  }

  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { write("", bytes, at: index) }

  func bind(_ value: Value, at index: Int) {
    switch value {
    case .null: bindNull(at: index)
    case .int(let number): bind(number, at: index)
    case .uint(let number): write(String(number), at: index)
    case .double(let number): bind(number, at: index)
    case .decimal(let number): write(number.description, at: index)
    case .text(let text), .json(let text): bind(text, at: index)
    case .bytes(let bytes): bytes.withUnsafeBytes { bind(bytes: $0, at: index) }
    case .date(let date):
      guard date.year >= 0 else { return refuse(.outOfRange, "MariaDB has no years before 0") }
      write("DATE'\(date)'", at: index)
    case .time(let time):
      guard time.microseconds.magnitude <= CivilTime.longestInMariaDB else {
        return refuse(.outOfRange, "MariaDB's TIME ends at 838:59:59.999999")
      }
      write("TIME'\(time)'", at: index)
    case .timestamp(let timestamp): write(timestamp, at: index)
    // The session is at +00:00.
    case .instant(let instant): write(CivilTimestamp(utc: instant), at: index)
    case .uuid(let uuid): bind(uuid.uuidString.lowercased(), at: index)
    case .other("text", let bytes): bytes.withUnsafeBytes { write("_utf8mb4 ", $0, at: index) }
    case .other(let type, _): refuse(.unsupported, "a value of the type \(type) can't be bound; bind its bytes")
    }
  }

  private func write(_ timestamp: CivilTimestamp, at index: Int) {
    guard timestamp.date.year >= 0 else { return refuse(.outOfRange, "MariaDB has no years before 0") }
    write("TIMESTAMP'\(timestamp)'", at: index)
  }
}
