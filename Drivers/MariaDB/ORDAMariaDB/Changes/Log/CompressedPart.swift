/// The part of an event that a server with `log_bin_compress` has compressed.
enum CompressedPart {
  /// The uncompressed part.
  static func bytes(of part: UnsafeRawBufferPointer) throws(DamagedEvent) -> [UInt8] {
    var bytes = LogBytes(part)
    // One byte has the method, of which only zlib is known, and how many bytes the length takes.
    let head = try bytes.byte()
    guard head & 0xF0 == 0x80, (1...4).contains(head & 7) else { throw DamagedEvent() }
    let size = Int(try bytes.big(Int(head & 7)))
    return try Inflate.inflate(bytes.rest, size: size)
  }
}

extension CompressedPart {
  /// The cell of a COMPRESSED column; nil if the method is unknown.
  static func cell(_ cell: UnsafeRawBufferPointer) throws(DamagedEvent) -> [UInt8]? {
    if cell.isEmpty { return [] }
    var bytes = LogBytes(cell)
    // The method, 0 for none and 8 for zlib, which has no header if the next bit is set; and how many bytes the length
    // takes.
    let head = try bytes.byte()
    if head == 0 { return Array(bytes.rest) }
    guard head & 0xF0 == 0x80, (1...4).contains(head & 7) else { return nil }
    let size = Int(try bytes.big(Int(head & 7)))
    return try Inflate.inflate(bytes.rest, size: size, isWrapped: head & 8 == 0)
  }
}
