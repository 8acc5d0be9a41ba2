/// Reads the parts of a message, one after another, and never beyond its end.
struct LogBytes {
  // Proof: what is read lies between `position` and `bytes.count`; `take` alone ensures it.
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  /// The bytes must stay in place for as long as this is used.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// How many bytes are not read yet.
  var left: Int { bytes.count - position }
  /// Everything not read yet.
  var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }

  /// The next bytes.
  mutating func take(_ count: Int) throws(DamagedMessage) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= left else { throw DamagedMessage() }
    let start = position
    position = start + count
    return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
  }

  mutating func byte() throws(DamagedMessage) -> UInt8 { try take(1)[0] }

  /// A number with the highest byte first.
  mutating func load<T: FixedWidthInteger & BitwiseCopyable>(
    _ type: T.Type = T.self
  ) throws(DamagedMessage) -> T {
    T(bigEndian: try take(MemoryLayout<T>.size).loadUnaligned(as: T.self))
  }

  /// A text that ends with a NUL.
  mutating func text() throws(DamagedMessage) -> String {
    guard let end = rest.firstIndex(of: 0) else { throw DamagedMessage() }
    let text = String(decoding: try take(end), as: UTF8.self)
    _ = try byte()
    return text
  }
}

/// A message of the server's log that is not as messages are.
struct DamagedMessage: Error {}
