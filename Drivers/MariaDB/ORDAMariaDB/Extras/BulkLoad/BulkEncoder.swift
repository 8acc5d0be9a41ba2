#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import ORDA

/// Writes rows as `LOAD DATA` reads them: fields end with a tab, lines with a line feed; inside a field a backslash
/// precedes either.
///
/// Strings are UTF-8. Fields of columns with bytes are hexadecimal digits, since as text they would have to be UTF-8
/// too.
final class BulkEncoder: BindTarget {
  /// How the fields of a column are written.
  enum Form {
    case text
    /// The bytes of the string, or the value's bytes, as hexadecimal digits.
    case hexadecimal
    /// An unsigned number, for BIT.
    case bits
  }

  private let forms: [Form]
  private var bytes: [UInt8] = []
  private var rowCount = 0
  private var takenCount = 0
  /// The next column.
  private var field = 0
  private var failure: DatabaseError?

  /// How many bytes are collected before they are sent: enough that one statement more or less does not matter.
  private static let chunkSize = 4 << 20

  private static let digits = Array("0123456789ABCDEF".utf8)

  init(_ forms: [Form]) {
    self.forms = forms
    bytes.reserveCapacity(Self.chunkSize)
  }

  /// True if there is enough for a statement.
  var isFull: Bool { bytes.count >= Self.chunkSize }

  /// The rows that were written since the last call; nil if there are none.
  func takeRows() -> BulkRows? {
    guard rowCount > 0 else { return nil }
    defer {
      bytes = []
      bytes.reserveCapacity(Self.chunkSize)
      takenCount += rowCount
      rowCount = 0
    }
    return BulkRows(lines: bytes, count: rowCount)
  }

  // MARK: Rows

  /// Appends a value to the row.
  func append(_ value: some ValueConvertible) throws(DatabaseError) {
    guard field < forms.count else {
      throw DatabaseError(.misuse, "the row has more values than there are columns, \(forms.count)")
    }
    try value.bind(to: self, at: field)
  }

  /// Adds a row; the body appends its values.
  ///
  /// - Throws: What was wrong with the row, with its place among all.
  func addRow(_ body: (borrowing MariaDB.BulkRow) throws -> Void) throws {
    do {
      try body(MariaDB.BulkRow(encoder: self))
      if let failure { throw failure }
      guard field == forms.count else {
        throw DatabaseError(.misuse, "the row has \(field) values, and there are \(forms.count) columns")
      }
    } catch var error as DatabaseError {
      if error.batchIndex == nil { error.batchIndex = takenCount + rowCount }
      throw error
    }
    bytes.append(UInt8(ascii: "\n"))
    field = 0
    rowCount += 1
  }

  // MARK: BindTarget

  func bindNull(at index: Int) {
    beginField()
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(UInt8(ascii: "N"))
  }

  func bind(_ value: Int64, at index: Int) { write(plain: value < 0 ? "-" : "", number: value.magnitude) }

  func bind(_ value: Double, at index: Int) {
    guard value.isFinite else {
      return refuse(.outOfRange, "MariaDB can't store \(value.isNaN ? "NaN" : "infinity")")
    }
    write(plain: value.description)
  }

  func bind(_ value: String, at index: Int) {
    var value = value
    value.withUTF8 { write(text: UnsafeRawBufferPointer($0)) }
  }

  func bind(bytes: UnsafeRawBufferPointer, at index: Int) {
    // Invalid UTF-8 could swallow the tab after it.
    if forms[index] == .text, String(validating: bytes, as: UTF8.self) == nil {
      return refuse(.typeMismatch, "the column holds text, and the bytes are no UTF-8")
    }
    write(text: bytes)
  }

  func bind(_ value: Value, at index: Int) {
    switch value {
    case .null: bindNull(at: index)
    case .int(let number): bind(number, at: index)
    case .uint(let number): write(plain: "", number: number)
    case .double(let number): bind(number, at: index)
    case .decimal(let number): write(plain: number.description)
    case .text(let text), .json(let text): bind(text, at: index)
    case .bytes(let bytes): bytes.withUnsafeBytes { bind(bytes: $0, at: index) }
    case .date(let date): write(date, date.description)
    case .time(let time):
      guard time.microseconds.magnitude <= CivilTime.longestInMariaDB else {
        return refuse(.outOfRange, "MariaDB's TIME ends at 838:59:59.999999")
      }
      write(plain: time.description)
    case .timestamp(let timestamp): write(timestamp.date, timestamp.description)
    case .instant(let instant):
      // The session is at +00:00.
      let timestamp = CivilTimestamp(utc: instant)
      write(timestamp.date, timestamp.description)
    case .uuid(let uuid): write(plain: uuid.uuidString.lowercased())
    case .other(let type, _): refuse(.unsupported, "a value of the type \(type) can't be loaded; append its bytes")
    }
  }

  // MARK: Fields

  private func refuse(_ kind: DatabaseError.Kind, _ reason: String) {
    if failure == nil { failure = DatabaseError(kind, "value \(field + 1): \(reason)") }
    field += 1
  }

  private func beginField() {
    if field > 0 { bytes.append(UInt8(ascii: "\t")) }
    field += 1
  }

  private func write(_ date: CivilDate, _ text: String) {
    guard date.year >= 0 else { return refuse(.outOfRange, "MariaDB has no years before 0") }
    write(plain: text)
  }

  /// A string that needs no escaping.
  private func write(plain text: String, number: UInt64? = nil) {
    let form = forms[field]
    beginField()
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    if let number { write(digitsOf: number) }
    guard form == .hexadecimal else { return }
    let plain = Array(bytes[start...])
    bytes.removeSubrange(start...)
    plain.withUnsafeBytes { writeHexadecimal($0) }
  }

  private func write(digitsOf number: UInt64) {
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  private func write(text: UnsafeRawBufferPointer) {
    switch forms[field] {
    case .text:
      beginField()
      writeEscaped(text)
    case .hexadecimal:
      beginField()
      writeHexadecimal(text)
    case .bits:
      let value = text.drop { $0 == 0 }
      guard value.count <= 8 else { return refuse(.outOfRange, "MariaDB's BIT has at most 64 bits") }
      write(plain: "", number: value.reduce(0) { $0 << 8 | UInt64($1) })
    }
  }

  private func writeEscaped(_ text: UnsafeRawBufferPointer) {
    guard text.contains(where: { Self.isSpecial($0) }) else { return bytes.append(contentsOf: text) }
    for byte in text {
      guard Self.isSpecial(byte) else {
        bytes.append(byte)
        continue
      }
      bytes.append(UInt8(ascii: "\\"))
      switch byte {
      case 0: bytes.append(UInt8(ascii: "0"))
      case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
      case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
      default: bytes.append(byte)
      }
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == 0 || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\\")
  }

  private func writeHexadecimal(_ text: UnsafeRawBufferPointer) {
    for byte in text {
      bytes.append(Self.digits[Int(byte >> 4)])
      bytes.append(Self.digits[Int(byte & 15)])
    }
  }
}

/// Some rows, as the server reads them.
struct BulkRows: Sendable {
  let lines: [UInt8]
  let count: Int
}
