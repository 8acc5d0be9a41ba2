import ORDAImport

/// A source that flushes the output before it waits for more: a client that waits for each answer gets it, and one that
/// sends many requests at once gets many answers in one piece.
struct FlushingSource: ByteSource {
  var source: any ByteSource
  let output: Output

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try output.flush()
    return try source.read(into: buffer)
  }
}
