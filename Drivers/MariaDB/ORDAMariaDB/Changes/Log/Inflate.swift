internal import CMariaDB

/// Undoes zlib's compression, which servers use for events and for the cells of COMPRESSED columns. zlib is there
/// wherever the client library is, which needs it too.
enum Inflate {
  /// - Parameters:
  ///   - size: The uncompressed size in bytes; any other is damage.
  ///   - isWrapped: Whether zlib's header comes first.
  static func inflate(
    _ bytes: UnsafeRawBufferPointer, size: Int, isWrapped: Bool = true
  ) throws(DamagedEvent) -> [UInt8] {
    // One byte makes 1032 at most: don't allocate for what can't come.
    guard size >= 0, size / 1032 <= bytes.count, let inputSize = UInt32(exactly: bytes.count),
      let outputSize = UInt32(exactly: size)
    else { throw DamagedEvent() }
    var stream = z_stream()
    guard orda_zlib_inflate_begin(&stream, isWrapped ? 15 : -15) == Z_OK else { throw DamagedEvent() }
    defer { inflateEnd(&stream) }
    // zlib does not write to its input, and says so only in newer versions.
    stream.next_in = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: UInt8.self)
    stream.avail_in = inputSize
    var isWhole = false
    let output = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      // An empty buffer has no address, and zlib needs one.
      var nothing: UInt8 = 0
      withUnsafeMutablePointer(to: &nothing) { end in
        stream.next_out = buffer.baseAddress ?? end
        stream.avail_out = outputSize
        isWhole = CMariaDB.inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0
      }
      count = size - Int(stream.avail_out)
    }
    guard isWhole else { throw DamagedEvent() }
    return output
  }
}
