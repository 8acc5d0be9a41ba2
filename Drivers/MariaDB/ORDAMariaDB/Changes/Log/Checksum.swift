internal import CMariaDB

/// The CRC-32 that ends each event of the log.
enum Checksum {
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return UInt32(truncatingIfNeeded: crc32_z(0, start, bytes.count))
  }
}
