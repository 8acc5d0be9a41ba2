#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import CMariaDB
internal import ORDA

/// What MariaDB gets for each value: the table in the documentation says the same.
extension MariaDBStatement {
  private func refuse(_ index: Int, _ kind: DatabaseError.Kind, _ reason: String) {
    if bindFailure == nil { bindFailure = DatabaseError(kind, "parameter \(index + 1): \(reason)", sql: sql) }
  }

  func bindNull(at index: Int) { bound.setNull(index) }

  func bind(_ value: Int64, at index: Int) { bound.set(value, index) }

  func bind(_ value: Double, at index: Int) {
    guard value.isFinite else {
      return refuse(index, .outOfRange, "MariaDB can't store \(value.isNaN ? "NaN" : "infinity")")
    }
    bound.set(value, index)
  }

  func bind(_ value: String, at index: Int) {
    var value = value
    value.withUTF8 { set(UnsafeRawBufferPointer($0), index, as: MYSQL_TYPE_VAR_STRING) }
  }

  func bind(bytes: UnsafeRawBufferPointer, at index: Int) { set(bytes, index, as: MYSQL_TYPE_BLOB) }

  /// Don't even copy what no message can hold.
  private func set(_ bytes: UnsafeRawBufferPointer, _ index: Int, as type: enum_field_types) {
    guard bytes.count < connection.session.largestContent else {
      if bindFailure == nil {
        bindFailure = connection.session.tooLong("parameter \(index + 1) has \(bytes.count) bytes", sql: sql)
      }
      return
    }
    bound.set(bytes, index, as: type)
  }

  func bind(_ value: Value, at index: Int) {
    switch value {
    case .null: bindNull(at: index)
    case .int(let number): bound.set(number, index)
    case .uint(let number): bound.set(number, index)
    case .double(let number): bind(number, at: index)
    case .decimal(let number):
      var text = number.description
      text.withUTF8 { bound.set(UnsafeRawBufferPointer($0), index, as: MYSQL_TYPE_NEWDECIMAL) }
    case .text(let text), .json(let text): bind(text, at: index)
    case .bytes(let bytes): bytes.withUnsafeBytes { bind(bytes: $0, at: index) }
    case .date(let date): bind(date, nil, as: MYSQL_TYPE_DATE, at: index)
    case .time(let time): bind(time, at: index)
    case .timestamp(let timestamp): bind(timestamp.date, timestamp.time, as: MYSQL_TYPE_DATETIME, at: index)
    case .instant(let instant):
      // The session is at +00:00, where a TIMESTAMP column gets exactly this.
      let timestamp = CivilTimestamp(utc: instant)
      bind(timestamp.date, timestamp.time, as: MYSQL_TYPE_DATETIME, at: index)
    case .uuid(let uuid): bind(uuid.uuidString.lowercased(), at: index)
    case .other(let type, _): refuse(index, .unsupported, "a value of the type \(type) can't be bound; bind its bytes")
    }
  }

  private func bind(_ date: CivilDate, _ time: CivilTime?, as type: enum_field_types, at index: Int) {
    guard date.year >= 0 else { return refuse(index, .outOfRange, "MariaDB has no years before 0") }
    var value = MYSQL_TIME()
    value.year = UInt32(truncatingIfNeeded: date.year)
    value.month = UInt32(truncatingIfNeeded: date.month)
    value.day = UInt32(truncatingIfNeeded: date.day)
    if let time { value.setTime(time) }
    bound.set(value, index, as: type)
  }

  private func bind(_ time: CivilTime, at index: Int) {
    guard time.microseconds.magnitude <= CivilTime.longestInMariaDB else {
      return refuse(index, .outOfRange, "MariaDB's TIME ends at 838:59:59.999999")
    }
    var value = MYSQL_TIME()
    value.setTime(time)
    // The protocol has one byte for the hours.
    value.day = value.hour / 24
    value.hour %= 24
    value.neg = time.isNegative ? 1 : 0
    bound.set(value, index, as: MYSQL_TYPE_TIME)
  }
}

extension MYSQL_TIME {
  fileprivate mutating func setTime(_ time: CivilTime) {
    hour = UInt32(truncatingIfNeeded: time.hour)
    minute = UInt32(truncatingIfNeeded: time.minute)
    second = UInt32(truncatingIfNeeded: time.second)
    second_part = UInt(truncatingIfNeeded: time.microsecond)
  }
}

extension CivilTime {
  /// 838:59:59.999999 in microseconds, the longest that the type TIME has.
  static let longestInMariaDB: UInt64 = 3_020_399_999_999
}
