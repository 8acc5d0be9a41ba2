internal import ORDA

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What takes values in the binary form of the server's types.
protocol BinaryForms: AnyObject {
  /// Appends a number, the highest byte first.
  func append<T: FixedWidthInteger & BitwiseCopyable>(_ number: T)
  /// Appends bytes as they are.
  func append(binary bytes: UnsafeRawBufferPointer)
}

/// Each of these appends a value as one of the type; false, and nothing is appended, where it has no form there.
extension BinaryForms {
  @inline(__always)
  func append(_ number: Int64, as type: UInt32) -> Bool {
    switch type {
    case ServerType.int8: append(number)
    case ServerType.int4 where Int32(exactly: number) != nil: append(Int32(truncatingIfNeeded: number))
    case ServerType.int2 where Int16(exactly: number) != nil: append(Int16(truncatingIfNeeded: number))
    case ServerType.bool where number == 0 || number == 1: append(UInt8(truncatingIfNeeded: number))
    case ServerType.oid where UInt32(exactly: number) != nil: append(UInt32(truncatingIfNeeded: number))
    default: return false
    }
    return true
  }

  @inline(__always)
  func append(_ number: Double, as type: UInt32) -> Bool {
    switch type {
    case ServerType.float8: append(number.bitPattern)
    case ServerType.float4:
      // The server refuses what has no place in 32 bits, where it reads it; here it would become infinity, or 0.
      let narrow = Float(number)
      guard narrow.isFinite == number.isFinite, narrow != 0 || number == 0 else { return false }
      append(narrow.bitPattern)
    default: return false
    }
    return true
  }

  /// Dates, times, decimals and UUIDs.
  func append(_ value: Value, as type: UInt32) -> Bool {
    switch (value, type) {
    case (.date(let date), ServerType.date):
      append(Int32(truncatingIfNeeded: date.daysSince1970 - BinaryCell.epochDays))
    case (.time(let time), ServerType.time) where time.isTimeOfDay: append(time.microseconds)
    case (.time(let time), ServerType.interval): append(interval: time.microseconds)
    case (.timestamp(let timestamp), ServerType.timestamp):
      append(timestamp.microsecondsSince1970 &- BinaryCell.epochMicroseconds)
    case (.instant(let instant), ServerType.timestamptz):
      append(instant.microsecondsSince1970 &- BinaryCell.epochMicroseconds)
    case (.uuid(let uuid), ServerType.uuid): withUnsafeBytes(of: uuid.uuid) { append(binary: $0) }
    case (.decimal(let decimal), ServerType.numeric):
      NumericCell.bytes(of: decimal).withUnsafeBytes { append(binary: $0) }
    default: return false
    }
    return true
  }

  private func append(interval microseconds: Int64) {
    // Then the days, and the months.
    withUnsafeBytes(of: (microseconds.bigEndian, 0 as Int64)) { append(binary: $0) }
  }
}
