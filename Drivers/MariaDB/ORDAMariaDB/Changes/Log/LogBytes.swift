/// Reads the parts of an event, one after another, and never beyond its end.
struct LogBytes {
  // Proof: what is read lies between `position` and `bytes.count`; `take` alone ensures it.
  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0

  /// The bytes must stay in place for as long as this is used.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }
  /// Everything not read yet.
  var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }

  /// The next bytes.
  @inline(__always)
  mutating func take(_ count: Int) throws(DamagedEvent) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= bytes.count &- position else { throw DamagedEvent() }
    let start = position
    position = start &+ count
    return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
  }

  mutating func skip(_ count: Int) throws(DamagedEvent) { _ = try take(count) }

  mutating func byte() throws(DamagedEvent) -> UInt8 { try take(1)[0] }

  /// A number with the lowest byte first, as in memory.
  @inline(__always)
  mutating func load<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type) throws(DamagedEvent) -> T {
    T(littleEndian: try take(MemoryLayout<T>.size).loadUnaligned(as: T.self))
  }

  /// A number of up to 8 bytes, the lowest first.
  @inline(__always)
  mutating func little(_ count: Int) throws(DamagedEvent) -> UInt64 {
    try take(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A number of up to 8 bytes, the highest first.
  @inline(__always)
  mutating func big(_ count: Int) throws(DamagedEvent) -> UInt64 {
    try take(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A number that says how many bytes it has.
  mutating func packed() throws(DamagedEvent) -> Int {
    let first = try byte()
    switch first {
    case 0..<251: return Int(first)
    case 252: return Int(try load(UInt16.self))
    case 253: return Int(try little(3))
    case 254:
      guard let number = Int(exactly: try load(UInt64.self)) else { throw DamagedEvent() }
      return number
    default: throw DamagedEvent()
    }
  }

  /// Bytes after their count.
  mutating func packedBytes() throws(DamagedEvent) -> UnsafeRawBufferPointer { try take(try packed()) }

  mutating func text(_ count: Int) throws(DamagedEvent) -> String {
    String(decoding: try take(count), as: UTF8.self)
  }
}
