import ORDA

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A number that rows with the same values share, and hardly any others.
///
/// It holds within one run of the program.
struct RowHash {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Takes the next cell into account.
  @inline(__always)
  mutating func add(_ cell: CopyCell) {
    switch cell {
    case .null: mix(1)
    case .integer(let number): add(2, UInt64(bitPattern: number))
    case .double(let number): add(number)
    case .text(let bytes): add(4, UnsafeRawBufferPointer(bytes))
    case .bytes(let bytes): add(5, bytes)
    case .value(let value): add(value)
    }
  }

  private mutating func add(_ value: Value) {
    switch value {
    case .null: mix(1)
    case .int(let number): add(2, UInt64(bitPattern: number))
    case .uint(let number): add(6, number)
    case .double(let number): add(number)
    case .decimal(let decimal):
      var hasher = Hasher()
      decimal.hash(into: &hasher)
      add(7, UInt64(bitPattern: Int64(hasher.finalize())))
    case .text(var text), .json(var text): text.withUTF8 { add(4, UnsafeRawBufferPointer($0)) }
    case .bytes(let bytes): bytes.withUnsafeBytes { add(5, $0) }
    case .date(let date): add(8, UInt64(bitPattern: Int64(date.daysSince1970)))
    case .time(let time): add(9, UInt64(bitPattern: time.microseconds))
    case .timestamp(let timestamp): add(10, UInt64(bitPattern: timestamp.microsecondsSince1970))
    case .instant(let instant): add(11, UInt64(bitPattern: instant.microsecondsSince1970))
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { add(12, $0) }
    case .other(_, let bytes): bytes.withUnsafeBytes { add(13, $0) }
    }
  }

  /// Zero has a sign that not every database keeps.
  private mutating func add(_ number: Double) { add(3, number == 0 ? 0 : number.bitPattern) }

  private mutating func add(_ tag: UInt64, _ number: UInt64) {
    mix(tag)
    mix(number)
  }

  private mutating func add(_ tag: UInt64, _ bytes: UnsafeRawBufferPointer) {
    mix(tag &+ UInt64(truncatingIfNeeded: bytes.count) &<< 8)
    var offset = 0
    while offset &+ 8 <= bytes.count {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest &<< 8 | UInt64(bytes[offset])
      offset &+= 1
    }
    mix(rest)
  }

  /// Both halves of the product depend on every bit of both factors.
  @inline(__always)
  private mutating func mix(_ number: UInt64) {
    let product = (value ^ number).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    value = (product.high ^ product.low) &+ 0xE703_7ED1_A0B4_28DB
  }
}

/// How many rows there are, and a sum over them that does not depend on their order.
struct RowChecksum: Equatable {
  var count = 0
  var sum: UInt64 = 0

  mutating func add(_ hash: RowHash) {
    count &+= 1
    // Hashed again: those of similar rows must not add up.
    sum &+= hash.value ^ (hash.value &>> 29)
  }

  /// What was added to a table that had rows already.
  static func - (all: RowChecksum, before: RowChecksum) -> RowChecksum {
    RowChecksum(count: all.count - before.count, sum: all.sum &- before.sum)
  }
}
