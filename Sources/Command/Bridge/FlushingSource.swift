/// A source that sends what was written before it waits for more: whoever waits for an answer before asking on gets it,
/// and whoever asks much at once gets many answers in one piece.
struct FlushingSource: ByteSource {
  var source: any ByteSource
  let output: Output

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    try output.flush()
    return try source.read(into: buffer)
  }
}
