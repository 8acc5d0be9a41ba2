#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import ORDA

extension SentParameters {
  /// Appends a value in the form of the type that the server wants; as a text, which the server reads, where there is
  /// no other.
  func append(_ value: BoundValue, as type: UInt32) {
    switch value {
    case .null: appendNull()
    case .int(let number): append(number, value, as: type)
    case .double(let number):
      switch type {
      case ServerType.float8: append(number.bitPattern)
      case ServerType.float4: append(Float(number).bitPattern)
      default: append(textOf: value)
      }
    case .text(var text):
      switch type {
      case ServerType.bytea, ServerType.text, ServerType.varchar, ServerType.bpchar:
        text.withUTF8 { append(UnsafeRawBufferPointer($0), isBinary: true) }
      default: text.withUTF8 { append(UnsafeRawBufferPointer($0), isBinary: false) }
      }
    case .bytes(let bytes):
      if type == ServerType.bytea { return bytes.withUnsafeBytes { append($0, isBinary: true) } }
      append(textOf: value)
    case .value(let other): append(other, value, as: type)
    }
  }

  private func append(_ number: Int64, _ value: BoundValue, as type: UInt32) {
    switch type {
    case ServerType.int8: append(number)
    case ServerType.int4 where Int32(exactly: number) != nil: append(Int32(truncatingIfNeeded: number))
    case ServerType.int2 where Int16(exactly: number) != nil: append(Int16(truncatingIfNeeded: number))
    case ServerType.bool where number == 0 || number == 1: append(UInt8(truncatingIfNeeded: number))
    case ServerType.oid where UInt32(exactly: number) != nil: append(UInt32(truncatingIfNeeded: number))
    default: append(textOf: value)
    }
  }

  private func append(textOf value: BoundValue) {
    if let text = value.text { append(text: text) } else { appendNull() }
  }

  private func append(_ value: Value, _ bound: BoundValue, as type: UInt32) {
    switch (value, type) {
    case (.date(let date), ServerType.date):
      append(Int32(truncatingIfNeeded: date.daysSince1970 - BinaryCell.epochDays))
    case (.time(let time), ServerType.time) where time.isTimeOfDay: append(time.microseconds)
    case (.time(let time), ServerType.interval): append(interval: time.microseconds)
    case (.timestamp(let timestamp), ServerType.timestamp):
      append(timestamp.microsecondsSince1970 &- BinaryCell.epochMicroseconds)
    case (.instant(let instant), ServerType.timestamptz):
      append(instant.microsecondsSince1970 &- BinaryCell.epochMicroseconds)
    case (.uuid(let uuid), ServerType.uuid):
      withUnsafeBytes(of: uuid.uuid) { append($0, isBinary: true) }
    default: append(textOf: bound)
    }
  }
}
