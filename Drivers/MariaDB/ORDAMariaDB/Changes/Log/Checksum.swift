/// The CRC-32 that ends each event of the log.
enum Checksum {
  /// Eight tables of 256 numbers, by which eight bytes are taken at once.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for index in 0..<256 {
      var sum = UInt32(index)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
      tables[index] = sum
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 255)]
    }
    return tables
  }()

  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      // Each index is a byte, plus 256 times the number of its table.
      var sum = UInt32.max
      var position = 0
      while bytes.count - position >= 8 {
        let low = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)) ^ sum
        let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self))
        sum = tables[1792 + Int(low & 255)] ^ tables[1536 + Int(low >> 8 & 255)]
        sum ^= tables[1280 + Int(low >> 16 & 255)] ^ tables[1024 + Int(low >> 24)]
        sum ^= tables[768 + Int(high & 255)] ^ tables[512 + Int(high >> 8 & 255)]
        sum ^= tables[256 + Int(high >> 16 & 255)] ^ tables[Int(high >> 24)]
        position += 8
      }
      while position < bytes.count {
        sum = sum >> 8 ^ tables[Int(sum & 255 ^ UInt32(bytes[position]))]
        position += 1
      }
      return ~sum
    }
  }
}
