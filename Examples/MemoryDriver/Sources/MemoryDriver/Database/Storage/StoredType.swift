import Foundation
import ORDA

/// What a column holds. It takes what ``ColumnValue`` says that its Swift type is read from, and nothing else:
///
/// | declared | stored as | takes what can be read as |
/// |---|---|---|
/// | `BOOLEAN` | integer 0 or 1 | `Bool` |
/// | `SMALLINT`, `INTEGER`, `BIGINT` | integer | `Int16`, `Int32`, `Int64` |
/// | `REAL`, `FLOAT`, `DOUBLE PRECISION` | double | `Double`, but for NaN |
/// | `DECIMAL(p, s)`, `NUMERIC(p, s)` | decimal, always with s places | `ExactDecimal` of p digits, none lost |
/// | `CHAR(n)`, `VARCHAR(n)`, `CHARACTER VARYING(n)`, `CLOB`, `TEXT` | text | `String` of n characters; numbers, dates and UUIDs as their text |
/// | `BINARY(n)`, `VARBINARY(n)`, `BLOB` | bytes | `[UInt8]`, n of them |
/// | `DATE` | date | `CivilDate` |
/// | `TIME` | time, to the microsecond whatever is written in `( )` | `CivilTime` |
/// | `TIMESTAMP` | timestamp, to the microsecond | `CivilTimestamp` |
/// | `TIMESTAMP WITH TIME ZONE` | instant, to the microsecond | `Instant` |
/// | `UUID` | uuid | `UUID` |
/// | `JSON` | json, its text as it is | `String` |
enum StoredType: Sendable {
  case boolean, double, date, time, timestamp, instant, uuid, json
  case integer(ClosedRange<Int64>)
  case decimal(precision: Int?, scale: Int)
  case text(maximum: Int?)
  case bytes(maximum: Int?)

  /// A type by its words in capitals and the numbers behind them; nil for one that there isn't.
  init?(_ words: String, _ numbers: [Int]) {
    switch (words, numbers.count) {
    case ("BOOLEAN", 0): self = .boolean
    case ("SMALLINT", 0): self = .integer(Int64(Int16.min)...Int64(Int16.max))
    case ("INTEGER", 0), ("INT", 0): self = .integer(Int64(Int32.min)...Int64(Int32.max))
    case ("BIGINT", 0): self = .integer(.min...(.max))
    case ("REAL", 0), ("FLOAT", 0...1), ("DOUBLE PRECISION", 0), ("DOUBLE", 0): self = .double
    case ("DECIMAL", 0...2), ("NUMERIC", 0...2):
      let scale = numbers.count == 2 ? numbers[1] : 0
      guard numbers.isEmpty || (1...1000).contains(numbers[0]) && scale <= numbers[0] else { return nil }
      self = .decimal(precision: numbers.first, scale: scale)
    case ("CHAR", 0...1), ("CHARACTER", 0...1), ("VARCHAR", 0...1), ("CHARACTER VARYING", 0...1), ("TEXT", 0),
      ("CLOB", 0), ("CHARACTER LARGE OBJECT", 0):
      self = .text(maximum: numbers.first)
    case ("BINARY", 0...1), ("VARBINARY", 0...1), ("BINARY VARYING", 0...1), ("BLOB", 0), ("BINARY LARGE OBJECT", 0):
      self = .bytes(maximum: numbers.first)
    case ("DATE", 0): self = .date
    case ("TIME", 0...1): self = .time
    case ("TIMESTAMP", 0...1): self = .timestamp
    case ("TIMESTAMP WITH TIME ZONE", 0...1): self = .instant
    case ("UUID", 0): self = .uuid
    case ("JSON", 0): self = .json
    default: return nil
    }
  }

  /// A value as a column of this type holds it.
  ///
  /// - Throws: `typeMismatch`, `outOfRange` or `dataTooLong`.
  func stored(_ value: Value) throws(DatabaseError) -> Value {
    switch self {
    case .boolean: return .int(try Bool(value: value) ? 1 : 0)
    case .integer(let range):
      let number = try Int64(value: value)
      guard range.contains(number) else { throw DatabaseError(.outOfRange, "the number is too large") }
      return .int(number)
    case .double: return .double(try Double(value: value))
    case .decimal(let precision, let scale): return .decimal(try decimal(value, precision, scale))
    case .text(let maximum):
      let text = try text(of: value)
      try check(text.unicodeScalars.count, maximum)
      return .text(text)
    case .bytes(let maximum):
      let bytes = try [UInt8](value: value)
      try check(bytes.count, maximum)
      return .bytes(bytes)
    case .date: return .date(try CivilDate(value: value))
    case .time: return .time(try CivilTime(value: value))
    case .timestamp:
      if case .instant(let instant) = value { return .timestamp(CivilTimestamp(utc: instant)) }
      return .timestamp(try CivilTimestamp(value: value))
    case .instant: return .instant(try Instant(value: value))
    case .uuid: return .uuid(try UUID(value: value))
    case .json: return .json(try String(value: value))
    }
  }

  private func text(of value: Value) throws(DatabaseError) -> String {
    switch value {
    case .bytes, .other: throw DatabaseError(.typeMismatch, "bytes are no text")
    case .uuid(let uuid): uuid.uuidString.lowercased()
    default: value.description
    }
  }

  private func check(_ count: Int, _ maximum: Int?) throws(DatabaseError) {
    if let maximum, count > maximum { throw DatabaseError(.dataTooLong, "it is longer than \(maximum)") }
  }

  private func decimal(_ value: Value, _ precision: Int?, _ scale: Int) throws(DatabaseError) -> ExactDecimal {
    let number = try ExactDecimal(value: value)
    guard let precision else { return number }
    let spare = number.scale - scale
    let kept = spare > 0 ? number.digits.dropLast(spare) : number.digits + Array(repeating: 0, count: -spare)
    guard let scaled = ExactDecimal(isNegative: number.isNegative, digits: Array(kept), scale: scale),
      scaled == number, scaled.digitCount <= precision
    else { throw DatabaseError(.outOfRange, "the number has too many digits") }
    return scaled
  }
}
