/// The part of an event that a server with `log_bin_compress` has compressed.
enum CompressedPart {
  /// What it was.
  static func bytes(of part: UnsafeRawBufferPointer) throws(DamagedEvent) -> [UInt8] {
    var bytes = LogBytes(part)
    // One byte says how it is compressed, zlib alone is known, and how many bytes its length has.
    let head = try bytes.byte()
    guard head & 0xF0 == 0x80, (1...4).contains(head & 7) else { throw DamagedEvent() }
    let size = Int(try bytes.big(Int(head & 7)))
    return try Inflate.inflate(bytes.rest, size: size)
  }
}

extension CompressedPart {
  /// The cell of a COMPRESSED column; nil if it is compressed in a way that is not known.
  static func cell(_ cell: UnsafeRawBufferPointer) throws(DamagedEvent) -> [UInt8]? {
    if cell.isEmpty { return [] }
    var bytes = LogBytes(cell)
    // The way: 0 for not at all, 8 for zlib, without its header where the next bit is set, and how many bytes the length
    // has.
    let head = try bytes.byte()
    if head == 0 { return Array(bytes.rest) }
    guard head & 0xF0 == 0x80, (1...4).contains(head & 7) else { return nil }
    let size = Int(try bytes.big(Int(head & 7)))
    return try Inflate.inflate(bytes.rest, size: size, isWrapped: head & 8 == 0)
  }
}
