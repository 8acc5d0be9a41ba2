/// A source of a reader's bytes.
package protocol ByteSource {
  /// Fills as much of the buffer as is available and returns how much that was; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Bytes in memory, returned in chunks.
package struct MemorySource: ByteSource {
  private let bytes: [UInt8]
  private let chunk: Int
  private var position = 0

  package init(_ bytes: some Sequence<UInt8>, chunk: Int = .max) {
    self.bytes = Array(bytes)
    self.chunk = max(1, chunk)
  }

  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = min(bytes.count - position, buffer.count, chunk)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}
