#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import CMariaDB
internal import ORDA

/// Reads cells in place in the server's packet: numbers with the lowest byte first, everything else after its length.
extension MariaDBStatement {
  @inline(__always)
  func cell(_ index: Int) -> UnsafePointer<UInt8>? {
    orda_mariadb_cell(handle, UInt32(truncatingIfNeeded: index))
  }

  @inline(__always)
  func load<T: BitwiseCopyable>(_ cell: UnsafePointer<UInt8>, _ type: T.Type) -> T {
    UnsafeRawPointer(cell).loadUnaligned(as: T.self)
  }

  /// The bytes after their length.
  @inline(__always)
  func content(_ cell: UnsafePointer<UInt8>, _ index: Int) -> UnsafeBufferPointer<UInt8> {
    let start = cell + Int(orda_mariadb_length_size(cell.pointee))
    return UnsafeBufferPointer(
      start: start, count: Int(orda_mariadb_cell_length(handle, UInt32(truncatingIfNeeded: index))))
  }

  /// How many bytes a cell takes in the row, including its length.
  func cellSize(_ cell: UnsafePointer<UInt8>, _ index: Int) -> Int {
    switch kinds[index] {
    case .null: 0
    case .int8, .uint8: 1
    case .int16, .uint16: 2
    case .int32, .uint32, .float: 4
    case .int64, .uint64, .double: 8
    default: Int(orda_mariadb_length_size(cell.pointee)) + content(cell, index).count
    }
  }

  func isNull(_ cell: Int) -> Bool { self.cell(cell) == nil }

  func int(_ cell: Int) -> Int64? {
    guard let place = self.cell(cell) else { return nil }
    switch kinds[cell] {
    case .int32: return Int64(load(place, Int32.self))
    case .int64: return load(place, Int64.self)
    case .int8: return Int64(load(place, Int8.self))
    case .uint8: return Int64(load(place, UInt8.self))
    case .int16: return Int64(load(place, Int16.self))
    case .uint16: return Int64(load(place, UInt16.self))
    case .uint32: return Int64(load(place, UInt32.self))
    case .uint64: return Int64(exactly: load(place, UInt64.self))
    case .bit: return Int64(exactly: bits(place, cell))
    default: return nil
    }
  }

  func double(_ cell: Int) -> Double? {
    guard let place = self.cell(cell) else { return nil }
    switch kinds[cell] {
    case .double: return load(place, Double.self)
    case .float: return Double(load(place, Float.self))
    default: return nil
    }
  }

  func text(_ cell: Int) -> String? {
    guard let bytes = utf8(cell) else { return nil }
    return TextDecoding.string(bytes)
  }

  func utf8(_ cell: Int) -> UnsafeBufferPointer<UInt8>? {
    let kind = kinds[cell]
    guard kind == .text || kind == .json, let place = self.cell(cell) else { return nil }
    return content(place, cell)
  }

  func bytes(_ cell: Int) -> UnsafeRawBufferPointer? {
    guard kinds[cell] == .bytes, let place = self.cell(cell) else { return nil }
    return UnsafeRawBufferPointer(content(place, cell))
  }

  func value(_ cell: Int) -> Value {
    guard let place = self.cell(cell) else { return .null }
    switch kinds[cell] {
    case .null: return .null
    case .int8, .uint8, .int16, .uint16, .int32, .uint32, .int64: return int(cell).map { .int($0) } ?? .null
    case .uint64: return .integer(load(place, UInt64.self))
    case .bit: return .integer(bits(place, cell))
    case .float: return .double(Double(load(place, Float.self)))
    case .double: return .double(load(place, Double.self))
    case .text: return TextDecoding.value(content(place, cell))
    case .json:
      let bytes = content(place, cell)
      return TextDecoding.string(bytes).map { .json($0) } ?? TextDecoding.value(bytes)
    case .bytes: return .bytes(Array(content(place, cell)))
    case .decimal:
      let digits = content(place, cell)
      return ExactDecimal(utf8: digits).map { .decimal($0) } ?? .text(String(decoding: digits, as: UTF8.self))
    case .uuid:
      let text = String(decoding: content(place, cell), as: UTF8.self)
      return UUID(uuidString: text).map { .uuid($0) } ?? .text(text)
    case .time: return .time(time(content(place, cell)))
    case .date: return timestamp(content(place, cell)).map { .date($0.date) } ?? .null
    case .timestamp: return timestamp(content(place, cell)).map { .timestamp($0) } ?? .null
    case .instant: return timestamp(content(place, cell)).map { .instant(Instant(utc: $0)) } ?? .null
    }
  }

  func appendRow(to buffer: RowBuffer) {
    for index in kinds.indices {
      guard let place = cell(index) else {
        buffer.appendNull()
        continue
      }
      switch kinds[index] {
      case .int32: buffer.append(Int64(load(place, Int32.self)))
      case .int64: buffer.append(load(place, Int64.self))
      case .double: buffer.append(load(place, Double.self))
      case .text: buffer.append(utf8: UnsafeRawBufferPointer(content(place, index)))
      case .bytes: buffer.append(bytes: UnsafeRawBufferPointer(content(place, index)))
      default: buffer.append(value(index))
      }
    }
  }

  // MARK: Types of several parts

  /// BIT has its highest byte first.
  private func bits(_ place: UnsafePointer<UInt8>, _ index: Int) -> UInt64 {
    content(place, index).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// `sign days(4) hours minutes seconds microseconds(4)`, or nothing for zero.
  private func time(_ bytes: UnsafeBufferPointer<UInt8>) -> CivilTime {
    guard bytes.count >= 8, let start = bytes.baseAddress else { return CivilTime(microseconds: 0) }
    // The parts were checked when the row came, so nothing overflows.
    let hours = Int64(load(start + 1, UInt32.self)) * 24 + Int64(bytes[5])
    let seconds = (hours * 60 + Int64(bytes[6])) * 60 + Int64(bytes[7])
    let fraction = bytes.count >= 12 ? Int64(load(start + 8, UInt32.self)) : 0
    let magnitude = seconds * 1_000_000 + fraction
    return CivilTime(microseconds: bytes[0] != 0 ? -magnitude : magnitude)
  }

  /// `year(2) month day hours minutes seconds microseconds(4)`, without trailing zeros; nil for a day that no calendar
  /// has.
  func timestamp(_ bytes: UnsafeBufferPointer<UInt8>) -> CivilTimestamp? {
    guard bytes.count >= 4, let start = bytes.baseAddress else { return nil }
    let hasTime = bytes.count >= 7
    return CivilTimestamp(
      year: Int(load(start, UInt16.self)), month: Int(bytes[2]), day: Int(bytes[3]), hour: hasTime ? Int(bytes[4]) : 0,
      minute: hasTime ? Int(bytes[5]) : 0, second: hasTime ? Int(bytes[6]) : 0,
      microsecond: bytes.count >= 11 ? Int(truncatingIfNeeded: load(start + 7, UInt32.self)) : 0)
  }
}
